import { z } from 'zod';
import { field, optionsOf, type CommonOptions, type Only } from '@/schema/field';

/** An instant; sent as ISO 8601 in UTC and shown in the time zone of Mexico City. */
export const dateTime = <const O extends CommonOptions>(options?: O & Only<NoInfer<O>, CommonOptions>) =>
  field<string>()(optionsOf<O>(options), {
    type: 'dateTime',
    takes: [],
    zod: () => z.iso.datetime({ offset: true }).transform((value) => new Date(value).toISOString()),
    column: 'timestamptz',
    graphql: 'String',
    operators: ['eq', 'lt', 'lte', 'gt', 'gte', 'between', 'null'],
    sortable: true,
  });
