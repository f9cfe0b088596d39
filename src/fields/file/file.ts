import { z } from 'zod';
import type { ErrorCode } from '@/schema/errorCodes';
import { field, optionsOf, fileKinds, type CommonOptions, type FileKind, type Only } from '@/schema/field';

/** An uploaded file: its address and its metadata from the server. */
export interface FileRef {
  readonly url: string;
  readonly name: string;
  readonly size: number;
  readonly type: string;
}
export interface FileOptions extends CommonOptions {
  /** Accepted kinds, recognised by the contents of the file; every kind by default. */
  readonly accept?: readonly FileKind[];
  /** Largest file, in bytes; the limit of the server by default. */
  readonly maxBytes?: number;
  /** Most files. With it the value is a list. */
  readonly multiple?: number;
}
type FileValue<O> = O extends { readonly multiple: number } ? readonly FileRef[] : FileRef;

const longestName = 200;

/** A file, or several, as the upload answered. The server replaces name, size and type by its own, whatever is sent. */
export const file = <const O extends FileOptions>(options?: O & Only<NoInfer<O>, FileOptions>) => {
  const given = optionsOf<O>(options);
  const { accept = fileKinds, maxBytes, multiple }: FileOptions = given;
  const one = () =>
    z.strictObject({
      url: z
        .string()
        .max(100)
        .regex(new RegExp(`^/api/upload/[A-Za-z0-9_-]+\\.(${accept.join('|')})$`), 'UPLOAD_NOT_FOUND' satisfies ErrorCode),
      name: z.string().max(longestName),
      size: z.int().min(0),
      type: z.string().max(100),
    });
  const several = () =>
    z
      .array(one())
      .max(multiple ?? 1)
      .refine((list) => new Set(list.map(({ url }) => url)).size === list.length, 'REPEATED' satisfies ErrorCode);
  return field<FileValue<O>>()(given, {
    type: 'file',
    takes: ['accept', 'maxBytes', 'multiple'],
    zod: () => (multiple ? several() : one()) as unknown as z.ZodType<FileValue<O>>,
    column: 'jsonb',
    graphql: 'JSON',
    operators: ['null'],
    sortable: false,
    uploads: { kinds: accept, ...(maxBytes !== undefined && { maxBytes }) },
    cell: {
      kind: 'text',
      sql: (column) => (multiple ? `(select string_agg(e->>'name', ', ') from jsonb_array_elements(${column}) e)` : `${column}->>'name'`),
    },
    check: (column) => `jsonb_typeof(${column}) = '${multiple ? 'array' : 'object'}'`,
  });
};
