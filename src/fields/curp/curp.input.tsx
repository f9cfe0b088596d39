import { defineFieldInput } from '@/views/contracts';
import { textInput } from '@/views/input/textInput';

export default defineFieldInput<string>(textInput());
