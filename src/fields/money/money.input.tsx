import { defineFieldInput } from '@/fields/kit/contracts';
import { numberInput } from '@/fields/kit/numberInput';

const centsPerPeso = 100;

export default defineFieldInput<number>(numberInput({ unit: centsPerPeso, digits: () => 2, prefix: '$', suffix: 'MXN' }));
