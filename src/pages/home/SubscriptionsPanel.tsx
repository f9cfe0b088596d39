import { useCustom, type BaseRecord } from '@refinedev/core';
import { useTranslation } from 'react-i18next';
import { useOrganization } from '@/providers/ServicesContext';
import type { SubscriptionFigures as Figures } from '@/domain/subscriptions/figures';
import { SubscriptionFigures } from '@/resources/apolo_subscriptions/SubscriptionFigures';
import { LoadFailed } from '../LoadFailed';

interface Answered extends BaseRecord {
  readonly result: Figures;
}

/** What APOLO brings in, on the home page of those who see its subscriptions. */
const SubscriptionsPanel = () => {
  const { t, ready } = useTranslation('apolo_subscriptions');
  const { current } = useOrganization();
  const { query, result } = useCustom<Answered>({
    url: '/v2/user/apolo_subscriptions/actions/figures',
    method: 'post',
    config: { payload: {} },
    dataProviderName: 'user',
    errorNotification: false,
    queryOptions: { retry: false, queryKey: ['data', 'home', 'apolo', current?.organizationid] },
  });
  if (!ready) return <div className="asd-panel-mix" aria-busy="true" />;
  return (
    <section className="asd-panel" aria-labelledby="asd-apolo" aria-busy={query.isPending || undefined}>
      <header>
        <h2 id="asd-apolo">{t('figures.title')}</h2>
      </header>
      {query.isError ? <LoadFailed words="home" onRetry={() => void query.refetch()} /> : null}
      {query.data ? <SubscriptionFigures figures={result.data.result} /> : null}
    </section>
  );
};
export default SubscriptionsPanel;
