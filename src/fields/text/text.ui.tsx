import { defineFieldUi } from '@/views/contracts';
import { BibChip } from '../BibChip';
import type { TextOptions } from './text';

export default defineFieldUi<string>({
  toText: (value) => value,
  Cell: ({ value, field }) => ((field.options as TextOptions).look === 'bib' ? <BibChip>{value}</BibChip> : value),
});
