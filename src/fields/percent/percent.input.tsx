import { defineFieldInput } from '@/fields/kit/contracts';
import { numberInput } from '@/fields/kit/numberInput';

const pointsPerPercent = 100;

export default defineFieldInput<number>(numberInput({ unit: pointsPerPercent, suffix: '%' }));
