import { lazy, Suspense } from 'react';
import { formatBytes } from '@/words/formatBytes';
import { defineViews } from '@/fields/kit/contracts';
import { FieldValue } from '@/fields/kit/FieldValue';
import { useWords } from '@/fields/kit/useWords';
import { report_jobs, type ReportJob } from './report_jobs';

const ReportFile = lazy(() => import('./ReportFile'));

const Size = ({ bytes }: { readonly bytes: number }) => <>{formatBytes(bytes, useWords().locale)}</>;
const State = ({ row }: { readonly row: ReportJob }) => (
  <span className="report-file">
    <FieldValue field={report_jobs.fields.status} place={{ resource: 'report_jobs', name: 'status' }} row={row} isCell />
    <Suspense fallback={null}>
      <ReportFile report={row} />
    </Suspense>
  </span>
);

export default defineViews(report_jobs, {
  cells: {
    status: ({ row }) => <State row={row} />,
    size_bytes: ({ value }) => (value == null ? '—' : <Size bytes={value} />),
  },
});
