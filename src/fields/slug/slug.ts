import { z } from 'zod';
import type { ErrorCode } from '@/schema/errorCodes';
import { field, optionsOf, type CommonOptions, type Only } from '@/schema/field';
import { plainText } from '../kit/plainText';

export interface SlugOptions extends CommonOptions {
  /** Field from whose text the form proposes the slug. */
  readonly from?: string;
}

/** A name for URLs: lower case, digits and single hyphens. */
export const slug = <const O extends SlugOptions>(options?: O & Only<NoInfer<O>, SlugOptions>) => {
  const given = optionsOf<O>(options);
  const { from }: SlugOptions = given;
  return field<string>()(given, {
    type: 'slug',
    takes: ['from'],
    zod: () =>
      z
        .string()
        .trim()
        .min(2)
        .max(120)
        .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'INVALID_SLUG' satisfies ErrorCode),
    ...plainText,
    operators: ['eq', 'in', 'contains', 'startswith'],
    sortable: true,
    folded: true,
    check: (column) => `${column} ~ '^[a-z0-9]+(-[a-z0-9]+)*$'`,
    titleSql: (column) => column,
    titleText: (value) => value,
    ...(from && { proposedFrom: from }),
  });
};
