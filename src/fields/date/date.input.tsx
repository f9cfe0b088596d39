import { DatePicker } from 'antd';
import dayjs from 'dayjs';
import customParseFormat from 'dayjs/plugin/customParseFormat';
import { defineFieldInput, type InputProps } from '@/fields/kit/contracts';
import { antdProps } from '@/fields/kit/antdProps';
import { rangeFilter } from '@/fields/kit/rangeFilter';

dayjs.extend(customParseFormat);
const wire = 'YYYY-MM-DD';

const Day = (props: InputProps<string>) => (
  <DatePicker
    {...antdProps(props)}
    className="input-short"
    format={['DD/MM/YYYY', 'D/M/YYYY', wire]}
    value={props.value ? dayjs(props.value, wire) : null}
    onChange={(day) => props.onChange?.(day ? day.format(wire) : null)}
  />
);

export default defineFieldInput<string>({ Input: Day, Filter: rangeFilter(Day) });
