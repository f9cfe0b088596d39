import { setSteps, type SetState, type SetStep } from '@/domain/results/steps';
import { useWords } from '@/fields/kit/useWords';
import { formatNumber } from '@/words/format';

interface SetStepsProps {
  readonly set: SetState;
  readonly next: SetStep | null;
}
/** Whether a step is done. */
const isDone = (step: SetStep, set: SetState): boolean => {
  if (step === 'load') return set.results_count > 0;
  if (step === 'match') return set.results_count > 0 && set.unmatched_count === 0;
  if (step === 'check') return set.results_count > 0 && set.problems_count === 0;
  if (step === 'publish') return set.status === 'provisional' || set.status === 'official';
  return set.status === 'official';
};
const countOf = { load: 'results_count', match: 'unmatched_count', check: 'problems_count', publish: null, official: null } as const;

/** The way from a file to official results, with what each step has left. */
export const SetSteps = ({ set, next }: SetStepsProps) => {
  const { t, locale } = useWords();
  const stateOf = (step: SetStep): string => {
    const field = countOf[step];
    if (step === 'load' || (field && !isDone(step, set)))
      return t(`result_sets.page.state.${step}`, { number: formatNumber(field ? set[field] : 0, locale) });
    if (step === 'publish' || step === 'official')
      return t(
        isDone(step, set)
          ? `result_sets.page.state.${step}`
          : step === 'publish'
            ? 'result_sets.page.done.publish'
            : 'result_sets.page.notYet',
      );
    return t(`result_sets.page.done.${step}`);
  };
  return (
    <nav aria-label={t('result_sets.page.steps')}>
      <ol className="set-steps">
        {setSteps.map((step, at) => {
          const done = isDone(step, set);
          return (
            <li key={step} data-state={step === next ? 'here' : done ? 'past' : 'ahead'} aria-current={step === next ? 'step' : undefined}>
              <b aria-hidden="true">{done ? '✓' : at + 1}</b>
              <span>
                <strong>{t(`result_sets.page.step.${step}`)}</strong>
                <small>{stateOf(step)}</small>
              </span>
            </li>
          );
        })}
      </ol>
    </nav>
  );
};
