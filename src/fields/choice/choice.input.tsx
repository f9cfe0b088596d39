import { defineFieldInput } from '@/views/contracts';
import { ChoiceFilter, ChoiceInput } from '@/views/input/choiceInput';

export default defineFieldInput<string>({ Input: ChoiceInput, Filter: ChoiceFilter });
