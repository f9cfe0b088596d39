import { z } from 'zod';
import type { ErrorCode } from '@/schema/errorCodes';
import { field, optionsOf, type CommonOptions, type Only } from '@/schema/field';
import { plainText } from '../kit/plainText';

const separators = /[\s().-]/g;

/** A telephone number: ten digits in Mexico, or E.164. Blanks and punctuation are removed. */
export const phone = <const O extends CommonOptions>(options?: O & Only<NoInfer<O>, CommonOptions>) =>
  field<string>()(optionsOf<O>(options), {
    type: 'phone',
    takes: [],
    zod: () =>
      z
        .string()
        .transform((value) => value.replace(separators, ''))
        .pipe(z.string().regex(/^(\d{10}|\+[1-9]\d{7,14})$/, 'INVALID_PHONE' satisfies ErrorCode)),
    ...plainText,
    operators: ['eq', 'contains', 'startswith', 'null'],
    sortable: false,
    check: (column) => `length(${column}) <= 16`,
  });
