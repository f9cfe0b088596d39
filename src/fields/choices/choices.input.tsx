import { defineFieldInput } from '@/fields/kit/contracts';
import { ChoiceFilter, ChoicesInput } from '@/fields/kit/choiceInput';

export default defineFieldInput<readonly string[]>({ Input: ChoicesInput, Filter: ChoiceFilter, empty: [] });
