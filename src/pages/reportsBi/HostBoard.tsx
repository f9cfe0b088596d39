import { useCustom, type BaseRecord } from '@refinedev/core';
import { useTranslation } from 'react-i18next';
import type { BiAddress, BiDashboard } from '@/domain/reports/biFigures';
import { useOrganization } from '@/providers/ServicesContext';

/** The host has its own origin, never that of this page: the server refuses such a host when it starts. */
const sandbox = 'allow-scripts allow-same-origin allow-forms';

/** A dashboard of the BI host in a frame without access to this page; its address is requested again each time it opens. */
const HostBoard = ({ board: { id, title, description } }: { readonly board: BiDashboard }) => {
  const { t } = useTranslation(['reports-bi', 'common']);
  const { current } = useOrganization();
  const { query } = useCustom<BiAddress & BaseRecord>({
    url: `/v2/general/reports-bi/dashboards/${encodeURIComponent(id)}/embed`,
    method: 'post',
    dataProviderName: 'general',
    errorNotification: false,
    queryOptions: {
      retry: false,
      gcTime: 0,
      staleTime: Number.POSITIVE_INFINITY,
      refetchOnWindowFocus: false,
      queryKey: ['data', 'reports-bi', current?.organizationid, 'board', id],
    },
  });
  const url = query.data?.data.url;
  return (
    <section className="bi-board" aria-labelledby="bi-board" aria-busy={query.isFetching || undefined}>
      <header>
        <div>
          <h2 id="bi-board">{title}</h2>
          {description ? <p>{description}</p> : null}
        </div>
        <button type="button" className="asd-button" disabled={query.isFetching} onClick={() => void query.refetch()}>
          {t('boards.reload')}
        </button>
      </header>
      {query.isError ? (
        <p role="alert">
          {t('boards.failed')}{' '}
          <button type="button" className="asd-button" onClick={() => void query.refetch()}>
            {t('buttons.retry', { ns: 'common' })}
          </button>
        </p>
      ) : null}
      {url && !query.isFetching ? (
        <iframe key={url} src={url} title={title} sandbox={sandbox} referrerPolicy="no-referrer" />
      ) : query.isError ? null : (
        <span className="asd-skeleton bi-board-wait" />
      )}
    </section>
  );
};
export default HostBoard;
