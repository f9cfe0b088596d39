import { z } from 'zod';
import { field, optionsOf, type CommonOptions, type Only } from '@/schema/field';

export interface BooleanOptions extends CommonOptions {
  readonly default?: boolean;
  /** SQL over sibling columns that the database keeps it equal to; say `readOnly` too. */
  readonly equals?: string;
}

/** Yes or no; no when nothing else is said. */
export const boolean = <const O extends BooleanOptions>(chosen?: O & Only<NoInfer<O>, BooleanOptions>) => {
  const options = optionsOf<O>(chosen);
  const { equals }: BooleanOptions = options;
  return field<boolean>()({ default: false, ...options } as unknown as O & { readonly default: boolean }, {
    type: 'boolean',
    takes: ['equals'],
    zod: z.boolean(),
    column: 'boolean',
    graphql: 'Boolean',
    operators: ['eq'],
    sortable: false,
    ...(equals && { generated: `coalesce(${equals}, false)` }),
  });
};
