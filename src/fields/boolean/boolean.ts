import { z } from 'zod';
import { field, type CommonOptions } from '@/schema/field';

export interface BooleanOptions extends CommonOptions { readonly default?: boolean }

/** Yes or no; no when nothing else is said. */
export const boolean = <const O extends BooleanOptions>(options: O = {} as O) =>
  field<boolean>()({ default: false, ...options } as unknown as O & { readonly default: boolean }, {
    type: 'boolean',
    zod: z.boolean(),
    column: 'boolean',
    graphql: 'Boolean',
    operators: ['eq'],
    sortable: false,
  });
