import { z } from 'zod';
import { field, type Computation, type CommonOptions } from '@/schema/field';

export interface CountOptions extends CommonOptions {
  /** Counts only the records whose field holds one of the values. */
  readonly where?: NonNullable<Computation['where']>;
  /** Kept in a column by the database, so that lists may sort and filter by it. */
  readonly stored?: boolean;
}

/** How many records point here, e.g. `count('inscriptions.couponid')`. Never written from outside. */
export const count = <const O extends CountOptions>(path: `${string}.${string}`, options: O = {} as O) => {
  const [target, via] = path.split('.') as [string, string];
  const { stored = false, where }: CountOptions = options;
  return field<number>()(options, {
    type: 'count',
    takes: ['where', 'stored'],
    zod: z.int(),
    column: stored ? 'integer' : null,
    graphql: 'Int',
    operators: stored ? ['eq', 'lt', 'lte', 'gt', 'gte', 'between'] : [],
    sortable: stored,
    summable: stored,
    computed: { kind: 'count', target, via, stored, ...(where && { where }) },
  });
};
