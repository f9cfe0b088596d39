import { AntdTheme } from '@/frame/antd/AntdTheme';
import Toaster from '@/providers/notification/Toaster';

/** The toast area in the look of the product. */
export default function ThemedToaster() {
  return (
    <AntdTheme>
      <Toaster />
    </AntdTheme>
  );
}
