import { useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import type { AnyResource, InferRow } from '@/schema';
import { isOneOf } from '@/schema/unknown';
import { useGrants } from '@/fields/kit/AppContext';
import { pathTo } from '@/fields/kit/paths';
import { useWords } from '@/fields/kit/useWords';
import { allowsRow } from '@/views/allowsRow';
import { DeleteDialog } from '@/views/record/DeleteDialog';
import { RecordState } from '@/views/record/RecordState';
import { RecordProblem } from '@/views/states/RecordProblem';
import { RecordSkeleton } from '@/views/states/RecordSkeleton';
import { CheckStep } from './CheckStep';
import { ColumnsStep } from './ColumnsStep';
import { isWorking, type DescribedImport } from './importApi';
import { importSteps, openSteps, stepOf } from './importSteps';
import { RunStep } from './RunStep';
import { StepNav } from './StepNav';
import { useImport } from './useImport';
import '@/views/values.css';
import '@/views/form/form.css';
import '@/views/action/action.css';
import '@/views/states/record.css';
import './imports.css';

interface ImportShowProps {
  readonly resource: AnyResource;
  readonly row: InferRow<AnyResource>;
}
interface OpenProps extends Pick<ImportShowProps, 'resource'> {
  readonly job: DescribedImport;
  readonly reread: () => Promise<DescribedImport | undefined>;
}
const discardable: ReadonlySet<string> = new Set(['uploaded', 'mapped', 'validated', 'failed']);

/** The steps of an import; it opens at the one where it is. */
const Steps = ({ job, reread }: Omit<OpenProps, 'resource'>) => {
  const [asked, ask] = useSearchParams();
  const wanted = asked.get('step');
  const open = openSteps(job);
  const at = isOneOf(importSteps, wanted) && open.includes(wanted) ? wanted : stepOf(job);
  const go = (step: string | null): void => {
    ask(
      (before) => {
        if (step === null) before.delete('step');
        else before.set('step', step);
        return before;
      },
      { replace: true },
    );
    scrollTo({ top: 0 });
  };
  return (
    <>
      <StepNav at={at} open={open} onOpen={go} />
      {at === 'columns' ? <ColumnsStep job={job} reread={reread} onChecked={() => go(null)} /> : null}
      {at === 'check' ? (
        <CheckStep
          key={isWorking(job) ? 'working' : 'checked'}
          job={job}
          reread={reread}
          onBack={() => go('columns')}
          onNext={() => go('run')}
        />
      ) : null}
      {at === 'run' ? <RunStep job={job} reread={reread} onBack={() => go('check')} /> : null}
    </>
  );
};

const Open = ({ resource, job, reread }: OpenProps) => {
  const { t } = useWords();
  const grants = useGrants();
  const navigate = useNavigate();
  const [isDropping, setDropping] = useState(false);
  const mayDrop = discardable.has(job.status) && allowsRow(grants, 'delete', resource, job);
  return (
    <article className="imp" aria-labelledby="imp-title">
      <header className="imp-head">
        <div className="show-name">
          <p>{t('import_jobs.of', { name: job.offered.label })}</p>
          <div className="show-title">
            <h1 id="imp-title">{job.file_name}</h1>
            <RecordState resource={resource} row={job} />
          </div>
        </div>
        {mayDrop ? (
          <button type="button" className="asd-button" onClick={() => setDropping(true)}>
            {t('import_jobs.discard')}
          </button>
        ) : null}
      </header>
      <Steps job={job} reread={reread} />
      {isDropping ? (
        <DeleteDialog
          resource={resource}
          row={job}
          onClose={() => setDropping(false)}
          onDeleted={() => void navigate(pathTo(resource, 'list'))}
        />
      ) : null}
    </article>
  );
};

/** The page of an import: the steps from its file to its report, at the step where it is. */
const ImportShow = ({ resource, row }: ImportShowProps) => {
  const id = Number(row[resource.key]);
  const { job, error, reread } = useImport(id);
  if (job) return <Open resource={resource} job={job} reread={reread} />;
  return error ? <RecordProblem resource={resource} error={error} onRetry={() => void reread()} /> : <RecordSkeleton />;
};
export default ImportShow;
