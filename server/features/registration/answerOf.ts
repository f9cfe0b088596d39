import type { AnswerValue } from '@/domain/registration/questions';
import type { EventQuestion } from '@/resources/event_questions/event_questions';
import { foldText } from '@/schema/foldText';
import { invalid, problemAt } from '../../kernel/DomainError';

const yes: ReadonlySet<string> = new Set(['si', 'yes', 'true', '1', 'x']),
  no: ReadonlySet<string> = new Set(['no', 'false', '0']);
const wrong = (code: 'CELL_YES_NO' | 'CELL_NUMBER' | 'CELL_CHOICE', text: string) =>
  invalid([problemAt('value', code, { text, column: 'value' })]);

const numberIn = (text: string): number => {
  const number = Number(text.replace(',', '.'));
  if (!Number.isFinite(number)) throw wrong('CELL_NUMBER', text);
  return number;
};
const yesOrNo = (text: string): boolean => {
  const plain = foldText(text);
  if (!yes.has(plain) && !no.has(plain)) throw wrong('CELL_YES_NO', text);
  return yes.has(plain);
};
/** The option that a text means, by its value or its words. */
const optionIn = ({ options }: Pick<EventQuestion, 'options'>, text: string): string => {
  const plain = foldText(text);
  const found = (options ?? []).find(({ value, label }) => [value, label.es, label.en].some((word) => word && foldText(word) === plain));
  if (!found) throw wrong('CELL_CHOICE', text);
  return found.value;
};
/** What a text answers to a question. */
export const answerOf = (question: Pick<EventQuestion, 'type' | 'options'>, text: string): AnswerValue => {
  switch (question.type) {
    case 'number':
      return numberIn(text);
    case 'boolean':
      return yesOrNo(text);
    case 'select':
      return optionIn(question, text);
    case 'multiselect':
      return text
        .split(/[,;|]/)
        .map((part) => part.trim())
        .filter(Boolean)
        .map((part) => optionIn(question, part));
    default:
      return text;
  }
};
