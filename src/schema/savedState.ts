import { z } from 'zod';
import type { ErrorCode } from './errorCodes';
import { filterShape } from './filter';

const most = 60;
const name = z.string().max(120);
const isFilter = (value: unknown): boolean => filterShape.safeParse(value).success;

/** The saved settings of a list: filter, search, order and display. Absent ones are as declared. */
export const savedStateShape = z.strictObject({
  filter: z
    .record(z.string(), z.unknown())
    .refine(isFilter, 'INVALID_VALUE' satisfies ErrorCode)
    .optional(),
  q: z.string().max(200).optional(),
  /** Names in order; a minus before a descending one. */
  sort: z.array(name).max(most).optional(),
  columns: z.array(name).max(most).optional(),
  perpage: z.int().min(1).max(100).optional(),
  density: z.enum(['roomy', 'normal', 'dense']).optional(),
});
export type SavedState = z.infer<typeof savedStateShape>;
