import type { AnyField } from '@/schema';
import { defineFieldUi } from '@/fields/kit/contracts';
import { formatDuration } from './formatDuration';
import type { DurationOptions } from './duration';

const unitOf = ({ options }: AnyField) => (options as DurationOptions).unit ?? 's';

export default defineFieldUi<number>({ align: 'right', toText: (value, field) => formatDuration(value, unitOf(field)) });
