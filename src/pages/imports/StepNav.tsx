import { useWords } from '@/fields/kit/useWords';
import { importSteps, type ImportStep } from './importSteps';

interface StepNavProps {
  readonly at: ImportStep;
  readonly open: readonly ImportStep[];
  readonly onOpen: (step: ImportStep) => void;
}
/** Where an import is; steps that can be opened now are buttons. */
export const StepNav = ({ at, open, onOpen }: StepNavProps) => {
  const { t } = useWords();
  const here = importSteps.indexOf(at);
  return (
    <nav aria-label={t('import_jobs.steps.label')}>
      <ol className="imp-steps">
        {importSteps.map((step, place) => {
          const words = (
            <>
              <b aria-hidden="true">{place + 1}</b>
              <span>{t(`import_jobs.steps.${step}`)}</span>
            </>
          );
          return (
            <li
              key={step}
              data-state={place < here ? 'past' : place === here ? 'here' : 'ahead'}
              aria-current={place === here ? 'step' : undefined}
            >
              {place !== here && open.includes(step) ? (
                <button type="button" onClick={() => onOpen(step)}>
                  {words}
                </button>
              ) : (
                words
              )}
            </li>
          );
        })}
      </ol>
    </nav>
  );
};
