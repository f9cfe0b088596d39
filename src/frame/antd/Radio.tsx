import { Radio as AntdRadio, type RadioProps } from 'antd';
import { themed } from './AntdTheme';

/** antd's Radio in the look of the product. */
export const Radio = themed<RadioProps>(AntdRadio);
