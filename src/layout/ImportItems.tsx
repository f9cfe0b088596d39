import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useRegistry } from '@/fields/kit/AppContext';
import { pathTo } from '@/fields/kit/paths';
import { useWords } from '@/fields/kit/useWords';
import { formatNumber } from '@/words/format';
import { numberIn, textIn, type Parts } from '@/schema/unknown';
import { useOwnJobs } from './useOwnJobs';

/** A file that the person imports, as the tray shows it. */
export interface TrayImport {
  readonly import_jobid: number;
  readonly file_name: string;
  readonly status: string;
  readonly done: number;
  readonly total: number;
}
const importOf = (row: Parts): TrayImport => ({
  import_jobid: numberIn(row['import_jobid']) ?? 0,
  file_name: textIn(row['file_name']) ?? '',
  status: textIn(row['status']) ?? '',
  done: numberIn(row[textIn(row['task']) === 'read' ? 'read_total' : 'handled_total']) ?? 0,
  total: numberIn(row['rows_total']) ?? 0,
});
/** The server works on it, or it waits for its person to go on. */
const working = ['validating', 'running'],
  waiting = ['validated', 'failed'];

/** The files that the person brought within a day and that are being checked, written or taken back, or wait for them. */
export const useImports = (): { readonly imports: readonly TrayImport[]; readonly open: number } => {
  const columns = ['file_name', 'status', 'task', 'read_total', 'handled_total', 'rows_total'];
  const imports = useOwnJobs('import_jobs', columns, [...working, ...waiting]).map(importOf);
  return { imports, open: imports.length };
};

/** One of them: how far it is, and the way to its page. */
export const ImportItem = ({ shown, onLeave }: { readonly shown: TrayImport; readonly onLeave: () => void }) => {
  const { t, ready } = useTranslation(['common', 'action', 'import_jobs']);
  const { locale } = useWords();
  const resource = useRegistry().find('import_jobs');
  const { import_jobid, file_name, status, done, total } = shown;
  if (!ready) return null;
  const isWorking = working.includes(status);
  const state = status === 'validated' ? t('jobs.toImport') : t(`choices.status.${status}`, { ns: 'import_jobs' });
  return (
    <li>
      <strong>{file_name}</strong>
      {isWorking ? <progress max={Math.max(total, 1)} value={done} aria-label={file_name} /> : null}
      <small>
        {t('singular', { ns: 'import_jobs' })} · {state}
        {isWorking ? ` · ${t('run.of', { ns: 'action', done: formatNumber(done, locale), total: formatNumber(total, locale) })}` : ''}
      </small>
      <span className="asd-jobs-tools">
        {resource ? (
          <Link className="asd-button" to={pathTo(resource, 'show', { id: import_jobid })} onClick={onLeave}>
            {t('jobs.open')}
          </Link>
        ) : null}
      </span>
    </li>
  );
};
