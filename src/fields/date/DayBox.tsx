import { DatePicker } from '@/frame/antd/DatePicker';
import dayjs from 'dayjs';
import type { antdProps } from '@/fields/kit/antdProps';
import customParseFormat from 'dayjs/plugin/customParseFormat';

dayjs.extend(customParseFormat);
const wire = 'YYYY-MM-DD';

interface DayBoxProps extends Partial<ReturnType<typeof antdProps>> {
  /** A day as YYYY-MM-DD. */
  readonly value?: string | null | undefined;
  readonly onChange?: ((day: string | null) => void) | undefined;
}
/** The box for a day, in a form and outside of one. */
export const DayBox = ({ value, onChange, ...props }: DayBoxProps) => (
  <DatePicker
    {...props}
    className="input-short"
    format={['DD/MM/YYYY', 'D/M/YYYY', wire]}
    value={value ? dayjs(value, wire) : null}
    onChange={(day) => onChange?.(day ? day.format(wire) : null)}
  />
);
