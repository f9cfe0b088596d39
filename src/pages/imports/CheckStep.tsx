import { Button } from '@/frame/antd/Button';
import { useRef, useState } from 'react';
import { useGrants } from '@/fields/kit/AppContext';
import { failureOf } from '@/fields/kit/failureOf';
import { useWords } from '@/fields/kit/useWords';
import { takesFiles } from '@/schema/access';
import { formatNumber } from '@/words/format';
import { isWorking, type DescribedImport, type RowFilter } from './importApi';
import { RowCounts } from './RowCounts';
import { RowsTable } from './RowsTable';
import { useImportCalls, useImportFile } from './useImportCalls';
import { WorkProgress } from './WorkProgress';

interface CheckStepProps {
  readonly job: DescribedImport;
  readonly reread: () => Promise<DescribedImport | undefined>;
  readonly onBack: () => void;
  readonly onNext: () => void;
}
interface AskingProps extends Pick<CheckStepProps, 'job' | 'reread'> {
  readonly onRefused: (text: string | undefined) => void;
}

/** Whether people who were found by their names are the same: asked for all of them at once. */
const Proposals = ({ job, reread, onRefused }: AskingProps) => {
  const { t, locale } = useWords();
  const { act } = useImportCalls();
  const { proposed } = job.totals;
  const [isBusy, setBusy] = useState(false);
  if (proposed === 0) return null;
  const decide = async (decision: 'accept' | 'new'): Promise<void> => {
    setBusy(true);
    onRefused(undefined);
    try {
      await act(job.import_jobid, 'decide_people', { decision });
    } catch (error) {
      onRefused(failureOf(error).message);
    }
    await reread();
    setBusy(false);
  };
  return (
    <div className="imp-proposals">
      <p>{t('import_jobs.people.lead', { count: proposed, number: formatNumber(proposed, locale) })}</p>
      <div>
        <Button disabled={isBusy} onClick={() => void decide('accept')}>
          {t('import_jobs.people.allSame')}
        </Button>
        <Button disabled={isBusy} onClick={() => void decide('new')}>
          {t('import_jobs.people.allOther')}
        </Button>
      </div>
    </div>
  );
};

/** The refused rows as a file, and the same file corrected. */
const Corrections = ({ job, reread, onRefused }: AskingProps) => {
  const { t } = useWords();
  const save = useImportFile();
  const { uploadCorrection } = useImportCalls();
  const chooser = useRef<HTMLInputElement>(null);
  const [isBusy, setBusy] = useState(false);
  const grants = useGrants();
  if (job.totals.refused === 0 || !takesFiles(grants)) return null;
  const id = job.import_jobid;
  const download = (): void =>
    void save(`/${id}/refused.csv`, t('import_jobs.check.refusedName', { name: job.file_name })).catch(() =>
      onRefused(t('import_jobs.downloadFailed')),
    );
  const send = async (file: File): Promise<void> => {
    setBusy(true);
    onRefused(undefined);
    try {
      await uploadCorrection(id, file);
    } catch (error) {
      onRefused(failureOf(error).message);
    }
    await reread();
    setBusy(false);
  };
  return (
    <div className="imp-corrections">
      <span>{t('import_jobs.check.correctLead')}</span>
      <Button onClick={download}>{t('import_jobs.check.download')}</Button>
      <input
        ref={chooser}
        type="file"
        hidden
        aria-label={t('import_jobs.check.upload')}
        accept=".csv,.tsv,.txt,.xlsx,.ods"
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          target.value = '';
          if (file) void send(file);
        }}
      />
      <Button loading={isBusy} onClick={() => chooser.current?.click()}>
        {t('import_jobs.check.upload')}
      </Button>
    </div>
  );
};

/** The third step: what would become of every row, and correcting those that are refused. Nothing is written yet. */
export const CheckStep = ({ job, reread, onBack, onNext }: CheckStepProps) => {
  const { t, locale } = useWords();
  const [filter, setFilter] = useState<RowFilter>(job.totals.refused > 0 ? 'refused' : 'all');
  const [refusal, setRefusal] = useState<string>();
  if (isWorking(job)) return <WorkProgress job={job} reread={reread} />;
  const { totals } = job;
  const writes = totals.new + totals.changed;
  const asking = { job, reread, onRefused: setRefusal };
  return (
    <>
      <p className="imp-note">{t('import_jobs.check.lead')}</p>
      <RowCounts totals={totals} of={['all', 'new', 'changed', 'same', 'refused', 'proposed']} filter={filter} onFilter={setFilter} />
      <Proposals {...asking} />
      <Corrections {...asking} />
      {refusal ? (
        <div className="form-summary" role="alert">
          {refusal}
        </div>
      ) : null}
      <RowsTable key={filter} job={job} filter={filter} reread={reread} isEditable />
      <footer className="form-bar imp-bar">
        <span className="form-bar-state" role="status">
          {writes === 0
            ? t('import_jobs.check.nothing')
            : t('import_jobs.check.writes', { count: writes, number: formatNumber(writes, locale) })}
        </span>
        <Button onClick={onBack}>{t('import_jobs.check.back')}</Button>
        <Button type="primary" disabled={writes === 0} onClick={onNext}>
          {t('import_jobs.check.next')}
        </Button>
      </footer>
    </>
  );
};
