import { defineFieldInput } from '@/fields/kit/contracts';
import { ChoiceFilter, ChoiceInput } from '@/fields/kit/choiceInput';

export default defineFieldInput<string>({ Input: ChoiceInput, Filter: ChoiceFilter });
