import { z } from 'zod';
import { field, optionsOf, type Computation, type CommonOptions, type Only } from '@/schema/field';
import { pathOf } from '@/schema/registry';
import type { ResourceName } from '@/schema/resourceNames';

export interface CountOptions extends CommonOptions {
  /** Counts only the records whose field holds one of the values. */
  readonly where?: NonNullable<Computation['where']>;
  /** Another reference of the same records to this one: a record counts by either. Not for a count that is kept. */
  readonly or?: string;
  /** Kept in a column by the database, so that lists may sort and filter by it. */
  readonly stored?: boolean;
}

/** How many records refer to this one, such as `count('inscriptions.couponid')`. Never written by requests. */
export const count = <const O extends CountOptions>(path: `${ResourceName}.${string}`, options?: O & Only<NoInfer<O>, CountOptions>) => {
  const given = optionsOf<O>(options);
  const [target, via = ''] = pathOf(path);
  const { stored = false, where, or }: CountOptions = given;
  return field<number>()(given, {
    type: 'count',
    takes: ['where', 'or', 'stored'],
    zod: () => z.int(),
    column: stored ? 'integer' : null,
    graphql: 'Int',
    operators: stored ? ['eq', 'lt', 'lte', 'gt', 'gte', 'between'] : [],
    sortable: stored,
    summable: stored,
    computed: { kind: 'count', target, via, stored, ...(where && { where }), ...(or && { or }) },
  });
};
