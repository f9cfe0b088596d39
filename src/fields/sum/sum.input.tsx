import { defineFieldInput } from '@/views/contracts';
import { numberInput } from '@/views/input/numberInput';
import { rangeFilter } from '@/views/input/rangeFilter';
import type { SumOptions } from './sum';

const { Input: Quantity } = numberInput();
const { Input: Amount } = numberInput({ unit: 100, digits: () => 2, prefix: '$', suffix: 'MXN' });
const Total: typeof Quantity = (props) => ((props.field.options as SumOptions).unit === 'integer' ? <Quantity {...props} /> : <Amount {...props} />);

export default defineFieldInput<number>({ Input: Total, Filter: rangeFilter(Total) });
