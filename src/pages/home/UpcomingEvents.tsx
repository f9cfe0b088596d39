import { fieldOf } from '@/schema';
import { useList, type BaseRecord } from '@refinedev/core';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { formatInstant, formatRelative } from '@/words/format';
import { useRegistry } from '@/fields/kit/AppContext';
import { explainedAt } from '@/views/list/model/explainedAt';
import { toCrudFilters } from '@/views/list/model/toCrud';
import { recordTitle } from '@/fields/kit/recordTitle';
import { FieldValue } from '@/fields/kit/FieldValue';
import { useWords } from '@/fields/kit/useWords';
import { numberIn } from '@/schema/unknown';
import { DeskLink } from '../desk/DeskLink';
import { CapacityBar } from './CapacityBar';
import { within } from './counted';
import { dayStart, upcoming } from './figures';
import { LoadFailed } from '../LoadFailed';

const shown = 8;
const columns = ['name', 'start_at', 'city', 'status', 'capacity', 'sold_count', 'held_count'];

const EventLine = ({ row }: { readonly row: BaseRecord }) => {
  const words = useWords(),
    { locale } = words;
  const events = useRegistry().get('events');
  const start = String(row['start_at']);
  return (
    <li className="asd-event">
      <div className="asd-event-what">
        <Link to={`/events/${row['eventid']}`}>{recordTitle(events, row, words)}</Link>
        <p>{[row['city'], formatInstant(start), formatRelative(start, locale)].filter(Boolean).join(' · ')}</p>
        <DeskLink eventid={Number(row['eventid'])} />
      </div>
      <FieldValue field={fieldOf(events, 'status')} place={{ resource: 'events', name: 'status' }} row={row} isCell />
      <CapacityBar sold={Number(row['sold_count'] ?? 0)} held={Number(row['held_count'] ?? 0)} capacity={numberIn(row['capacity'])} />
    </li>
  );
};

/** The next events, and how full they are. */
export const UpcomingEvents = ({ region }: { readonly region: string | null }) => {
  const { t } = useTranslation(['home', 'common']);
  const filter = useMemo(() => within(region, { key: 'upcoming', resource: 'events', filter: upcoming(dayStart(0)) }).filter, [region]);
  const { query, result } = useList({
    resource: 'events',
    dataProviderName: 'event',
    filters: toCrudFilters(filter),
    sorters: [{ field: 'start_at', order: 'asc' }],
    pagination: { pageSize: shown },
    meta: { columns },
    errorNotification: false,
  });
  return (
    <section className="asd-panel" aria-labelledby="asd-upcoming">
      <header>
        <h2 id="asd-upcoming">{t('upcoming.title')}</h2>
        {result.total ? <Link to={explainedAt('events', filter)}>{t('upcoming.all', { count: result.total })}</Link> : null}
      </header>
      {query.isError ? <LoadFailed words="home" onRetry={() => void query.refetch()} /> : null}
      {query.isPending ? (
        <ul aria-busy="true">
          {[1, 2, 3].map((line) => (
            <li key={line} className="asd-event">
              <span className="asd-skeleton" />
            </li>
          ))}
        </ul>
      ) : null}
      {query.isSuccess && result.data.length === 0 ? <p className="asd-panel-empty">{t('upcoming.none')}</p> : null}
      <ul>
        {result.data.map((row) => (
          <EventLine key={String(row['eventid'])} row={row} />
        ))}
      </ul>
    </section>
  );
};
