import { defineFieldUi } from '@/views/contracts';
import type { TextOptions } from './text';

export default defineFieldUi<string>({
  toText: (value) => value,
  Cell: ({ value, field }) => ((field.options as TextOptions).bib ? <span className="asd-bib">{value}</span> : value),
});
