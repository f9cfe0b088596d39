import type { HttpError } from '@refinedev/core';
import { Button } from '@/frame/antd/Button';
import { Link } from 'react-router';
import type { AnyResource } from '@/schema';
import type { Parent } from '../../fields/kit/contracts';
import { pathTo } from '../../fields/kit/paths';
import { useWords } from '../../fields/kit/useWords';
import './record.css';

export interface RecordProblemProps {
  readonly resource: AnyResource;
  readonly error: Partial<HttpError>;
  readonly parent?: Parent | undefined;
  readonly onRetry?: () => void;
  /** Shown within a page that has its own heading, without links to other places. */
  readonly isPart?: boolean;
}
const kinds: Readonly<Record<number, string>> = { 403: 'forbidden', 404: 'missing', 409: 'fixed' };

/** Why a record cannot be shown, and what to do next. */
export const RecordProblem = ({ resource, error, parent, onRetry, isPart = false }: RecordProblemProps) => {
  const { t } = useWords();
  const kind = kinds[error.statusCode ?? 0] ?? 'failed';
  const Heading = isPart ? 'h2' : 'h1';
  return (
    <div className="record-problem" role="alert">
      <Heading>{t(`show.problem.${kind}.title`)}</Heading>
      <p>{kind === 'fixed' && error.message ? error.message : t(`show.problem.${kind}.text`)}</p>
      {kind === 'failed' && error.message ? <p className="record-problem-detail">{error.message}</p> : null}
      <div className="record-problem-tools">
        {onRetry && kind === 'failed' ? (
          <Button type="primary" onClick={onRetry}>
            {t('show.retry')}
          </Button>
        ) : null}
        {isPart ? null : (
          <Link to={pathTo(resource, 'list', { parent })}>{t('show.toList', { name: t(`${resource.name}.${resource.name}`) })}</Link>
        )}
      </div>
    </div>
  );
};
