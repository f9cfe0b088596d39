import { defineFieldInput } from '@/views/contracts';
import { numberInput } from '@/views/input/numberInput';

const pointsPerPercent = 100;

export default defineFieldInput<number>(numberInput({ unit: pointsPerPercent, suffix: '%' }));
