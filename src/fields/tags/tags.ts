import { z } from 'zod';
import type { ErrorCode } from '@/schema/errorCodes';
import { field, optionsOf, type CommonOptions, type Only } from '@/schema/field';

export interface TagsOptions extends CommonOptions {
  /** Fewest tags of one record. */
  readonly min?: number;
  /** Most tags of one record. */
  readonly max?: number;
  /** Longest tag, in characters. */
  readonly length?: number;
  /** A pattern for the whole of each tag. */
  readonly pattern?: RegExp;
}

const inner = ({ source }: RegExp): string => `(${source.replace(/^\^|\$$/g, '')})`;
const plain = (tag: string): string => tag.normalize('NFD').replace(/\p{M}/gu, '');
/** Tags that differ only in accents are the same; the first spelling stays. */
const distinct = (tags: readonly string[]): string[] =>
  tags.filter((tag, at) => tags.findIndex((other) => plain(other) === plain(tag)) === at);

/** Words that people put on a record to find it again. They are stored in lower case, so that each has one spelling. */
export const tags = <const O extends TagsOptions>(options?: O & Only<NoInfer<O>, TagsOptions>) => {
  const given = optionsOf<O>(options);
  const { min = 0, max = 20, length = 40, pattern }: TagsOptions = given;
  const word = () => z.string().min(1).max(length);
  const element = () =>
    z
      .string()
      .trim()
      .toLowerCase()
      .transform((text) => text.replace(/\s+/g, ' '))
      .pipe(pattern ? word().regex(pattern, 'INVALID_FORMAT' satisfies ErrorCode) : word());
  return field<readonly string[]>()(given, {
    type: 'tags',
    takes: ['min', 'max', 'length', 'pattern'],
    zod: () => z.array(element()).max(500).transform(distinct).pipe(z.array(z.string()).min(min).max(max)),
    column: 'text[]',
    graphql: '[String!]',
    operators: ['has', 'null'],
    sortable: false,
    element,
    check: (column) =>
      [
        min > 0 ? `cardinality(${column}) between ${min} and ${max}` : `cardinality(${column}) <= ${max}`,
        `length(array_to_string(${column}, '')) <= ${max * length}`,
        ...(pattern ? [`array_to_string(${column}, ' ') ~ '^(${inner(pattern)}( ${inner(pattern)})*)?$'`] : []),
      ].join(' and '),
  });
};
