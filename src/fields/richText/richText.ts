import { z } from 'zod';
import type { ErrorCode } from '@/schema/errorCodes';
import { field, optionsOf, type CommonOptions, type Only } from '@/schema/field';
import type { Translated } from '../../words/Translated';
import { markup } from './markup';
import { plainText } from './plainText';

export interface RichTextOptions extends CommonOptions {
  /** Longest text, including tags. */
  readonly max?: number;
  /** One text in each language of the product. */
  readonly i18n?: boolean;
}
type RichValue<O> = O extends { readonly i18n: true } ? Translated : string;

const says = (html: string): boolean => plainText(html) !== '';
/** SQL for the text without its tags; searches need no more than that. */
const bare = (html: string): string => `replace(regexp_replace(${html}, '<[^>]*>', ' ', 'g'), '&amp;', '&')`;

/**
 * Formatted text as HTML with the few tags in `markup`. The server cleans it before it is validated, and the browser again before it is
 * shown.
 */
export const richText = <const O extends RichTextOptions>(options?: O & Only<NoInfer<O>, RichTextOptions>) => {
  const given = optionsOf<O>(options);
  const { max = 40_000, i18n = false }: RichTextOptions = given;
  const html = () =>
    z
      .string()
      .trim()
      .max(max)
      .refine(says, 'REQUIRED' satisfies ErrorCode);
  const both = () => z.strictObject({ es: html(), en: z.preprocess((value) => (value === '' ? null : value), html().nullish()) });
  return field<RichValue<O>>()(given, {
    type: 'richText',
    takes: ['max', 'i18n'],
    zod: () => (i18n ? both() : html()) as unknown as z.ZodType<RichValue<O>>,
    column: i18n ? 'jsonb' : 'text',
    graphql: i18n ? 'JSON' : 'String',
    operators: ['contains', 'null'],
    sortable: false,
    markup,
    searchText: (column) => (i18n ? bare(`(coalesce(${column}->>'es', '') || ' ' || coalesce(${column}->>'en', ''))`) : bare(column)),
    cell: { kind: 'text', sql: (column, language) => bare(i18n ? `coalesce(${column}->>'${language}', ${column}->>'es')` : column) },
    check: (column) => (i18n ? `${column} ? 'es'` : `length(${column}) <= ${max}`),
  });
};
