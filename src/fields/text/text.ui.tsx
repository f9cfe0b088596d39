import { defineFieldUi } from '@/fields/kit/contracts';
import { BibChip } from '../kit/BibChip';
import { namedWords } from '../kit/namedWords';
import type { TextOptions } from './text';

export default defineFieldUi<string, TextOptions>({
  toText: (value, { braces }, _place, words) => (braces ? namedWords(value, braces, words) : value),
  Cell: ({ value, field, words }) =>
    field.options.look === 'bib' ? <BibChip>{value}</BibChip> : field.braces ? namedWords(value, field.braces, words) : value,
});
