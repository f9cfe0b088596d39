import { defineFieldInput } from '@/views/contracts';
import { numberInput } from '@/views/input/numberInput';

export default defineFieldInput<number>(numberInput());
