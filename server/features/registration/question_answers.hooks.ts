import { event_questions, type EventQuestion } from '@/resources/event_questions/event_questions';
import { inscriptions } from '@/resources/inscriptions/inscriptions';
import { question_answers } from '@/resources/question_answers/question_answers';
import { foldText } from '@/schema/foldText';
import { createServerRow, editServerRow } from '../../api/write/serverRow';
import { readStored } from '../../api/list/stored';
import { defineHooks } from '../../kernel/defineHooks';
import { invalid, problemAt } from '../../kernel/DomainError';
import type { Row } from '../../kernel/Row';
import type { Transaction } from '../../kernel/transaction';

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
const optionIn = ({ options }: EventQuestion, text: string): string => {
  const plain = foldText(text);
  const found = (options ?? []).find(({ value, label }) => [value, label.es, label.en].some((word) => word && foldText(word) === plain));
  if (!found) throw wrong('CELL_CHOICE', text);
  return found.value;
};
/** What a text answers to a question. */
const answerOf = (question: EventQuestion, text: string): unknown => {
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

const answered = async (tx: Transaction, values: Row): Promise<Row> => {
  const question = await readStored(tx, event_questions, Number(values['questionid'] ?? 0));
  if (!question) throw invalid([problemAt('questionid', 'REQUIRED')]);
  const { value } = values;
  return typeof value === 'string' ? { ...values, value: answerOf(question, value) } : values;
};

/** Answers come from athletes, and from files of those who asked elsewhere. */
export const questionAnswersHooks = defineHooks(question_answers, {
  imports: {
    create: async ({ tx }, values) => {
      const inscription = await readStored(tx, inscriptions, Number(values['inscriptionid'] ?? 0));
      if (!inscription) throw invalid([problemAt('inscriptionid', 'REQUIRED')]);
      return createServerRow(tx, question_answers, await answered(tx, { ...values, eventid: inscription.eventid }));
    },
    edit: async ({ tx, values }, before, changes) => {
      const { value } = await answered(tx, { ...changes, questionid: values['questionid'] });
      await editServerRow(tx, question_answers, before, { value });
    },
  },
});
