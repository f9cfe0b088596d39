import { Button } from '@/frame/antd/Button';
import { useState } from 'react';
import { Link } from 'react-router';
import { useGrants, useRegistry } from '@/fields/kit/AppContext';
import { failureOf } from '@/fields/kit/failureOf';
import { pathTo } from '@/fields/kit/paths';
import { useWords } from '@/fields/kit/useWords';
import { toast } from '@/providers/notification/toaster';
import { takesFiles } from '@/schema/access';
import { can } from '@/schema/project/access';
import { formatInstant, formatNumber } from '@/words/format';
import type { DescribedImport, RowFilter } from './importApi';
import { RowCounts } from './RowCounts';
import { RowsTable } from './RowsTable';
import { UndoDialog } from './UndoDialog';
import { useImportCalls, useImportFile } from './useImportCalls';
import { useReport } from './useImport';

interface ReportProps {
  readonly job: DescribedImport;
  readonly reread: () => Promise<DescribedImport | undefined>;
}
/** What the title of the report says, by what became of the import. */
const titleOf = ({ status, task }: DescribedImport): string => (status === 'failed' ? (task === 'undo' ? 'undoFailed' : 'failed') : status);

const Letters = ({ job }: Pick<ReportProps, 'job'>) => {
  const { t } = useWords();
  const report = useReport(job.import_jobid, `${job.status} ${job.finished_at ?? ''}`);
  const letters = report?.letters ?? [];
  if (letters.length === 0) return null;
  return (
    <details className="imp-letters">
      <summary>{t('import_jobs.report.letters', { count: letters.length })}</summary>
      <ul>
        {letters.map(({ recordid, kind, sent_at }) => (
          <li key={`${recordid} ${kind} ${sent_at}`}>
            #{recordid} · {formatInstant(sent_at)}
          </li>
        ))}
      </ul>
    </details>
  );
};

/** Downloads, the list with the new records, going on with what was stopped, and undoing. */
const ReportTools = ({ job, reread }: ReportProps) => {
  const { t } = useWords();
  const { act } = useImportCalls();
  const save = useImportFile();
  const registry = useRegistry(),
    grants = useGrants();
  const [isUndoing, setUndoing] = useState(false);
  const resource = registry.find(job.offered.resource);
  const parent =
    job.eventid !== null && resource?.within === 'events' ? { resource: 'events', field: 'eventid', id: job.eventid } : undefined;
  const mayUndo = job.actions.includes('undo') && job.rollback_until !== null && Date.parse(job.rollback_until) > Date.now();
  const resume = async (): Promise<void> => {
    try {
      await act(job.import_jobid, job.task === 'undo' ? 'undo' : 'run');
    } catch (error) {
      toast('error', failureOf(error).message);
    }
    await reread();
  };
  return (
    <div className="imp-tools">
      {job.status === 'failed' ? (
        <Button type="primary" onClick={() => void resume()}>
          {t('import_jobs.report.resume')}
        </Button>
      ) : null}
      {resource && can(grants, 'list', resource) ? (
        <Link className="asd-button" to={pathTo(resource, 'list', { parent })}>
          {t('import_jobs.report.list', { name: t(`import_jobs.choices.type.${job.type}`) })}
        </Link>
      ) : null}
      {job.totals.refused > 0 && takesFiles(grants) ? (
        <Button
          onClick={() =>
            void save(`/${job.import_jobid}/refused.csv`, t('import_jobs.check.refusedName', { name: job.file_name })).catch(() =>
              toast('error', t('import_jobs.downloadFailed')),
            )
          }
        >
          {t('import_jobs.check.download')}
        </Button>
      ) : null}
      {mayUndo ? (
        <Button danger onClick={() => setUndoing(true)}>
          {t('import_jobs.report.undo')}
        </Button>
      ) : null}
      {isUndoing ? <UndoDialog job={job} reread={reread} onClose={() => setUndoing(false)} /> : null}
    </div>
  );
};

/** What came of an import: its totals, its rows, the file of what was refused, and undoing while that is possible. */
export const Report = ({ job, reread }: ReportProps) => {
  const { t, locale } = useWords();
  const isUndone = job.status === 'rolled_back';
  const [filter, setFilter] = useState<RowFilter>(
    job.totals.stayed > 0 ? 'stayed' : job.totals.refused > 0 && !isUndone ? 'refused' : 'all',
  );
  const { totals } = job;
  const number = (value: number): string => formatNumber(value, locale);
  return (
    <section className="imp-report" aria-labelledby="imp-report">
      <div role="status">
        <h2 id="imp-report">{t(`import_jobs.report.${titleOf(job)}`)}</h2>
      </div>
      <p>
        {isUndone
          ? t('import_jobs.report.undone', { undone: number(totals.undone), stayed: number(totals.stayed) })
          : t('import_jobs.report.totals', { new: number(totals.new), changed: number(totals.changed), refused: number(totals.refused) })}
      </p>
      {job.reason ? (
        <div className="form-summary" role="alert">
          {job.reason.message}
        </div>
      ) : null}
      {!isUndone && job.rollback_until ? (
        <p className="imp-note">{t('import_jobs.report.until', { until: formatInstant(job.rollback_until) })}</p>
      ) : null}
      <ReportTools job={job} reread={reread} />
      <Letters job={job} />
      <RowCounts
        totals={totals}
        of={isUndone ? ['all', 'undone', 'stayed', 'refused'] : ['all', 'new', 'changed', 'same', 'refused', 'stayed']}
        filter={filter}
        onFilter={setFilter}
      />
      <RowsTable key={filter} job={job} filter={filter} reread={reread} />
    </section>
  );
};
