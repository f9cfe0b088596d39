/** What decides whether a question is asked, and whether an answer fits it. */
export interface AskedQuestion {
  readonly questionid: number;
  readonly type: string;
  readonly options: readonly { readonly value: string }[] | null;
  readonly required: boolean;
  /** Empty: all distances. */
  readonly distanceids: readonly number[] | null;
  readonly visible_if_questionid: number | null;
  readonly visible_if_op: string | null;
  readonly visible_if_value: string | null;
  readonly min: number | null;
  readonly max: number | null;
  readonly regex: string | null;
  readonly active: boolean;
}
/** A question as it is asked, with its words. */
export interface WordedQuestion extends AskedQuestion {
  readonly label: Words;
  readonly help: Words | null;
  readonly options: readonly { readonly value: string; readonly label: Words }[] | null;
  readonly ask_at: string | null;
  readonly sensitive: boolean;
  readonly admin_only: boolean;
}
type Words = { readonly es: string; readonly en?: string | undefined };
/** An answer as it is stored: a text, a number, a yes or no, or the chosen values. */
export type AnswerValue = string | number | boolean | readonly string[];
/** Answers by the key of their question. */
export type Answers = ReadonlyMap<number, AnswerValue>;
/** Why an answer does not fit its question. */
export type AnswerProblem = 'REQUIRED' | 'ANSWER_CHOICE' | 'ANSWER_RANGE' | 'ANSWER_LENGTH' | 'ANSWER_FORMAT';

/** A stored value as an answer; undefined when it is none. */
export const answerIn = (value: unknown): AnswerValue | undefined => {
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return value;
  return Array.isArray(value) ? value.map(String) : undefined;
};
const isEmpty = (answer: AnswerValue | undefined): boolean =>
  answer === undefined || answer === '' || (Array.isArray(answer) && answer.length === 0);
const text = (answer: AnswerValue): string => (Array.isArray(answer) ? answer.join(', ') : String(answer));

const holds = ({ visible_if_op: op, visible_if_value: wanted }: AskedQuestion, answer: AnswerValue | undefined): boolean => {
  if (answer === undefined || isEmpty(answer)) return op === 'not';
  if (op === 'answered' || op === null) return true;
  if (op === 'has') return Array.isArray(answer) ? answer.includes(wanted ?? '') : text(answer).includes(wanted ?? '');
  return (text(answer) === wanted) === (op === 'eq');
};

/** The questions that a registration for a distance is asked, given its answers so far: a condition on a question that is not asked is not met. */
export const questionsFor = <Q extends AskedQuestion>(questions: readonly Q[], distanceid: number, answers: Answers): readonly Q[] => {
  const byId = new Map(questions.map((question) => [question.questionid, question]));
  const isAsked = (question: Q, above: ReadonlySet<number>): boolean => {
    if (!question.active || (question.distanceids?.length && !question.distanceids.includes(distanceid))) return false;
    if (question.visible_if_questionid === null) return true;
    const parent = byId.get(question.visible_if_questionid);
    if (!parent || above.has(parent.questionid)) return false;
    return isAsked(parent, new Set([...above, question.questionid])) && holds(question, answers.get(parent.questionid));
  };
  return questions.filter((question) => isAsked(question, new Set()));
};

const isDay = (answer: string): boolean => /^\d{4}-\d\d-\d\d$/.test(answer) && !Number.isNaN(Date.parse(answer));
const formats: Readonly<Record<string, (answer: string) => boolean>> = {
  email: (answer) => /^[^\s@]+@[^\s@]+\.[^\s@]{2,}$/.test(answer),
  phone: (answer) => answer.replace(/\D/g, '').length >= 10,
  date: isDay,
};
const isWithin = (size: number, { min, max }: AskedQuestion): boolean => size >= (min ?? -Infinity) && size <= (max ?? Infinity);

const problemOfText = (question: AskedQuestion, answer: string): AnswerProblem | null => {
  const isFormed = formats[question.type]?.(answer) ?? true;
  if (!isFormed) return 'ANSWER_FORMAT';
  return ['text', 'textarea'].includes(question.type) && !isWithin(answer.length, question) ? 'ANSWER_LENGTH' : null;
};

/** Why an answer does not fit its question, if it does not. The pattern of a question is judged where it can be stopped when it takes long. */
export const problemOfAnswer = (question: AskedQuestion, answer: AnswerValue | undefined): AnswerProblem | null => {
  if (answer === undefined || isEmpty(answer)) return question.required ? 'REQUIRED' : null;
  const known = new Set((question.options ?? []).map(({ value }) => value));
  switch (question.type) {
    case 'number':
      return typeof answer === 'number' && isWithin(answer, question) ? null : 'ANSWER_RANGE';
    case 'boolean':
      return typeof answer === 'boolean' ? null : 'ANSWER_CHOICE';
    case 'select':
      return known.has(text(answer)) ? null : 'ANSWER_CHOICE';
    case 'multiselect':
      if (!Array.isArray(answer) || !answer.every((each) => known.has(each))) return 'ANSWER_CHOICE';
      return isWithin(answer.length, question) ? null : 'ANSWER_RANGE';
    default:
      return problemOfText(question, text(answer));
  }
};
