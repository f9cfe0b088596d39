import type { z } from 'zod';
import { field, optionsOf, type CommonOptions, type Fields, type Only } from '@/schema/field';
import { fieldsSchema } from '@/schema/fieldsSchema';
import type { InputOf } from '@/schema/infer';

/**
 * Web addresses by name, at most one for each, such as the social networks of an event. Their labels are
 * `<resource>.members.<field>.<name>`.
 */
export const links = <const F extends Fields, const O extends CommonOptions>(members: F, options?: O & Only<NoInfer<O>, CommonOptions>) =>
  field<InputOf<F>>()(optionsOf<O>(options), {
    type: 'links',
    takes: [],
    zod: () => fieldsSchema(members) as unknown as z.ZodType<InputOf<F>>,
    column: 'jsonb',
    graphql: 'JSON',
    operators: ['null'],
    sortable: false,
    members,
  });
