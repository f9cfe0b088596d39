import { Radio as AntdRadio, type RadioProps } from 'antd';
import { AntdTheme } from './AntdTheme';

/** antd's Radio in the look of the product. */
export const Radio = (props: RadioProps) => (
  <AntdTheme>
    <AntdRadio {...props} />
  </AntdTheme>
);
