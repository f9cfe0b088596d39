import { event_questions } from '@/resources/event_questions/event_questions';
import { inscriptions } from '@/resources/inscriptions/inscriptions';
import { question_answers } from '@/resources/question_answers/question_answers';
import { createServerRow, editServerRow } from '../../api/write/serverRow';
import { readStored } from '../../api/list/stored';
import { answerOf } from './answerOf';
import { defineHooks } from '../../kernel/defineHooks';
import { invalid, problemAt } from '../../kernel/DomainError';
import type { Row } from '../../kernel/Row';
import type { Transaction } from '../../kernel/transaction';

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
