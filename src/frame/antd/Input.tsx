import { Input as AntdInput, type InputProps } from 'antd';
import { themed } from './AntdTheme';

/** antd's Input in the look of the product. */
export const Input = themed<InputProps>(AntdInput);
