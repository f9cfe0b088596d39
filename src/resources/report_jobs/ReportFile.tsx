import { useContext, useState } from 'react';
import { useGrants } from '@/fields/kit/AppContext';
import { failureOf } from '@/fields/kit/failureOf';
import { useWords } from '@/fields/kit/useWords';
import { saveReport } from '@/providers/http/saveReport';
import { toast } from '@/providers/notification/toaster';
import { ServicesContext } from '@/providers/ServicesContext';
import { takesFiles } from '@/schema/access';
import { formatNumber } from '@/words/format';
import type { ReportJob } from './report_jobs';
import './reportFile.css';

type Reported = Pick<ReportJob, 'report_jobid' | 'name' | 'status' | 'progress' | 'rows' | 'total'>;

/** How far the file of a report is, and its button once it is there. */
export default function ReportFile({ report: { report_jobid, name, status, progress, rows, total } }: { readonly report: Reported }) {
  const { t, locale } = useWords();
  const grants = useGrants();
  const services = useContext(ServicesContext);
  const [isComing, setComing] = useState(false);
  const save = async (): Promise<void> => {
    if (!services) return;
    setComing(true);
    try {
      await saveReport(services.http, services.config.host, report_jobid);
    } catch (error) {
      toast('error', t('report_jobs.file.failed', { why: failureOf(error).message }));
    }
    setComing(false);
  };
  if (status === 'done')
    return takesFiles(grants) ? (
      <button
        type="button"
        className="asd-button"
        disabled={isComing}
        aria-label={t('report_jobs.file.name', { name: name ?? '' })}
        onClick={(event) => {
          event.stopPropagation();
          void save();
        }}
      >
        {t('report_jobs.file.download')}
      </button>
    ) : null;
  if (status !== 'running') return null;
  const number = (value: number | null | undefined): string => formatNumber(value ?? 0, locale);
  return (
    <span className="report-progress">
      <progress max={100} value={progress} aria-label={t('report_jobs.file.progress', { name: name ?? '' })} />
      <small>{t('report_jobs.file.of', { rows: number(rows), total: number(total) })}</small>
    </span>
  );
}
