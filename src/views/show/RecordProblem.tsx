import type { HttpError } from '@refinedev/core';
import { Button } from 'antd';
import { Link } from 'react-router';
import type { AnyResource } from '@/schema';
import type { Parent } from '../contracts';
import { pathTo } from '../paths';
import { useWords } from '../useWords';
import './show.css';

export interface RecordProblemProps {
  readonly resource: AnyResource;
  readonly error: Partial<HttpError>;
  readonly parent?: Parent | undefined;
  readonly onRetry?: () => void;
}
const kinds: Readonly<Record<number, string>> = { 403: 'forbidden', 404: 'missing' };

/** Why a record is not here, and what to do next. */
export const RecordProblem = ({ resource, error, parent, onRetry }: RecordProblemProps) => {
  const { t } = useWords();
  const kind = kinds[error.statusCode ?? 0] ?? 'failed';
  return (
    <div className="record-problem" role="alert">
      <h1>{t(`show.problem.${kind}.title`)}</h1>
      <p>{t(`show.problem.${kind}.text`)}</p>
      {kind === 'failed' && error.message ? <p className="record-problem-detail">{error.message}</p> : null}
      <div className="record-problem-tools">
        {onRetry && kind === 'failed' ? <Button type="primary" onClick={onRetry}>{t('show.retry')}</Button> : null}
        <Link to={pathTo(resource, 'list', { parent })}>{t('show.toList', { name: t(`${resource.name}.${resource.name}`) })}</Link>
      </div>
    </div>
  );
};
