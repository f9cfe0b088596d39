import { DatePicker } from '@/frame/antd/DatePicker';
import dayjs from 'dayjs';
import { defineFieldInput, type InputProps } from '@/fields/kit/contracts';
import { antdProps } from '@/fields/kit/antdProps';
import { rangeFilter } from '@/fields/kit/rangeFilter';
import { instantOf, wallClockOf } from './wallClock';

const Instant = (props: InputProps<string>) => (
  <DatePicker
    {...antdProps(props)}
    className="input-short"
    showTime={{ format: 'HH:mm', minuteStep: 5, defaultOpenValue: dayjs('00:00', 'HH:mm') }}
    showNow={false}
    needConfirm={false}
    format={['DD/MM/YYYY HH:mm', 'D/M/YYYY H:mm', 'YYYY-MM-DD HH:mm']}
    value={props.value ? wallClockOf(props.value) : null}
    onChange={(clock) => props.onChange?.(clock ? instantOf(clock) : null)}
  />
);

export default defineFieldInput<string>({ Input: Instant, Filter: rangeFilter(Instant) });
