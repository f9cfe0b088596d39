import { Button } from '@/frame/antd/Button';
import { lazy, Suspense, useState } from 'react';
import { failureOf } from '@/fields/kit/failureOf';
import { useRegistry } from '@/fields/kit/AppContext';
import { useWords } from '@/fields/kit/useWords';
import { formatNumber } from '@/words/format';
import { ColumnsTable } from './ColumnsTable';
import { FixedValues } from './FixedValues';
import { ImportOptions } from './ImportOptions';
import type { DescribedImport } from './importApi';
import { emptyMapping, missingFields } from './mappingDraft';
import { useImportCalls } from './useImportCalls';
import { useSettings } from './useSettings';

const ActionDialog = lazy(async () => ({ default: (await import('@/views/action/ActionDialog')).ActionDialog }));

interface ColumnsStepProps {
  readonly job: DescribedImport;
  readonly reread: () => Promise<DescribedImport | undefined>;
  /** Opens the check, which begins. */
  readonly onChecked: () => void;
}

/** What of the file was found to be no row, and on which sheet it was read. */
const FileNotes = ({ job: { reading, sheets, skipped, totals } }: Pick<ColumnsStepProps, 'job'>) => {
  const { t, locale } = useWords();
  const others = reading.sheet === undefined ? [] : sheets.filter(({ name }) => name !== reading.sheet).map(({ name }) => name);
  const notes = [
    t('import_jobs.columns.rows', { count: totals.rows, number: formatNumber(totals.rows, locale) }),
    ...(reading.sheet !== undefined && sheets.length > 0 ? [t('import_jobs.columns.sheet', { name: reading.sheet })] : []),
    ...(others.length > 0 ? [t('import_jobs.columns.otherSheets', { names: others.join(', ') })] : []),
    ...(skipped.length > 0 ? [t('import_jobs.columns.skipped', { lines: skipped.map(({ line }) => line).join(', ') })] : []),
  ];
  return <p className="imp-note">{notes.join(' · ')}</p>;
};

/** Asks for the name under which the columns are kept for the next file of this kind. */
const KeepTemplate = ({ job, reread, onClose }: Pick<ColumnsStepProps, 'job' | 'reread'> & { readonly onClose: () => void }) => (
  <Suspense fallback={null}>
    <ActionDialog
      resource={useRegistry().get('import_jobs')}
      action="keep_template"
      target={{ ids: [job.import_jobid] }}
      onClose={() => {
        onClose();
        void reread();
      }}
    />
  </Suspense>
);

/** The second step: which column fills which field, and what is done with rows that are there already. */
export const ColumnsStep = ({ job, reread, onChecked }: ColumnsStepProps) => {
  const { t, locale } = useWords();
  const { act } = useImportCalls();
  const { settings, problems, isSaving, change, settled } = useSettings(job, reread);
  const [isStarting, setStarting] = useState(false);
  const [refusal, setRefusal] = useState<string>();
  const [isKeeping, setKeeping] = useState(false);
  const mapping = settings.mapping ?? emptyMapping(job.offered.resource);
  const used = mapping.columns.filter(({ field }) => field !== null).length;
  const missing = missingFields(job.offered, settings);
  const check = async (): Promise<void> => {
    setRefusal(undefined);
    setStarting(true);
    try {
      if (await settled()) {
        await act(job.import_jobid, 'rehearse');
        await reread();
        onChecked();
      }
    } catch (error) {
      setRefusal(failureOf(error).message);
    }
    setStarting(false);
  };
  const loose = problems.filter(({ path }) => !/^(mapping\.|mode$|match_key$|charge$)/.test(path));
  const said = [...(refusal ? [refusal] : []), ...loose.map(({ text }) => text)];
  return (
    <>
      <FileNotes job={job} />
      {job.template_name ? <p className="imp-hint">{t('import_jobs.columns.template', { name: job.template_name })}</p> : null}
      {job.status === 'failed' && job.reason ? (
        <div className="form-summary" role="alert">
          {job.reason.message}
        </div>
      ) : null}
      <ImportOptions job={job} settings={settings} problems={problems} onChange={change} />
      <section className="imp-part" aria-labelledby="imp-columns">
        <h2 id="imp-columns">
          {t('import_jobs.columns.title')}{' '}
          <small>
            {t('import_jobs.columns.used', { used: formatNumber(used, locale), total: formatNumber(job.columns.length, locale) })}
          </small>
        </h2>
        <ColumnsTable job={job} mapping={mapping} problems={problems} onChange={(next) => change({ mapping: next })} />
      </section>
      <FixedValues offered={job.offered} mapping={mapping} missing={missing} onChange={(next) => change({ mapping: next })} />
      {said.length > 0 ? (
        <div className="form-summary" role="alert">
          {said.join(' ')}
        </div>
      ) : null}
      <footer className="form-bar imp-bar">
        <span className="form-bar-state" role="status">
          {isSaving
            ? t('import_jobs.columns.saving')
            : problems.length > 0
              ? t('import_jobs.columns.unsaved')
              : t('import_jobs.columns.saved')}
        </span>
        <Button onClick={() => setKeeping(true)}>{t('import_jobs.actions.keep_template')}</Button>
        <Button type="primary" aria-busy={isStarting} disabled={used === 0} onClick={() => void (isStarting || check())}>
          {t('import_jobs.columns.check', { count: job.totals.rows, number: formatNumber(job.totals.rows, locale) })}
        </Button>
      </footer>
      {isKeeping ? <KeepTemplate job={job} reread={reread} onClose={() => setKeeping(false)} /> : null}
    </>
  );
};
