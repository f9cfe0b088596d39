import { z } from 'zod';
import { field, optionsOf, type CommonOptions, type Only } from '@/schema/field';

export interface PercentOptions extends CommonOptions {
  /** Greatest value in basis points; 10 000 is the whole. */
  readonly max?: number;
  readonly default?: number;
}

/** A share in integer basis points: 1 250 reads 12.5 %. */
export const percent = <const O extends PercentOptions>(chosen?: O & Only<NoInfer<O>, PercentOptions>) => {
  const options = optionsOf<O>(chosen);
  const { max = 10_000 }: PercentOptions = options;
  return field<number>()(options, {
    type: 'percent',
    takes: ['max'],
    zod: z.int().min(0).max(max),
    column: 'integer',
    graphql: 'Int',
    operators: ['eq', 'lt', 'lte', 'gt', 'gte', 'between', 'null'],
    sortable: true,
    check: (column) => `${column} between 0 and ${max}`,
  });
};
