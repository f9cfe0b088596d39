import { z } from 'zod';
import type { ErrorCode } from './errorCodes';
import { filterShape } from './filter';

const most = 60;
/** Columns that may stay in place: more would leave no space for the others. */
export const mostPinned = 4;
/** The narrowest and the widest column, in pixels. */
export const columnWidths = { least: 56, most: 800 } as const;
/** How the records of a list can be drawn; all of them as rows of a table unless somebody chooses another. */
export const layouts = ['table', 'board', 'calendar'] as const;
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
  /** In the order on screen. */
  columns: z.array(name).max(most).optional(),
  /** Columns that stay at the left while the others move. */
  pinned: z.array(name).max(mostPinned).optional(),
  /** Chosen widths in pixels, by column. */
  widths: z
    .record(name, z.int().min(columnWidths.least).max(columnWidths.most))
    .refine((widths) => Object.keys(widths).length <= most, 'INVALID_VALUE' satisfies ErrorCode)
    .optional(),
  /** How the records are drawn. */
  as: z.enum(layouts).optional(),
  /** The column whose equal values are together. */
  group: name.optional(),
  perpage: z.int().min(1).max(100).optional(),
  density: z.enum(['roomy', 'normal', 'dense']).optional(),
});
export type SavedState = z.infer<typeof savedStateShape>;
