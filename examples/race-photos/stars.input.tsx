import { defineFieldInput } from '@/fields/kit/contracts';
import { numberInput } from '@/fields/kit/numberInput';

export default defineFieldInput<number>(numberInput({ suffix: '★' }));
