import { defineFieldInput, type InputProps } from '@/fields/kit/contracts';
import { antdProps } from '@/fields/kit/antdProps';
import { rangeFilter } from '@/fields/kit/rangeFilter';
import { DayBox } from './DayBox';

const Day = (props: InputProps<string>) => <DayBox {...antdProps(props)} value={props.value} onChange={props.onChange} />;

export default defineFieldInput<string>({ Input: Day, Filter: rangeFilter(Day) });
