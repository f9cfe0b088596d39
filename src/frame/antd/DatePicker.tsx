import { DatePicker as AntdDatePicker } from 'antd';
import type { Dayjs } from 'dayjs';
import type { AriaAttributes } from 'react';
import { AntdTheme } from './AntdTheme';

/** What the product asks of antd's DatePicker, whose whole props cost a quarter of the type check. */
interface DatePickerProps extends AriaAttributes {
  readonly id?: string;
  readonly disabled?: boolean;
  readonly status?: 'error';
  readonly className?: string;
  /** The formats that are understood; the first one is written. */
  readonly format: string[];
  readonly value: Dayjs | null;
  readonly onChange: (value: Dayjs | null) => void;
  readonly showTime?: { readonly format: string; readonly minuteStep: 5; readonly defaultOpenValue: Dayjs };
  readonly showNow?: boolean;
  readonly needConfirm?: boolean;
}
/** antd's DatePicker in the look of the product. */
export const DatePicker = (props: DatePickerProps) => (
  <AntdTheme>
    <AntdDatePicker {...props} />
  </AntdTheme>
);
