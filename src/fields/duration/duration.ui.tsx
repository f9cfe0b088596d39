import { defineFieldUi } from '@/fields/kit/contracts';
import { formatDuration } from './formatDuration';
import type { DurationOptions } from './duration';

const unitOf = ({ options }: { readonly options: DurationOptions }) => options.unit ?? 's';

export default defineFieldUi<number, DurationOptions>({ align: 'right', toText: (value, field) => formatDuration(value, unitOf(field)) });
