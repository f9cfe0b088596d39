import { z } from 'zod';
import { field, type CommonOptions } from '@/schema/field';

/** A calendar day, `YYYY-MM-DD`; never converted between zones. */
export const date = <const O extends CommonOptions>(options: O = {} as O) =>
  field<string>()(options, {
    type: 'date',
    takes: [],
    zod: z.iso.date(),
    column: 'date',
    graphql: 'String',
    operators: ['eq', 'lt', 'lte', 'gt', 'gte', 'between', 'null'],
    sortable: true,
  });
