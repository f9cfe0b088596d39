import { defineFieldInput } from '@/fields/kit/contracts';
import { textInput } from '@/fields/kit/textInput';

export default defineFieldInput<string>(textInput({ type: 'text', inputMode: 'url' }));
