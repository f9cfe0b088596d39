import { z } from 'zod';
import { field, type CommonOptions } from '@/schema/field';

export interface StarsOptions extends CommonOptions {
  /** Most stars; 5 by default. */
  readonly max?: number;
}

/** A field type of the plugin: a rating, from one star up. */
export const stars = <const O extends StarsOptions>(options: O = {} as O) => {
  const { max = 5 }: StarsOptions = options;
  return field<number>()(options, {
    type: 'stars',
    takes: ['max'],
    zod: () => z.int().min(1).max(max),
    column: 'integer',
    graphql: 'Int',
    operators: ['eq', 'lt', 'lte', 'gt', 'gte', 'between', 'null'],
    sortable: true,
    check: (column) => `${column} between 1 and ${max}`,
  });
};
