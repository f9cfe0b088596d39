import { defineFieldUi } from '@/fields/kit/contracts';
import { BibChip } from '../kit/BibChip';
import type { TextOptions } from './text';

export default defineFieldUi<string, TextOptions>({
  toText: (value) => value,
  Cell: ({ value, field }) => (field.options.look === 'bib' ? <BibChip>{value}</BibChip> : value),
});
