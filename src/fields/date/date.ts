import { z } from 'zod';
import { field, optionsOf, type CommonOptions, type Only } from '@/schema/field';

/** A calendar day, `YYYY-MM-DD`; never converted between zones. */
export const date = <const O extends CommonOptions>(options?: O & Only<NoInfer<O>, CommonOptions>) =>
  field<string>()(optionsOf<O>(options), {
    type: 'date',
    takes: [],
    zod: () => z.iso.date(),
    column: 'date',
    graphql: 'String',
    operators: ['eq', 'lt', 'lte', 'gt', 'gte', 'between', 'null'],
    sortable: true,
  });
