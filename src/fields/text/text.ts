import { z } from 'zod';
import type { ErrorCode } from '@/schema/errorCodes';
import { field, optionsOf, type CommonOptions, type Only } from '@/schema/field';
import { oneLine } from '../kit/lines';
import { plainText } from '../kit/plainText';

export interface TextOptions extends CommonOptions {
  /** Fewest characters. */
  readonly min?: number;
  /** Most characters; 200 by default. */
  readonly max?: number;
  /** A pattern for the text; use `^` and `$` to match the whole of it. */
  readonly pattern?: RegExp;
  /** Normalises the input before it is validated, so that one value has one spelling. */
  readonly fold?: 'upper' | 'lower';
  readonly default?: string;
  /** Typed or pasted text beyond the maximum is cut off, because it may be too much to show. */
  readonly cuts?: boolean;
  /** `bib`: a short code that people read aloud, drawn as a race bib. */
  readonly look?: 'bib';
  /** Names in double braces are read as words of this section: `letterNames`. */
  readonly braces?: string;
  /** Other fields that the database joins with blanks into this one. Needs `readOnly` too. */
  readonly joins?: readonly string[];
}

const joined = (names: readonly string[]): string => `trim(${names.map((name) => `coalesce("${name}" || ' ', '')`).join(' || ')})`;

/** One line of text, without blanks at its ends. */
export const text = <const O extends TextOptions>(options?: O & Only<NoInfer<O>, TextOptions>) => {
  const given = optionsOf<O>(options);
  const { min = 1, max = 200, pattern, fold, joins, braces }: TextOptions = given;
  const folded = () => {
    const base = z
      .string()
      .trim()
      .min(min)
      .max(max)
      .regex(oneLine, 'NOT_ONE_LINE' satisfies ErrorCode);
    return fold === 'upper' ? base.toUpperCase() : fold === 'lower' ? base.toLowerCase() : base;
  };
  return field<string>()(given, {
    type: 'text',
    takes: ['min', 'max', 'pattern', 'fold', 'cuts', 'look', 'braces', 'joins'],
    zod: () => (pattern ? folded().regex(pattern, 'INVALID_FORMAT' satisfies ErrorCode) : folded()),
    ...plainText,
    operators: ['eq', 'in', 'contains', 'startswith', 'null'],
    sortable: true,
    check: (column) => `length(${column}) <= ${max}`,
    titleSql: (column) => column,
    titleText: (value) => value,
    ...(braces && { braces }),
    ...(fold && { folded: true }),
    ...(joins && { generated: joined(joins) }),
  });
};
