import { useList, type BaseRecord, type HttpError } from '@refinedev/core';
import { questionsFor, type AnswerValue, type WordedQuestion } from '@/domain/registration/questions';
import { useGrants, useRegistry } from '@/fields/kit/AppContext';
import { can } from '@/schema/project/access';
import type { TypedAnswers } from './useRegistration';

const most = 100;
const columns = [
  'label',
  'help',
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
];
/** A typed answer as conditions of other questions read it. */
const valueOf = ({ type }: WordedQuestion, typed: string): AnswerValue =>
  type === 'boolean' ? typed === 'yes' || typed === 'true' : type === 'multiselect' ? typed.split(';') : typed;

/** The questions that the counter asks for a distance, in their order; without those about health for people who may not answer them, and without files. */
export const useQuestions = (eventid: number | null, distanceid: number | null, answers: TypedAnswers): readonly WordedQuestion[] => {
  const grants = useGrants();
  const isAllowed = can(grants, 'list', useRegistry().get('event_questions'));
  const { result } = useList<WordedQuestion & BaseRecord, HttpError>({
    resource: 'event_questions',
    dataProviderName: 'event',
    filters: [
      { field: 'eventid', operator: 'eq', value: eventid },
      { field: 'active', operator: 'eq', value: true },
    ],
    sorters: [{ field: 'sort', order: 'asc' }],
    pagination: { currentPage: 1, pageSize: most },
    meta: { columns, count: false },
    queryOptions: { enabled: isAllowed && eventid !== null },
    errorNotification: false,
  });
  if (distanceid === null) return [];
  const isChief = grants.keys['event-admin-inscription'] === 'edit';
  const open = result.data.filter(({ type, sensitive, admin_only }) => type !== 'file' && (isChief || !(sensitive || admin_only)));
  const said = open.flatMap((question) => {
    const typed = answers[question.questionid];
    return typed ? [[question.questionid, valueOf(question, typed)] as const] : [];
  });
  return questionsFor(open, distanceid, new Map(said));
};
