import { type Query, type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { Change } from '@/providers/live/createLive';
import type { MovedRows } from '@/providers/live/followLive';
import { isAhead, readQuietly } from '@/providers/loadingState';
import { useServices } from '@/providers/ServicesContext';
import { partOf, rowsIn } from '@/schema/unknown';
import { jobsKey } from '@/views/action/runAction';

/** A job changes several times in a second; nobody reads faster than this. */
const calmMs = 400;
/** The pause between two readings of what is on screen, while rows change all the time. */
const rowsCalmMs = 800;

/** The event to which a list is limited, if it is. */
const eventOf = (key: readonly unknown[]): number | null => {
  const filter = rowsIn(partOf(key.at(-1), 'filters')).find(({ field, operator }) => field === 'eventid' && operator === 'eq');
  return filter ? Number(filter['value']) : null;
};
/** Whether a query of refine shows one of the changed rows. */
const concerns = ({ queryKey }: Pick<Query, 'queryKey'>, { resource, ids, eventids }: MovedRows): boolean => {
  const [kind, service, name, action, id] = queryKey;
  if (kind === 'audit') return queryKey.includes(resource);
  if (kind !== 'data') return false;
  if (service === 'home') return action === resource;
  if (name !== resource) return false;
  if (action === 'one') return !ids || ids.includes(Number(id));
  const event = eventOf(queryKey);
  return event === null || !eventids || eventids.includes(event);
};
/** Reads again what is on screen and shows changed rows, without the signs of loading; the rest is read when it is shown. */
const rereadRows = async (queries: QueryClient, changes: readonly Change[]): Promise<void> => {
  const isAny = changes.some(({ rows }) => rows === null);
  const rows = changes.flatMap((change) => change.rows ?? []);
  const predicate = (query: Query): boolean =>
    isAny ? query.queryKey[0] === 'data' || query.queryKey[0] === 'audit' : rows.some((row) => concerns(query, row));
  await queries.invalidateQueries({ predicate, refetchType: 'none' });
  const shown = queries
    .getQueryCache()
    .findAll({ type: 'active', predicate })
    .filter(({ observers }) => observers.some(({ options }) => options.enabled !== false && !isAhead(options.meta)));
  await Promise.all(shown.map((query) => readQuietly(query, () => query.fetch(undefined, { cancelRefetch: true }).catch(() => undefined))));
};

/** Keeps what is on screen up to date with what others do, while the page is visible, for the chosen organization. */
export const useLive = (organizationid: number | undefined): void => {
  const { live } = useServices();
  const queries = useQueryClient();
  useEffect(() => {
    let stop: (() => void) | undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const moved = new Set<string>();
    const rereadJobs = (): void => {
      timer ??= setTimeout(() => {
        timer = undefined;
        void queries.invalidateQueries({ queryKey: jobsKey });
        if (moved.has('report_jobs')) void queries.invalidateQueries({ predicate: ({ queryKey }) => queryKey.includes('report_jobs') });
        moved.clear();
      }, calmMs);
    };
    let gathered: Change[] = [];
    let isReading = false;
    const reread = async (): Promise<void> => {
      if (isReading) return;
      isReading = true;
      while (gathered.length > 0) {
        const changes = gathered;
        gathered = [];
        await rereadRows(queries, changes);
        await new Promise((resolve) => setTimeout(resolve, rowsCalmMs));
      }
      isReading = false;
    };
    const stops = [
      live.subscribe((change) => {
        gathered.push(change);
        void reread();
      }),
      live.subscribeMoved(({ kind = 'report_jobs' }) => {
        moved.add(kind);
        rereadJobs();
      }),
    ];
    // A browser has six connections for each site, so a hidden page closes its own.
    const follow = (): void => {
      if (document.visibilityState === 'hidden') {
        stop?.();
        stop = undefined;
      } else stop ??= live.start();
    };
    const comeBack = (): void => {
      follow();
      if (!stop) return;
      moved.add('report_jobs');
      rereadJobs(); // changes while the page was hidden were missed
      gathered.push({ rows: null });
      void reread();
    };
    follow();
    document.addEventListener('visibilitychange', comeBack);
    return () => {
      document.removeEventListener('visibilitychange', comeBack);
      stop?.();
      for (const each of stops) each();
      clearTimeout(timer);
      gathered = [];
    };
  }, [live, queries, organizationid]);
};
