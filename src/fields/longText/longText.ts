import { z } from 'zod';
import { field, type CommonOptions } from '@/schema/field';

export interface LongTextOptions extends CommonOptions {
  /** Most characters; 4000 unless it is given. */
  readonly max?: number;
}

/** Text of several lines. */
export const longText = <const O extends LongTextOptions>(options: O = {} as O) => {
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
