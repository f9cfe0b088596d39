import { useContext } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useGrants, useRegistry } from '@/fields/kit/AppContext';
import { failureOf } from '@/fields/kit/failureOf';
import { pathTo } from '@/fields/kit/paths';
import { useWords } from '@/fields/kit/useWords';
import { saveReport } from '@/providers/http/saveReport';
import { toast } from '@/providers/notification/toaster';
import { ServicesContext } from '@/providers/ServicesContext';
import { takesFiles } from '@/schema/access';
import { formatNumber } from '@/words/format';
import { numberIn, textIn, type Parts } from '@/schema/unknown';
import { useOwnJobs } from './useOwnJobs';

/** A file that the person asked for, as the tray shows it. */
export interface Download {
  readonly report_jobid: number;
  readonly name: string | null;
  readonly format: string;
  readonly status: string;
  readonly progress: number;
  readonly rows: number | null;
  readonly total: number | null;
  readonly error: string | null;
}
const downloadOf = (row: Parts): Download => ({
  report_jobid: numberIn(row['report_jobid']) ?? 0,
  name: textIn(row['name']),
  format: textIn(row['format']) ?? '',
  status: textIn(row['status']) ?? '',
  progress: numberIn(row['progress']) ?? 0,
  rows: numberIn(row['rows']),
  total: numberIn(row['total']),
  error: textIn(row['error']),
});
const isOpen = ({ status }: Download): boolean => status === 'queued' || status === 'running';

/** The files that the person asked for within a day: those in course, and those that are ready or failed. */
export const useDownloads = (): { readonly downloads: readonly Download[]; readonly open: number } => {
  const columns = ['name', 'format', 'status', 'progress', 'rows', 'total', 'error'];
  const downloads = useOwnJobs('report_jobs', columns).map(downloadOf);
  return { downloads, open: downloads.filter(isOpen).length };
};

/** One of them: how far it is, and its button once it is there. */
export const DownloadItem = ({ download, onLeave }: { readonly download: Download; readonly onLeave: () => void }) => {
  const { t, ready } = useTranslation(['common', 'report_jobs']);
  const { locale } = useWords();
  const grants = useGrants();
  const services = useContext(ServicesContext),
    center = useRegistry().find('report_jobs');
  const { report_jobid, name, format, status, progress, rows, total, error } = download;
  if (!ready) return null;
  const number = (value: number | null): string => formatNumber(value ?? 0, locale);
  const save = (): void => {
    if (!services) return;
    saveReport(services.http, services.config.host, report_jobid).catch((refused: unknown) =>
      toast('error', t('file.failed', { ns: 'report_jobs', why: failureOf(refused).message })),
    );
  };
  return (
    <li>
      <strong>{name}</strong>
      {isOpen(download) ? <progress max={100} value={progress} aria-label={t('file.progress', { ns: 'report_jobs', name })} /> : null}
      <small>
        {t('jobs.download', { format: format.toUpperCase() })} ·{' '}
        {status === 'queued'
          ? t('jobs.queued')
          : status === 'running'
            ? t('file.of', { ns: 'report_jobs', rows: number(rows), total: number(total) })
            : t(`choices.status.${status}`, { ns: 'report_jobs' })}
      </small>
      {error ? <small className="asd-jobs-why">{error}</small> : null}
      <span className="asd-jobs-tools">
        {status === 'done' && takesFiles(grants) ? (
          <button type="button" className="asd-button" onClick={save} aria-label={t('file.name', { ns: 'report_jobs', name })}>
            {t('file.download', { ns: 'report_jobs' })}
          </button>
        ) : null}
        {center ? (
          <Link className="asd-bar-button" to={pathTo(center, 'show', { id: report_jobid })} onClick={onLeave}>
            {t('jobs.open')}
          </Link>
        ) : null}
      </span>
    </li>
  );
};
