import { Input as AntdInput, type InputProps } from 'antd';
import { AntdTheme } from './AntdTheme';

/** antd's Input in the look of the product. */
export const Input = (props: InputProps) => (
  <AntdTheme>
    <AntdInput {...props} />
  </AntdTheme>
);
