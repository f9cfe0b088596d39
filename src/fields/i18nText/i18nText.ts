import { z } from 'zod';
import type { ErrorCode } from '@/schema/errorCodes';
import { field, optionsOf, type CommonOptions, type Only } from '@/schema/field';
import { longestLine, oneLine, someLines } from '../kit/lines';
import type { Translated } from '../../words/Translated';

export interface I18nTextOptions extends CommonOptions {
  /** Longest text in each language; above 200 the input has several lines. */
  readonly max?: number;
}

/** Text in every language of the product; Spanish when English is missing. */
export const i18nText = <const O extends I18nTextOptions>(options?: O & Only<NoInfer<O>, I18nTextOptions>) => {
  const given = optionsOf<O>(options);
  const { max = 200 }: I18nTextOptions = given;
  const words = () => {
    const trimmed = z.string().trim().min(1).max(max);
    return max > longestLine
      ? trimmed.regex(someLines, 'INVALID_CHARACTERS' satisfies ErrorCode)
      : trimmed.regex(oneLine, 'NOT_ONE_LINE' satisfies ErrorCode);
  };
  return field<Translated>()(given, {
    type: 'i18nText',
    takes: ['max'],
    zod: () =>
      z.strictObject({
        es: words(),
        en: z.preprocess((value) => (value === '' ? null : value), words().nullish()),
      }) as unknown as z.ZodType<Translated>,
    column: 'jsonb',
    graphql: 'JSON',
    operators: ['contains'],
    sortable: false,
    searchText: (column) => `coalesce(${column}->>'es', '') || ' ' || coalesce(${column}->>'en', '')`,
    check: (column) => `${column} ? 'es'`,
    titleSql: (column, language) => `coalesce(${column}->>'${language}', ${column}->>'es')`,
    titleText: (value, language) => (language === 'en' ? value.en : value.es) ?? value.es,
  });
};
