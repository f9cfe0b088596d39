import { useCustom, type BaseRecord } from '@refinedev/core';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import type { EventOverview } from '@/domain/registration/overview';
import type { Pace } from '@/domain/registration/pace';
import { recordTitle } from '@/fields/kit/recordTitle';
import { useWords } from '@/fields/kit/useWords';
import { allowsRow } from '@/views/allowsRow';
import { useGrants, useRegistry } from '@/fields/kit/AppContext';
import { RecordTools } from '@/views/record/RecordTools';
import { RecordProblem } from '@/views/states/RecordProblem';
import { RecordSkeleton } from '@/views/states/RecordSkeleton';
import { useRecord } from '@/views/useRecord';
import { LoadFailed } from '../LoadFailed';
import { EventDates } from './EventDates';
import { EventDistances } from './EventDistances';
import { EventSalesFigures } from './EventSalesFigures';
import { EventTodos } from './EventTodos';
import '../pages.css';
import './overview.css';

const EventPace = lazy(async () => ({ default: (await import('@/resources/events/EventPace')).EventPace }));

type Row = Readonly<Record<string, unknown>>;
interface Answered<R> extends BaseRecord {
  readonly result: R;
}
/** What an action of an event answers that only reads. */
const useAnswer = <R,>(id: number, action: string, row: Row | undefined, isWanted = true) =>
  useCustom<Answered<R>>({
    url: `/v2/event/events/${id}/${action}`,
    method: 'post',
    config: { payload: {} },
    dataProviderName: 'event',
    errorNotification: false,
    queryOptions: { enabled: isWanted && row !== undefined, retry: false, queryKey: ['data', 'event', action, id, row?.['version']] },
  }).query;

/** The pace against the previous edition, where there is one. */
const Paced = ({ id, row }: { readonly id: number; readonly row: Row }) => {
  const { t } = useTranslation('events');
  const events = useRegistry().get('events');
  const grants = useGrants();
  const isWanted = row['previous_eventid'] != null && allowsRow(grants, 'pace', events, row);
  const { data, isError, refetch } = useAnswer<Pace>(id, 'pace', row, isWanted);
  if (!isWanted) return null;
  return (
    <section className="asd-panel" aria-labelledby="event-pace">
      <header>
        <h2 id="event-pace">{t('overview.pace')}</h2>
      </header>
      {isError ? <LoadFailed words="home" onRetry={() => void refetch()} /> : null}
      {data ? (
        <Suspense fallback={<span className="asd-skeleton asd-pace-wait" />}>
          <EventPace pace={data.data.result} />
        </Suspense>
      ) : null}
    </section>
  );
};

const Shown = ({ id, row }: { readonly id: number; readonly row: Row }) => {
  const words = useWords();
  const navigate = useNavigate();
  const events = useRegistry().get('events');
  const { data, isError, refetch } = useAnswer<EventOverview>(id, 'overview', row);
  const overview = data?.data.result;
  return (
    <article className="event-overview" aria-labelledby="event-overview" aria-busy={(!overview && !isError) || undefined}>
      <header className="event-overview-head">
        <h1 id="event-overview">{recordTitle(events, row, words)}</h1>
        <RecordTools resource={events} id={id} parent={undefined} row={row} onDeleted={() => void navigate('/events')} />
      </header>
      {isError ? <LoadFailed words="home" onRetry={() => void refetch()} /> : null}
      {overview ? (
        <>
          {overview.sales ? <EventSalesFigures eventid={id} sales={overview.sales} /> : null}
          <div className="event-overview-body">
            <EventDistances eventid={id} distances={overview.distances} />
            <div className="event-overview-side">
              <EventTodos eventid={id} todos={overview.todos} />
              <EventDates dates={overview.dates} />
            </div>
            <Paced id={id} row={row} />
          </div>
        </>
      ) : isError ? null : (
        <RecordSkeleton />
      )}
    </article>
  );
};

/** The first thing at an event: how it sells, what is missing, and what comes next. */
const EventOverviewPage = ({ id }: { readonly id: number }) => {
  const events = useRegistry().get('events');
  const { row, error, retry } = useRecord(events, id);
  if (row) return <Shown id={id} row={row} />;
  return error ? <RecordProblem resource={events} error={error} onRetry={retry} /> : <RecordSkeleton />;
};
export default EventOverviewPage;
