import { defineFieldInput } from '@/views/contracts';
import { ChoiceFilter, ChoicesInput } from '@/views/input/choiceInput';

export default defineFieldInput<readonly string[]>({ Input: ChoicesInput, Filter: ChoiceFilter, empty: [] });
