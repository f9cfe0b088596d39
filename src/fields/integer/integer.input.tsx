import { defineFieldInput, type InputProps } from '@/fields/kit/contracts';
import { numberInput } from '@/fields/kit/numberInput';
import type { IntegerOptions } from './integer';
import { unitOf } from './unitOf';

const centsPerPeso = 100;
const plain = numberInput();
const inUnit = {
  percent: numberInput({ suffix: '%' }),
  cents: numberInput({ unit: centsPerPeso, digits: () => 2, prefix: '$', suffix: 'MXN' }),
};

const IntegerInput = (props: InputProps<number, IntegerOptions>) => {
  const unit = unitOf(props.field.options, props.draft);
  const { Input } = unit ? inUnit[unit] : plain;
  return <Input {...props} />;
};
export default defineFieldInput<number, IntegerOptions>({ ...plain, Input: IntegerInput });
