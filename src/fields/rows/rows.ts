import { z } from 'zod';
import { field, optionsOf, type CommonOptions, type Fields, type Only } from '@/schema/field';
import type { InputOf } from '@/schema/infer';
import { fieldsSchema } from '@/schema/fieldsSchema';

export interface RowsOptions extends CommonOptions {
  /** Fewest rows. */
  readonly min?: number;
  /** Most rows; 50 unless it is given. */
  readonly max?: number;
}

/** A short ordered list of small objects that belong to nothing but their record; each member is a field like any other. */
export const rows = <const F extends Fields, const O extends RowsOptions>(members: F, chosen?: O & Only<NoInfer<O>, RowsOptions>) => {
  const options = optionsOf<O>(chosen);
  const { min = 0, max = 50 }: RowsOptions = options;
  return field<readonly InputOf<F>[]>()(options, {
    type: 'rows',
    takes: ['min', 'max'],
    zod: z.array(fieldsSchema(members)).min(min).max(max) as unknown as z.ZodType<readonly InputOf<F>[]>,
    column: 'jsonb',
    graphql: 'JSON',
    operators: ['null'],
    sortable: false,
    members,
    check: (column) => `jsonb_typeof(${column}) = 'array'`,
  });
};
