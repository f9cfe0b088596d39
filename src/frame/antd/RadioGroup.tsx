import { Radio, type RadioGroupProps } from 'antd';
import { themed } from './AntdTheme';

/** antd's Radio.Group in the look of the product. */
export const RadioGroup = themed<RadioGroupProps>(Radio.Group);
