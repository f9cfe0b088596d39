import { useEffect, useRef } from 'react';
import type { AnyResource } from '@/schema';
import { useRegistry } from '../../fields/kit/AppContext';
import { useWords } from '../../fields/kit/useWords';
import { focusPath } from './fieldIds';
import type { FormProblem } from './problems';
import { usePathLabel } from './usePathLabel';

export interface ErrorSummaryProps {
  readonly form: string;
  readonly resource: AnyResource;
  readonly problems: readonly FormProblem[];
  /** Counts failed saves: each scrolls to the summary. */
  readonly attempt: number;
}
/** Everything that prevents a save, each line with a link to its field; problems without a visible field are shown here. */
export const ErrorSummary = ({ form, resource, problems, attempt }: ErrorSummaryProps) => {
  const { t } = useWords();
  const labelOf = usePathLabel(resource, useRegistry());
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (attempt > 0) {
      box.current?.scrollIntoView?.({ block: 'nearest' });
      box.current?.focus({ preventScroll: true });
    }
  }, [attempt]);
  if (problems.length === 0) return null;
  return (
    <div ref={box} className="form-summary" role="alert" tabIndex={-1}>
      <strong>{t('form.problems', { count: problems.length })}</strong>
      <ul>
        {problems.map(({ path, text }) => {
          const label = labelOf(path);
          return (
            <li key={`${path} ${text}`}>
              {label ? (
                <button type="button" className="form-link" onClick={() => focusPath(form, path)}>
                  {label}
                </button>
              ) : null}
              {label ? ': ' : ''}
              {text}
            </li>
          );
        })}
      </ul>
    </div>
  );
};
