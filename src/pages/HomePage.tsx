import { useList } from '@refinedev/core';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { formatMoney, formatNumber } from '@/fields/format';
import { can, canSee } from '@/schema/project/access';
import type { Filter } from '@/schema';
import { useOrganization } from '@/providers/ServicesContext';
import { useGrants, useRegistry } from '@/views/AppContext';
import { toCrudFilters } from '@/views/list/toCrud';
import { useWords } from '@/views/useWords';
import { active, activeSince, dayStart, explainedAt } from './home/figures';
import { Figure } from './home/Figure';
import { UpcomingEvents } from './home/UpcomingEvents';
import './pages.css';

const week = 6;

const InscriptionFigure = ({ title, note, filter }: { readonly title: string; readonly note: string; readonly filter: Filter }) => {
  const { locale } = useWords();
  const { query, result } = useList({
    resource: 'inscriptions', dataProviderName: 'inscription', filters: toCrudFilters(filter), pagination: { pageSize: 1 }, meta: { columns: ['folio'] }, errorNotification: false,
  });
  return (
    <Figure
      title={title} note={note} to={explainedAt('inscriptions', filter)} value={formatNumber(result.total ?? 0, locale)}
      isLoading={query.isPending} isError={query.isError} onRetry={() => void query.refetch()}
    />
  );
};

const RevenueFigure = () => {
  const { t } = useTranslation('home');
  const { locale } = useWords();
  const { query, result } = useList({
    resource: 'events', dataProviderName: 'event', pagination: { pageSize: 1 }, meta: { columns: ['start_at'], totals: true, count: false }, errorNotification: false,
  });
  const totals = (result as { readonly totals?: Readonly<Record<string, number>> }).totals;
  return (
    <Figure
      title={t('revenue.title')} note={t('revenue.note')} to="/events?columns=name,start_at,sold_count,revenue_cents,status" value={formatMoney(totals?.['revenue_cents'] ?? 0, locale)}
      isLoading={query.isPending} isError={query.isError} onRetry={() => void query.refetch()}
    />
  );
};

/** How the chosen organisation stands: real figures, each a way to the list that explains it. */
const HomePage = () => {
  const { t } = useTranslation('home');
  const registry = useRegistry();
  const grants = useGrants();
  const { current } = useOrganization();
  const filters = useMemo(() => ({ today: activeSince(dayStart(0)), week: activeSince(dayStart(week)) }), []);
  const events = registry.get('events');
  const seesInscriptions = can(grants, 'list', registry.get('inscriptions'));
  const seesEvents = can(grants, 'list', events);
  const seesMoney = seesEvents && canSee(grants, events.all['revenue_cents']!);
  return (
    <div className="asd-home">
      <header className="asd-head">
        <h1>{current?.name ?? t('title')}</h1>
        <p>{t('lead')}</p>
      </header>
      {seesInscriptions || seesMoney ? (
        <div className="asd-figures">
          {seesInscriptions ? (
            <>
              <InscriptionFigure title={t('registered.title')} note={t('registered.note')} filter={active} />
              <InscriptionFigure title={t('today.title')} note={t('today.note')} filter={filters.today} />
              <InscriptionFigure title={t('week.title')} note={t('week.note')} filter={filters.week} />
            </>
          ) : null}
          {seesMoney ? <RevenueFigure /> : null}
        </div>
      ) : null}
      {seesEvents ? <UpcomingEvents /> : null}
      {!seesInscriptions && !seesEvents ? <p className="asd-panel-empty">{t('nothing')}</p> : null}
    </div>
  );
};
export default HomePage;
