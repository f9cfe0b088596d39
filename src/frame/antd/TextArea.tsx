import { Input } from 'antd';
import type { TextAreaProps } from 'antd/es/input';
import { AntdTheme } from './AntdTheme';

/** antd's Input.TextArea in the look of the product. */
export const TextArea = (props: TextAreaProps) => (
  <AntdTheme>
    <Input.TextArea {...props} />
  </AntdTheme>
);
