import { useTranslation } from 'react-i18next';
import { mayAudit, type AuditPage as Page } from '@/domain/audit';
import { useGrants } from '@/fields/kit/AppContext';
import { takesFiles } from '@/schema/access';
import { ForbiddenPage } from './ForbiddenPage';
import { LoadFailed } from './LoadFailed';
import { AuditFilters } from './audit/AuditFilters';
import { AuditItem } from './audit/AuditItem';
import { useAskedAudit, useAudit, useAuditFile } from './audit/useAudit';
import './pages.css';
import './audit/audit.css';

const Lines = ({ pages, onPerson }: { readonly pages: readonly Page[]; readonly onPerson: (userid: number) => void }) => {
  const { t } = useTranslation('audit');
  const lines = pages.flatMap(({ items }) => items);
  if (lines.length === 0) return <p className="asd-panel-empty">{t('none')}</p>;
  return (
    <ol className="asd-audit-lines" aria-label={t('title')}>
      {lines.map((line) => (
        <AuditItem key={line.auditid} line={line} onPerson={onPerson} />
      ))}
    </ol>
  );
};

const Audit = () => {
  const { t } = useTranslation('audit');
  const grants = useGrants();
  const { asked, change, clear } = useAskedAudit();
  const { data, isError, isPending, isFetchingNextPage, hasNextPage, fetchNextPage, refetch } = useAudit(asked);
  const file = useAuditFile(asked, t('title'));
  return (
    <div className="asd-audit">
      <header className="asd-head asd-audit-head">
        <div>
          <h1>{t('title')}</h1>
          <p>{t('lead')}</p>
        </div>
        {takesFiles(grants) ? (
          <button type="button" className="asd-button" disabled={file.isPending} onClick={() => file.mutate()}>
            {t(file.isPending ? 'exporting' : 'export')}
          </button>
        ) : null}
      </header>
      <AuditFilters asked={asked} onChange={change} onClear={clear} />
      {isError && !data ? <LoadFailed words="audit" onRetry={() => void refetch()} /> : null}
      {isPending && !isError ? <p className="asd-panel-empty">{t('loading')}</p> : null}
      {data ? <Lines pages={data.pages} onPerson={(userid) => change({ person: String(userid) })} /> : null}
      {hasNextPage ? (
        <button type="button" className="asd-button asd-audit-more" disabled={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {t(isFetchingNextPage ? 'loading' : 'more')}
        </button>
      ) : null}
    </div>
  );
};

/** Everything that was changed or looked at, for people who may see it. */
const AuditPage = () => (mayAudit(useGrants()) ? <Audit /> : <ForbiddenPage />);
export default AuditPage;
