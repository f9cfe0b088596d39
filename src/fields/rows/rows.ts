import { z } from 'zod';
import { field, optionsOf, type CommonOptions, type Fields, type Only } from '@/schema/field';
import type { InputOf } from '@/schema/infer';
import { fieldsSchema } from '@/schema/fieldsSchema';

export interface RowsOptions extends CommonOptions {
  /** Fewest rows. */
  readonly min?: number;
  /** Most rows; 50 by default. */
  readonly max?: number;
}

/** A short ordered list of small objects that belong only to their record; each member is a field like any other. */
export const rows = <const F extends Fields, const O extends RowsOptions>(members: F, options?: O & Only<NoInfer<O>, RowsOptions>) => {
  const given = optionsOf<O>(options);
  const { min = 0, max = 50 }: RowsOptions = given;
  return field<readonly InputOf<F>[]>()(given, {
    type: 'rows',
    takes: ['min', 'max'],
    zod: () => z.array(fieldsSchema(members)).min(min).max(max) as unknown as z.ZodType<readonly InputOf<F>[]>,
    column: 'jsonb',
    graphql: 'JSON',
    operators: ['null'],
    sortable: false,
    members,
    check: (column) => `jsonb_typeof(${column}) = 'array'`,
  });
};
