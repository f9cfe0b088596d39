import { fieldsOfLetter, namesIn, neededIn, unknownIn, type TemplateKind } from '@/domain/letterTexts';
import type { Problem } from '@/schema/project/zod';
import { invalid } from '../../kernel/DomainError';
import type { OwnText } from './readFacts';

const listed = (names: readonly string[]): string => names.map((name) => `{{${name}}}`).join(', ');

/** Refuses names in braces that a letter of a kind does not know, and a text without those that it needs. */
export const judgeTexts = (kind: TemplateKind, texts: OwnText, before = '', after = ''): void => {
  const errors: Problem[] = [];
  for (const part of ['subject', 'body'] as const) {
    const unknown = unknownIn(texts[part], kind);
    if (unknown.length > 0)
      errors.push({
        path: `${before}${part}${after}`,
        code: 'TEMPLATE_FIELD_UNKNOWN',
        params: { fields: listed(unknown), known: listed(fieldsOfLetter(kind)) },
      });
  }
  const missing = neededIn(kind).filter((name) => !namesIn(texts.body).includes(name));
  if (missing.length > 0)
    errors.push({ path: `${before}body${after}`, code: 'TEMPLATE_FIELD_MISSING', params: { fields: listed(missing) } });
  if (errors.length > 0) throw invalid(errors);
};
