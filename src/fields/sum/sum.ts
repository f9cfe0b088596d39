import { z } from 'zod';
import { field, optionsOf, type Computation, type CommonOptions, type Only } from '@/schema/field';
import { pathOf } from '@/schema/registry';
import type { ResourceName } from '@/schema/resourceNames';

export interface SumOptions extends CommonOptions {
  /** Adds up only the records whose field holds one of the values. */
  readonly where?: NonNullable<Computation['where']>;
  /** Kept in a column by the database, so that lists may sort and filter by it. */
  readonly stored?: boolean;
  /** How the total is shown; money by default. */
  readonly unit?: 'money' | 'integer';
}

/**
 * The sum of a field of the records that refer to this one, such as `sum('inscriptions.eventid', 'paid_cents')`. Never written by requests.
 */
export const sum = <const O extends SumOptions>(
  path: `${ResourceName}.${string}`,
  of: string,
  options?: O & Only<NoInfer<O>, SumOptions>,
) => {
  const given = optionsOf<O>(options);
  const [target, via = ''] = pathOf(path);
  const { stored = false, where, unit = 'money' }: SumOptions = given;
  return field<number>()(given, {
    type: 'sum',
    takes: ['where', 'stored', 'unit'],
    zod: () => z.int(),
    column: stored ? 'bigint' : null,
    graphql: 'Float',
    operators: stored ? ['eq', 'lt', 'lte', 'gt', 'gte', 'between'] : [],
    sortable: stored,
    summable: stored,
    cell: unit === 'money' ? { kind: 'money', sql: (column) => `(${column} * 0.01)` } : { kind: 'number' },
    computed: { kind: 'sum', target, via, of, stored, ...(where && { where }) },
  });
};
