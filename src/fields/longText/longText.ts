import { z } from 'zod';
import { field, optionsOf, type CommonOptions, type Only } from '@/schema/field';

export interface LongTextOptions extends CommonOptions {
  /** Most characters; 4000 unless it is given. */
  readonly max?: number;
}

/** Text of several lines. */
export const longText = <const O extends LongTextOptions>(chosen?: O & Only<NoInfer<O>, LongTextOptions>) => {
  const options = optionsOf<O>(chosen);
  const { max = 4000 }: LongTextOptions = options;
  return field<string>()(options, {
    type: 'longText',
    takes: ['max'],
    zod: z.string().trim().min(1).max(max),
    column: 'text',
    graphql: 'String',
    operators: ['contains', 'null'],
    sortable: false,
    searchText: (column) => column,
    check: (column) => `length(${column}) <= ${max}`,
  });
};
