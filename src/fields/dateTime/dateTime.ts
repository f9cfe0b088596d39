import { z } from 'zod';
import { field, type CommonOptions } from '@/schema/field';

/** An instant; travels as ISO 8601 in UTC and is read in the zone of Mexico City. */
export const dateTime = <const O extends CommonOptions>(options: O = {} as O) =>
  field<string>()(options, {
    type: 'dateTime',
    takes: [],
    zod: z.iso.datetime({ offset: true }).transform((value) => new Date(value).toISOString()),
    column: 'timestamptz',
    graphql: 'String',
    operators: ['eq', 'lt', 'lte', 'gt', 'gte', 'between', 'null'],
    sortable: true,
  });
