import { z } from 'zod';
import { field, optionsOf, type CommonOptions, type Only } from '@/schema/field';
import { plainText } from '../kit/plainText';

/** An e-mail address, stored in lower case. */
export const email = <const O extends CommonOptions>(options?: O & Only<NoInfer<O>, CommonOptions>) =>
  field<string>()(optionsOf<O>(options), {
    type: 'email',
    takes: [],
    zod: () => z.string().trim().toLowerCase().max(254).pipe(z.email()),
    ...plainText,
    operators: ['eq', 'in', 'contains', 'startswith', 'null'],
    sortable: true,
    folded: true,
    check: (column) => `${column} = lower(${column})`,
    titleSql: (column) => column,
    titleText: (value) => value,
  });
