import { useList } from '@refinedev/core';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { formatMoney, formatNumber } from '@/words/format';
import { regions, fieldOf } from '@/schema';
import { can, canSee } from '@/schema/project/access';
import { useOrganization } from '@/providers/ServicesContext';
import { useGrants, useRegistry } from '@/fields/kit/AppContext';
import { explainedAt } from '@/views/list/model/explainedAt';
import { toCrudFilters } from '@/views/list/model/toCrud';
import { useWords } from '@/fields/kit/useWords';
import { AttentionQueue } from './home/AttentionQueue';
import { attention, hasRegion, mix, registrations, within, type Counted } from './home/counted';
import { Figure } from './home/Figure';
import { FirstSteps } from './home/FirstSteps';
import { Invitations } from './home/Invitations';
import { UpcomingEvents } from './home/UpcomingEvents';
import { useCounted } from './home/useCounted';
import './pages.css';

const StatusMix = lazy(() => import('./home/StatusMix'));
const PacePanel = lazy(() => import('./home/PacePanel'));
const SubscriptionsPanel = lazy(() => import('./home/SubscriptionsPanel'));

const Registrations = ({ all }: { readonly all: readonly Counted[] }) => {
  const { t } = useTranslation('home');
  const { locale } = useWords();
  return useCounted(all).map(({ counted: { key, resource, filter }, total, isError, retry }) => (
    <Figure
      key={key}
      name={key}
      title={t(`${key}.title`)}
      note={t(`${key}.note`)}
      to={explainedAt(resource, filter)}
      value={formatNumber(total ?? 0, locale)}
      isLoading={total === undefined}
      isError={isError}
      onRetry={retry}
    />
  ));
};

const RevenueFigure = ({ region }: { readonly region: string | null }) => {
  const { t } = useTranslation('home');
  const { locale } = useWords();
  const { query, result } = useList({
    resource: 'events',
    dataProviderName: 'event',
    filters: region ? toCrudFilters({ field: 'region', op: 'eq', value: region }) : [],
    pagination: { pageSize: 1 },
    meta: { columns: ['start_at'], totals: true, count: false },
    errorNotification: false,
  });
  const totals = (result as { readonly totals?: Readonly<Record<string, number>> }).totals;
  const filter = region ? `&filter=${encodeURIComponent(JSON.stringify({ field: 'region', op: 'eq', value: region }))}` : '';
  return (
    <Figure
      name="revenue"
      title={t('revenue.title')}
      note={t('revenue.note')}
      to={`/events?columns=name,start_at,sold_count,revenue_cents,refunded_cents,status${filter}`}
      value={formatMoney((totals?.['revenue_cents'] ?? 0) - (totals?.['refunded_cents'] ?? 0), locale)}
      isLoading={query.isPending}
      isError={query.isError}
      onRetry={() => void query.refetch()}
    />
  );
};

/** The region of the figures, stored in the URL. */
const useRegion = (): readonly [string | null, (region: string) => void] => {
  const [params, setParams] = useSearchParams();
  const asked = params.get('region');
  const choose = (region: string): void =>
    setParams(
      (before) => {
        const after = new URLSearchParams(before);
        if (region) after.set('region', region);
        else after.delete('region');
        return after;
      },
      { replace: true },
    );
  return [regions.find((each) => each === asked) ?? null, choose];
};

/** The state of the chosen organization: real figures, each with a link to the list that explains it. */
const HomePage = () => {
  const { t } = useTranslation(['home', 'events']);
  const registry = useRegistry();
  const grants = useGrants();
  const { current } = useOrganization();
  const [asked, choose] = useRegion();
  const [now] = useState(Date.now);
  const events = registry.get('events');
  const seesEvents = can(grants, 'list', events);
  const region = seesEvents ? asked : null;
  const opened = (all: readonly Counted[]): readonly Counted[] =>
    all
      .filter((counted) => can(grants, 'list', registry.get(counted.resource)) && (region === null || hasRegion(counted)))
      .map((counted) => within(region, counted));
  const figures = opened(registrations()),
    waiting = opened(attention(registry, now)),
    parts = opened(mix);
  // For people who hand out kits and do not run the event, the way to their desk comes first.
  const worksAtDesk = can(grants, 'deliver', registry.get('kit_deliveries')) && !can(grants, 'edit', events);
  const seesMoney = seesEvents && canSee(grants, fieldOf(events, 'revenue_cents'));
  return (
    <div className="asd-home">
      <header className="asd-head">
        <h1>{current?.name ?? t('title')}</h1>
        <p>{t('lead')}</p>
        {seesEvents ? (
          <label className="asd-home-region">
            {t('region.title')}
            <select className="asd-field" value={region ?? ''} onChange={(event) => choose(event.target.value)}>
              <option value="">{t('region.all')}</option>
              {regions.map((each) => (
                <option key={each} value={each}>
                  {t(`regions.${each}`, { ns: 'lists' })}
                </option>
              ))}
            </select>
          </label>
        ) : null}
      </header>
      <Invitations />
      <FirstSteps key={current?.organizationid} />
      {seesEvents && worksAtDesk ? <UpcomingEvents region={region} /> : null}
      {figures.length > 0 || seesMoney ? (
        <div className="asd-figures">
          {figures.length > 0 ? <Registrations all={figures} /> : null}
          {seesMoney ? <RevenueFigure region={region} /> : null}
        </div>
      ) : null}
      {waiting.length > 0 ? <AttentionQueue all={waiting} /> : null}
      {parts.length > 0 ? (
        <Suspense fallback={<div className="asd-panel-mix" />}>
          <StatusMix all={parts} />
        </Suspense>
      ) : null}
      {seesEvents && can(grants, 'pace', events) ? (
        <Suspense fallback={<div className="asd-panel-pace" />}>
          <PacePanel region={region} />
        </Suspense>
      ) : null}
      {can(grants, 'figures', registry.get('apolo_subscriptions')) ? (
        <Suspense fallback={<div className="asd-panel-mix" />}>
          <SubscriptionsPanel />
        </Suspense>
      ) : null}
      {seesEvents && !worksAtDesk ? <UpcomingEvents region={region} /> : null}
      {figures.length === 0 && !seesEvents ? <p className="asd-panel-empty">{t('nothing')}</p> : null}
    </div>
  );
};
export default HomePage;
