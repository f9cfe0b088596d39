import { DatePicker as AntdDatePicker, type DatePickerProps } from 'antd';
import { AntdTheme } from './AntdTheme';

/** antd's DatePicker in the look of the product. */
export const DatePicker = (props: DatePickerProps) => (
  <AntdTheme>
    <AntdDatePicker {...props} />
  </AntdTheme>
);
