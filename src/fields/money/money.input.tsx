import { defineFieldInput } from '@/views/contracts';
import { numberInput } from '@/views/input/numberInput';

const centsPerPeso = 100;

export default defineFieldInput<number>(numberInput({ unit: centsPerPeso, digits: () => 2, prefix: '$', suffix: 'MXN' }));
