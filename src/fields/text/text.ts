import { z } from 'zod';
import type { ErrorCode } from '@/schema/errorCodes';
import { field, optionsOf, type CommonOptions, type Only } from '@/schema/field';
import { oneLine } from '../kit/lines';
import { plainText } from '../kit/plainText';

export interface TextOptions extends CommonOptions {
  /** Fewest characters. */
  readonly min?: number;
  /** Most characters; 200 unless it is given. */
  readonly max?: number;
  /** What the whole text must look like; say its ends with `^` and `$`. */
  readonly pattern?: RegExp;
  /** Folds the input before it is checked, so that one value has one spelling. */
  readonly fold?: 'upper' | 'lower';
  readonly default?: string;
  /** What is typed or pasted beyond the longest is not even held: it may be more than anybody should show. */
  readonly cuts?: boolean;
  /** `bib`: a short code that people read aloud, drawn as a race bib. */
  readonly look?: 'bib';
  /** Sibling fields that the database joins with blanks into this one; say `readOnly` too. */
  readonly joins?: readonly string[];
}

const joined = (names: readonly string[]): string => `trim(${names.map((name) => `coalesce("${name}" || ' ', '')`).join(' || ')})`;

/** One line of text, without blanks at its ends. */
export const text = <const O extends TextOptions>(options?: O & Only<NoInfer<O>, TextOptions>) => {
  const given = optionsOf<O>(options);
  const { min = 1, max = 200, pattern, fold, joins }: TextOptions = given;
  const base = z
    .string()
    .trim()
    .min(min)
    .max(max)
    .regex(oneLine, 'NOT_ONE_LINE' satisfies ErrorCode);
  const folded = fold === 'upper' ? base.toUpperCase() : fold === 'lower' ? base.toLowerCase() : base;
  return field<string>()(given, {
    type: 'text',
    takes: ['min', 'max', 'pattern', 'fold', 'cuts', 'look', 'joins'],
    zod: pattern ? folded.regex(pattern, 'INVALID_FORMAT' satisfies ErrorCode) : folded,
    ...plainText,
    operators: ['eq', 'in', 'contains', 'startswith', 'null'],
    sortable: true,
    check: (column) => `length(${column}) <= ${max}`,
    titleSql: (column) => column,
    titleText: (value) => value,
    ...(fold && { folded: true }),
    ...(joins && { generated: joined(joins) }),
  });
};
