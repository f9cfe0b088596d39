import { useCustom, useList, type BaseRecord } from '@refinedev/core';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { useOrganization } from '@/providers/ServicesContext';
import type { Pace } from '@/domain/registration/pace';
import { EventPace } from '@/resources/events/EventPace';
import { allOf } from '@/schema';
import { useRegistry } from '@/fields/kit/AppContext';
import { toCrudFilters } from '@/views/list/model/toCrud';
import { recordTitle } from '@/fields/kit/recordTitle';
import { useWords } from '@/fields/kit/useWords';
import { within } from './counted';
import { dayStart, upcoming } from './figures';
import { LoadFailed } from '../LoadFailed';

const mostOffered = 50;
interface Answered extends BaseRecord {
  readonly result: Pace;
}

const Compared = ({ eventid }: { readonly eventid: number }) => {
  const { current } = useOrganization();
  const { query } = useCustom<Answered>({
    url: `/v2/event/events/${eventid}/pace`,
    method: 'post',
    config: { payload: {} },
    dataProviderName: 'event',
    errorNotification: false,
    queryOptions: { retry: false, queryKey: ['data', 'home', 'pace', current?.organizationid, eventid] },
  });
  if (query.isError) return <LoadFailed words="home" onRetry={() => void query.refetch()} />;
  return query.data ? <EventPace pace={query.data.data.result} /> : <span className="asd-skeleton asd-pace-wait" aria-busy="true" />;
};

/** The pace of the next events compared with their last editions, one at a time; the URL says which. */
const PacePanel = ({ region }: { readonly region: string | null }) => {
  const { t } = useTranslation('home');
  const words = useWords();
  const events = useRegistry().get('events');
  const [params, setParams] = useSearchParams();
  const filter = useMemo(
    () =>
      allOf(within(region, { key: 'pace', resource: 'events', filter: upcoming(dayStart(-1)) }).filter, {
        not: { field: 'previous_eventid', op: 'null' },
      }),
    [region],
  );
  const { query, result } = useList({
    resource: 'events',
    dataProviderName: 'event',
    filters: toCrudFilters(filter),
    sorters: [{ field: 'start_at', order: 'asc' }],
    pagination: { pageSize: mostOffered },
    meta: { columns: ['name', 'start_at'] },
    errorNotification: false,
  });
  const rows = result.data;
  const shown = rows.find(({ eventid }) => String(eventid) === params.get('event')) ?? rows[0];
  const choose = (eventid: string): void =>
    setParams((before) => new URLSearchParams([...[...before].filter(([name]) => name !== 'event'), ['event', eventid]]), {
      replace: true,
    });
  return (
    <section
      className="asd-panel asd-panel-pace"
      aria-labelledby="asd-pace"
      aria-busy={query.isPending || undefined}
      data-empty={(!query.isPending && !shown) || undefined}
    >
      <header>
        <h2 id="asd-pace">{t('pace.title')}</h2>
        {shown ? (
          <select
            className="asd-field asd-pace-event"
            aria-label={t('pace.event')}
            value={String(shown['eventid'])}
            onChange={(event) => choose(event.target.value)}
          >
            {rows.map((row) => (
              <option key={String(row['eventid'])} value={String(row['eventid'])}>
                {recordTitle(events, row, words)}
              </option>
            ))}
          </select>
        ) : null}
      </header>
      {query.isError ? <LoadFailed words="home" onRetry={() => void query.refetch()} /> : null}
      {query.isSuccess && !shown ? <p className="asd-panel-empty">{t('pace.none')}</p> : null}
      {shown ? <Compared key={String(shown['eventid'])} eventid={Number(shown['eventid'])} /> : null}
    </section>
  );
};
export default PacePanel;
