import { answerIn, problemOfAnswer, questionsFor, type AnswerValue } from '@/domain/registration/questions';
import { event_questions } from '@/resources/event_questions/event_questions';
import type { Inscription } from '@/resources/inscriptions/inscriptions';
import { question_answers } from '@/resources/question_answers/question_answers';
import { readAllStored } from '../../api/list/stored';
import { removeRow } from '../../api/write/columns';
import { createServerRow, editServerRow } from '../../api/write/serverRow';
import { columnsOf } from '../../kernel/columnsOf';
import { DomainError, forbidden, invalid, problemAt } from '../../kernel/DomainError';
import type { Row } from '../../kernel/Row';
import { pick, select, selectAll, selectOne, value, type Selected } from '../../kernel/select';
import { sql } from '../../kernel/sql';
import type { Transaction } from '../../kernel/transaction';
import { addLog } from '../log/log';
import { answerOf } from './answerOf';

const q = columnsOf(event_questions, 'q');
const a = columnsOf(question_answers, 'a');

/** An answer as people type it; empty takes it away. */
export interface GivenAnswer {
  readonly questionid: number;
  readonly value?: string | null | undefined;
}
type Registered = Pick<Inscription, 'inscriptionid' | 'eventid' | 'distanceid'>;
const pathAt = (at: number): string => `input.answers.${at}.value`;

const shape = pick(
  q,
  'questionid',
  'type',
  'options',
  'required',
  'distanceids',
  'ask_at',
  'visible_if_questionid',
  'visible_if_op',
  'visible_if_value',
  'min',
  'max',
  'regex',
  'sensitive',
  'admin_only',
  'active',
);
type Question = Selected<typeof shape>;
const questionsOf = (tx: Transaction, eventid: number): Promise<readonly Question[]> =>
  select(tx, shape, sql`from ${q} where ${q.eventid} = ${eventid} and ${q.deleted_at} is null`);
const answersOf = async (tx: Transaction, inscriptionid: number): Promise<ReadonlyMap<number, Row>> => {
  const ids = await selectAll(
    tx,
    a.question_answerid,
    sql`from ${a} where ${a.inscriptionid} = ${inscriptionid} and ${a.deleted_at} is null order by ${a.question_answerid} for no key update`,
  );
  return new Map([...(await readAllStored(tx, question_answers, ids))].map(([, { row }]) => [Number(row['questionid']), row]));
};

/** Answers about health or contact, and notes for administrators, take the key of administrators. */
const mayAnswer = (tx: Transaction, { sensitive, admin_only }: Question): boolean =>
  !(sensitive || admin_only) || tx.grants.keys['event-admin-inscription'] === 'edit';

const readGiven = (question: Question, text: string, at: number): AnswerValue => {
  try {
    return answerOf(question, text);
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    throw invalid([problemAt(pathAt(at), question.type === 'number' ? 'ANSWER_RANGE' : 'ANSWER_CHOICE')]);
  }
};

/** Patterns are judged by the database, whose time is limited and whose expressions do not explode. */
const judgePattern = async (tx: Transaction, { regex }: Question, answer: AnswerValue, at: number): Promise<void> => {
  if (!regex) return;
  await tx.client.query('savepoint pattern');
  try {
    const found = await selectOne(tx, { fits: value<boolean>(sql`${String(answer)}::text ~ ${`^(?:${regex})$`}::text`) }, sql``);
    await tx.client.query('release savepoint pattern');
    if (found?.fits === false) throw invalid([problemAt(pathAt(at), 'ANSWER_FORMAT')]);
  } catch (error) {
    if (error instanceof DomainError) throw error;
    await tx.client.query('rollback to savepoint pattern; release savepoint pattern'); // a pattern that only browsers understand judges nothing here
  }
};

interface Said {
  readonly question: Question;
  readonly at: number;
  readonly answer: AnswerValue | undefined;
}
const read = (tx: Transaction, questions: readonly Question[], given: readonly GivenAnswer[]): readonly Said[] =>
  given.map(({ questionid, value: typed }, at) => {
    const question = questions.find((each) => each.questionid === questionid);
    if (!question) throw invalid([problemAt(`input.answers.${at}.questionid`, 'QUESTION_NOT_ASKED')]);
    if (!mayAnswer(tx, question)) throw forbidden([problemAt(pathAt(at), 'FORBIDDEN')]);
    const text = typed?.trim() ?? '';
    return { question, at, answer: text === '' ? undefined : readGiven(question, text, at) };
  });

/** What is wrong with the answers of a registration after these were given; required ones that nobody was asked at this moment may be missing. */
const judge = async (tx: Transaction, asked: readonly Question[], said: readonly Said[], isNew: boolean): Promise<void> => {
  const problems = said.flatMap(({ question, at, answer }) => {
    if (!asked.includes(question)) return answer === undefined ? [] : [problemAt(pathAt(at), 'QUESTION_NOT_ASKED')];
    const code = problemOfAnswer(question, answer);
    return code === null ? [] : [problemAt(pathAt(at), code)];
  });
  const isSaid = (question: Question): boolean => said.some((each) => each.question === question);
  const missing = isNew
    ? asked.filter((question) => question.required && question.ask_at === 'checkout' && mayAnswer(tx, question) && !isSaid(question))
    : [];
  if (missing.length > 0) problems.push(problemAt('input.answers', 'REQUIRED'));
  if (problems.length > 0) throw invalid(problems);
  for (const { question, answer, at } of said) if (answer !== undefined) await judgePattern(tx, question, answer, at);
};

const write = async (tx: Transaction, registered: Registered, said: readonly Said[], before: ReadonlyMap<number, Row>) => {
  const { inscriptionid, eventid } = registered;
  const changes: { readonly field: string; readonly old?: unknown; readonly new?: unknown }[] = [];
  for (const { question, answer } of said) {
    const row = before.get(question.questionid),
      old = row?.['value'] ?? null;
    if (JSON.stringify(old) === JSON.stringify(answer ?? null)) continue;
    if (answer === undefined && row) await removeRow(tx, question_answers, Number(row['question_answerid']));
    else if (row) await editServerRow(tx, question_answers, row, { value: answer });
    else await createServerRow(tx, question_answers, { inscriptionid, eventid, questionid: question.questionid, value: answer });
    const isPlain = !(question.sensitive || question.admin_only);
    changes.push({ field: `question:${question.questionid}`, ...(isPlain && { old, new: answer ?? null }) });
  }
  if (changes.length > 0) await addLog(tx, registered, { status: 'questions_saved', changes });
  return changes.length;
};

/**
 * Stores answers of a registration, in place of those that it has to the same questions, and answers how many changed. Everything is
 * refused if one of them does not fit its question.
 */
export const saveAnswers = async (
  tx: Transaction,
  registered: Registered,
  given: readonly GivenAnswer[],
  { isNew = false } = {},
): Promise<number> => {
  const questions = await questionsOf(tx, registered.eventid);
  if (questions.length === 0 && given.length === 0) return 0;
  const before = await answersOf(tx, registered.inscriptionid);
  const said = read(tx, questions, given);
  const answers = new Map<number, AnswerValue>();
  for (const [id, row] of before) {
    const answer = answerIn(row['value']);
    if (answer !== undefined) answers.set(id, answer);
  }
  for (const { question, answer } of said) {
    if (answer === undefined) answers.delete(question.questionid);
    else answers.set(question.questionid, answer);
  }
  await judge(tx, questionsFor(questions, registered.distanceid, answers), said, isNew);
  return write(tx, registered, said, before);
};
