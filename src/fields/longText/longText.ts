import { z } from 'zod';
import { field, optionsOf, type CommonOptions, type Only } from '@/schema/field';

export interface LongTextOptions extends CommonOptions {
  /** Most characters; 4000 by default. */
  readonly max?: number;
}

/** Text of several lines. */
export const longText = <const O extends LongTextOptions>(options?: O & Only<NoInfer<O>, LongTextOptions>) => {
  const given = optionsOf<O>(options);
  const { max = 4000 }: LongTextOptions = given;
  return field<string>()(given, {
    type: 'longText',
    takes: ['max'],
    zod: () => z.string().trim().min(1).max(max),
    column: 'text',
    graphql: 'String',
    operators: ['contains', 'null'],
    sortable: false,
    searchText: (column) => column,
    check: (column) => `length(${column}) <= ${max}`,
  });
};
