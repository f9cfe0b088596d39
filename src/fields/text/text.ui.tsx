import { defineFieldUi } from '@/fields/kit/contracts';
import { BibChip } from '../kit/BibChip';
import type { TextOptions } from './text';

export default defineFieldUi<string>({
  toText: (value) => value,
  Cell: ({ value, field }) => ((field.options as TextOptions).look === 'bib' ? <BibChip>{value}</BibChip> : value),
});
