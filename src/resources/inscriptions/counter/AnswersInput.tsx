import { useList, type BaseRecord, type HttpError } from '@refinedev/core';
import { useState } from 'react';
import type { InputProps } from '@/fields/kit/contracts';
import { useNestedProblems } from '@/fields/kit/NestedProblems';
import { useWords } from '@/fields/kit/useWords';
import { numberIn } from '@/schema/unknown';
import { QuestionsPart } from './QuestionsPart';
import { useQuestions } from './useQuestions';
import type { TypedAnswers } from './useRegistration';

const most = 100;
/** A stored answer as the text that is typed. */
const textOf = (value: unknown): string | null => {
  if (value === null || value === undefined) return null;
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return Array.isArray(value) ? value.join(';') : String(value);
};
const useStored = (inscriptionid: number | null): TypedAnswers | undefined => {
  const { query, result } = useList<BaseRecord, HttpError>({
    resource: 'question_answers',
    dataProviderName: 'inscription',
    filters: [{ field: 'inscriptionid', operator: 'eq', value: inscriptionid }],
    pagination: { currentPage: 1, pageSize: most },
    meta: { columns: ['questionid', 'value'], count: false },
    queryOptions: { enabled: inscriptionid !== null },
    errorNotification: false,
  });
  return query.data ? Object.fromEntries(result.data.map((row) => [Number(row['questionid']), textOf(row['value'])])) : undefined;
};

/** The questions of an event with the answers of one registration, of which only what was changed is sent. */
export const AnswersInput = ({ id = '', draft, onChange }: InputProps) => {
  const { t } = useWords();
  const stored = useStored(numberIn(draft['inscriptionid']));
  const [changed, setChanged] = useState<TypedAnswers>({});
  const answers = { ...stored, ...changed };
  const questions = useQuestions(numberIn(draft['eventid']), numberIn(draft['distanceid']), answers);
  const problems = useNestedProblems().map(({ path, text }) => ({ path: `answers.${path}`, text }));
  const answer = (questionid: number, value: string | null): void => {
    const next = { ...changed, [questionid]: value };
    setChanged(next);
    onChange?.(Object.entries(next).map(([key, typed]) => ({ questionid: Number(key), value: typed })));
  };
  if (!stored) return <span className="input-loading" aria-hidden="true" />;
  if (questions.length === 0) return <p>{t('inscriptions.counter.noQuestions')}</p>;
  return (
    <div className="form-sections" id={id} tabIndex={-1}>
      <QuestionsPart
        form={id}
        questions={questions}
        answers={answers}
        problems={problems}
        sent={Object.keys(changed).map(Number)}
        onAnswer={answer}
      />
    </div>
  );
};
