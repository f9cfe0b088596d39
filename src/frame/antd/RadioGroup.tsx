import { Radio, type RadioGroupProps } from 'antd';
import { AntdTheme } from './AntdTheme';

/** antd's Radio.Group in the look of the product. */
export const RadioGroup = (props: RadioGroupProps) => (
  <AntdTheme>
    <Radio.Group {...props} />
  </AntdTheme>
);
