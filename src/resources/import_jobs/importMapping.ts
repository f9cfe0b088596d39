import { z } from 'zod';

const name = z.string().min(1).max(120);
const mostColumns = 500,
  mostValues = 500;

/** One column of a file: the field that it fills, or null, and how its values are written if that is not obvious. */
const columnShape = z.strictObject({
  column: z.string().min(1).max(400),
  field: name.nullable(),
  dates: z.enum(['dmy', 'mdy', 'ymd']).optional(),
  decimal: z.enum([',', '.']).optional(),
  /** The value of a choice for each text. */
  values: z
    .record(z.string().max(200), z.string().max(200))
    .refine((all) => Object.keys(all).length <= mostValues)
    .optional(),
});

/**
 * How the columns of a file become fields: what `npm run load` writes and reads, what an import stores and what a template contains.
 *
 * `reading` says how the file is read; anything it leaves out is detected again for each file. `fixed` gives every row a value that no
 * column has.
 */
export const importMappingShape = z.strictObject({
  version: z.literal(1),
  target: name,
  reading: z
    .strictObject({
      sheet: z.string().max(200).optional(),
      encoding: z.enum(['utf-8', 'utf-16le', 'utf-16be', 'windows-1252']).optional(),
      delimiter: z.enum([',', ';', '\t', '|']).optional(),
      quotes: z.boolean().optional(),
      header: z.int().min(1).nullable().optional(),
    })
    .default({}),
  columns: z.array(columnShape).max(mostColumns),
  fixed: z.record(name, z.string().max(1000)).default({}),
});

export type ImportMapping = z.output<typeof importMappingShape>;
export type MappedColumn = ImportMapping['columns'][number];
