import { Button } from '@/frame/antd/Button';
import { useState } from 'react';
import { failureOf } from '@/fields/kit/failureOf';
import { useWords } from '@/fields/kit/useWords';
import { formatNumber } from '@/words/format';
import type { DescribedImport } from './importApi';
import { useImportCalls } from './useImportCalls';

interface WorkProgressProps {
  readonly job: DescribedImport;
  readonly reread: () => Promise<unknown>;
}
/** How far the server is; the person may stop it or leave. */
export const WorkProgress = ({ job, reread }: WorkProgressProps) => {
  const { t, locale } = useWords();
  const { act } = useImportCalls();
  const [refusal, setRefusal] = useState<string>();
  const { done, total } = job.progress;
  const task = t(`import_jobs.work.${job.task ?? 'run'}`);
  const stop = async (): Promise<void> => {
    setRefusal(undefined);
    try {
      await act(job.import_jobid, 'stop');
    } catch (error) {
      setRefusal(failureOf(error).message);
    }
    await reread();
  };
  return (
    <div className="imp-work run">
      <h2>{task}</h2>
      <progress max={Math.max(total, 1)} value={done} aria-label={task} />
      <p role="status">{t('import_jobs.work.of', { done: formatNumber(done, locale), total: formatNumber(total, locale) })}</p>
      <p className="imp-note">{t('import_jobs.work.away')}</p>
      {refusal ? (
        <div className="form-summary" role="alert">
          {refusal}
        </div>
      ) : null}
      {job.actions.includes('stop') ? (
        <div>
          <Button onClick={() => void stop()}>{t('import_jobs.actions.stop')}</Button>
        </div>
      ) : null}
    </div>
  );
};
