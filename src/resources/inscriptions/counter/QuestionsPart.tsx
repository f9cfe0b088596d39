import type { WordedQuestion } from '@/domain/registration/questions';
import { useWords } from '@/fields/kit/useWords';
import { inputId } from '@/views/form/fieldIds';
import type { FormProblem } from '@/views/form/problems';
import { AnswerInput } from './AnswerInput';
import type { TypedAnswers } from './useRegistration';

export interface QuestionsPartProps {
  readonly form: string;
  readonly questions: readonly WordedQuestion[];
  readonly answers: TypedAnswers;
  readonly problems: readonly FormProblem[];
  /** The questions that were sent, in their order: problems name their place. */
  readonly sent: readonly number[];
  readonly onAnswer: (questionid: number, value: string | null) => void;
}
/** The questions of an event to somebody who registers. */
export const QuestionsPart = ({ form, questions, answers, problems, sent, onAnswer }: QuestionsPartProps) => {
  const { t, locale } = useWords();
  const missing = problems.some(({ path }) => path === 'answers');
  return questions.map((question) => {
    const { questionid, label, help, required } = question,
      id = inputId(form, `answers.${questionid}`);
    const isMissing = missing && required && question.ask_at === 'checkout' && !answers[questionid];
    const wrong = isMissing
      ? t('validation.required')
      : problems.find(({ path }) => path === `answers.${sent.indexOf(questionid)}.value`)?.text;
    const notes = [help && `${id}-help`, wrong && `${id}-error`].filter(Boolean).join(' ');
    return (
      <div className="form-field" key={questionid} data-invalid={wrong ? true : undefined}>
        <label className="form-label" htmlFor={id}>
          {label[locale] || label.es}
          {required && question.ask_at === 'checkout' ? (
            <span className="form-required" aria-hidden="true">
              {' '}
              *
            </span>
          ) : null}
        </label>
        <AnswerInput
          question={question}
          id={id}
          value={answers[questionid]}
          isInvalid={Boolean(wrong)}
          describedBy={notes || undefined}
          onChange={(value) => onAnswer(questionid, value)}
        />
        {help ? (
          <div className="form-help" id={`${id}-help`}>
            {help[locale] || help.es}
          </div>
        ) : null}
        {wrong ? (
          <div className="form-field-error" id={`${id}-error`}>
            {wrong}
          </div>
        ) : null}
      </div>
    );
  });
};
