import { fileURLToPath } from 'node:url';
import { external_inscriptions } from '@/resources/external_inscriptions/external_inscriptions';
import { inscriptions } from '@/resources/inscriptions/inscriptions';
import type { ErrorCode } from '@/schema/errorCodes';
import type { DomainError } from '../../kernel/DomainError';
import { createTranslate, type Locale, type Translate } from '../../kernel/messages';
import { inWords } from '../../kernel/presentError';

let words: Translate | null = null;
const translateWith = (): Translate => (words ??= createTranslate(fileURLToPath(new URL('../../../locales', import.meta.url))));

/** Why a sale is not registered: a published code, the field that it is about, and a sentence. */
export interface SaleReason {
  readonly code: ErrorCode;
  readonly path: string;
  readonly message: string;
  /** The sentence in every language, for people who read the sale later. */
  readonly sentences: Readonly<Record<Locale, string>>;
}
const longest = 300;
const labelOf = (path: string, locale: Locale): string | null => {
  const owner = [external_inscriptions, inscriptions].find(({ all }) => all[path] !== undefined);
  return owner ? translateWith()(`${owner.name}.fields.${path}`, locale) : null;
};

/** The first reason of a refusal, in the language of the person or program that asks. */
export const reasonOf = (error: DomainError, locale: Locale): SaleReason => {
  const [first] = error.errors;
  const { code, rule, params } = first ?? error;
  const path = first?.path ?? '';
  const sentenceIn = (language: Locale): string => {
    const { message } = inWords({ code, ...(rule !== undefined && { rule }), ...(params && { params }) }, translateWith(), language);
    const label = path === 'status' ? null : labelOf(path, language);
    return (label === null ? message : `${label}: ${message}`).slice(0, longest);
  };
  return { code, path, message: sentenceIn(locale), sentences: { es: sentenceIn('es'), en: sentenceIn('en') } };
};
