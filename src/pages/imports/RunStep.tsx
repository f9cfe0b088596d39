import { Button } from '@/frame/antd/Button';
import { useState } from 'react';
import { failureOf } from '@/fields/kit/failureOf';
import { useWords } from '@/fields/kit/useWords';
import { formatNumber } from '@/words/format';
import { isWorking, type DescribedImport } from './importApi';
import { Report } from './Report';
import { useImportCalls } from './useImportCalls';
import { WorkProgress } from './WorkProgress';

interface RunStepProps {
  readonly job: DescribedImport;
  readonly reread: () => Promise<DescribedImport | undefined>;
  readonly onBack: () => void;
}

/** What will be written, in numbers. */
const Consequences = ({ job: { totals, send_email, assign_numbers, charge, type } }: Pick<RunStepProps, 'job'>) => {
  const { t, locale } = useWords();
  const line = (key: string, count: number): readonly string[] =>
    count > 0 ? [t(`import_jobs.run.${key}`, { count, number: formatNumber(count, locale) })] : [];
  const ofRegistrations = type === 'inscriptions' && totals.new > 0;
  return (
    <ul className="imp-consequences">
      {[
        ...line('new', totals.new),
        ...line('changed', totals.changed),
        ...line('same', totals.same),
        ...line('refused', totals.refused),
        ...(ofRegistrations ? [t(`import_jobs.charges.${charge ?? 'none'}`)] : []),
        ...(ofRegistrations && charge !== 'none' ? [t(assign_numbers ? 'import_jobs.run.numbers' : 'import_jobs.run.noNumbers')] : []),
        ...(ofRegistrations ? [t(send_email ? 'import_jobs.run.mails' : 'import_jobs.run.noMails')] : []),
      ].map((text) => (
        <li key={text}>{text}</li>
      ))}
    </ul>
  );
};

/** The last step: what will be written, the work itself, and what came of it. */
export const RunStep = ({ job, reread, onBack }: RunStepProps) => {
  const { t, locale } = useWords();
  const { act } = useImportCalls();
  const [isStarting, setStarting] = useState(false);
  const [refusal, setRefusal] = useState<string>();
  if (isWorking(job)) return <WorkProgress job={job} reread={reread} />;
  if (job.status !== 'validated') return <Report job={job} reread={reread} />;
  const writes = job.totals.new + job.totals.changed;
  const run = async (): Promise<void> => {
    setStarting(true);
    setRefusal(undefined);
    try {
      await act(job.import_jobid, 'run');
    } catch (error) {
      setRefusal(failureOf(error).message);
    }
    await reread();
    setStarting(false);
  };
  return (
    <section className="imp-ready" aria-labelledby="imp-ready">
      <h2 id="imp-ready">{t('import_jobs.run.title')}</h2>
      <Consequences job={job} />
      <p className="imp-note">{t('import_jobs.run.undoable')}</p>
      {refusal ? (
        <div className="form-summary" role="alert">
          {refusal}
        </div>
      ) : null}
      <footer className="form-bar imp-bar">
        <span className="form-bar-state" />
        <Button onClick={onBack}>{t('import_jobs.run.back')}</Button>
        <Button type="primary" aria-busy={isStarting} disabled={writes === 0} onClick={() => void (isStarting || run())}>
          {t('import_jobs.run.go', { count: writes, number: formatNumber(writes, locale) })}
        </Button>
      </footer>
    </section>
  );
};
