import { defineFieldInput, type InputProps } from '@/fields/kit/contracts';
import { numberInput } from '@/fields/kit/numberInput';
import { rangeFilter } from '@/fields/kit/rangeFilter';
import type { SumOptions } from './sum';

const { Input: Quantity } = numberInput();
const { Input: Amount } = numberInput({ unit: 100, digits: () => 2, prefix: '$', suffix: 'MXN' });
const Total = (props: InputProps<number, SumOptions>) =>
  props.field.options.unit === 'integer' ? <Quantity {...props} /> : <Amount {...props} />;

export default defineFieldInput<number, SumOptions>({ Input: Total, Filter: rangeFilter(Total) });
