import { z } from 'zod';
import type { ErrorCode } from '@/schema/errorCodes';
import { field, optionsOf, type CommonOptions, type Only } from '@/schema/field';
import { listOf } from '@/schema/choiceList';
import { textArray } from '@/schema/sql';

export interface ChoicesOptions<V extends string> extends CommonOptions {
  readonly default?: readonly NoInfer<V>[];
}

/** Several of a closed set of values, each at most once. */
export const choices = <const V extends string, const O extends ChoicesOptions<V>>(
  values: readonly V[],
  options?: O & Only<NoInfer<O>, ChoicesOptions<V>>,
) =>
  field<readonly V[]>()(optionsOf<O>(options), {
    type: 'choices',
    takes: [],
    zod: () => z.array(z.enum(values)).refine((list) => new Set(list).size === list.length, 'REPEATED' satisfies ErrorCode),
    column: 'text[]',
    graphql: '[String!]',
    operators: ['has', 'null'],
    sortable: false,
    values,
    ...listOf(values),
    check: (column) => `${column} <@ ${textArray(values)}`,
  });
