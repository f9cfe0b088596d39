import { z } from 'zod';
import { field, optionsOf, type CommonOptions, type Only } from '@/schema/field';

export interface BooleanOptions extends CommonOptions {
  readonly default?: boolean;
  /** SQL over other columns of the row from which the database computes the value. Needs `readOnly` too. */
  readonly equals?: string;
}

/** Yes or no; no by default. */
export const boolean = <const O extends BooleanOptions>(options?: O & Only<NoInfer<O>, BooleanOptions>) => {
  const given = optionsOf<O>(options);
  const { equals }: BooleanOptions = given;
  return field<boolean>()({ default: false, ...given } as unknown as O & { readonly default: boolean }, {
    type: 'boolean',
    takes: ['equals'],
    zod: () => z.boolean(),
    column: 'boolean',
    graphql: 'Boolean',
    operators: ['eq'],
    sortable: false,
    ...(equals && { generated: `coalesce(${equals}, false)` }),
  });
};
