import { useCallback, useEffect, useMemo, useState } from 'react';
import { createStore, useStore } from '@/state/createStore';
import { useMoved } from '@/providers/live/useMoved';
import { useServices } from '@/providers/ServicesContext';
import { useGrants } from '@/fields/kit/AppContext';
import { useWords } from '@/fields/kit/useWords';
import { openDeviceVault, type DeviceVault } from '../scan/deviceVault';
import { waitingQueue } from '../scan/waitingQueue';
import { createPointApi } from './pointApi';
import { createPointCopy } from './pointCopy';
import { createPointDesk } from './pointDesk';

const watchMs = 10_000,
  soonMs = 600,
  refreshEvery = 6;

let opening: Promise<DeviceVault | null> | undefined;
/** Null where browsers forbid storage: the page then works with a connection only. */
const vault = (): Promise<DeviceVault | null> => (opening ??= openDeviceVault().catch(() => null));

/** The desk of one point with everything that it does by itself: preparing, counting, and sending what waits. */
export const usePointDesk = (eventid: number, asenterid: number) => {
  const { http, config } = useServices();
  const { userid, organizationid } = useGrants();
  const { locale } = useWords();
  const [made] = useState(() => {
    const changes = createStore(0),
      language = createStore(locale);
    const api = createPointApi(http, config.host, asenterid);
    const copy = createPointCopy({
      vault,
      userid,
      eventid,
      name: `point ${organizationid ?? 0} ${asenterid}`,
      api,
      onChange: () => changes.set(changes.get() + 1),
    });
    const desk = createPointDesk({
      asenterid,
      of: { userid, organizationid: organizationid ?? 0, eventid },
      api,
      copy,
      queue: waitingQueue(),
      nameOf: (name) => name[language.get()] ?? name.es,
    });
    return { api, copy, desk, changes, language, problem: createStore<unknown>(null) };
  });
  const { api, copy, desk, language, problem } = made;
  useEffect(() => language.set(locale), [language, locale]);
  useEffect(() => {
    const leaving = new AbortController(),
      { signal } = leaving;
    let rounds = 0;
    const look = async (): Promise<void> => {
      await desk.replay();
      if (!navigator.onLine || signal.aborted) return;
      try {
        copy.keepWatched(await api.watch());
        problem.set(null);
        if (rounds % refreshEvery === 0) await copy.refresh();
        rounds += 1;
      } catch (error) {
        problem.set(error); // the next round tries again
      }
    };
    void desk.start().then(look);
    const timer = setInterval(() => void look(), watchMs);
    window.addEventListener('online', () => void look(), { signal });
    window.addEventListener('offline', () => void desk.replay(), { signal });
    const stopWatching = waitingQueue().changes.subscribe(() => void desk.readQueue());
    // The counts and the list of all devices follow soon after a scan of this one.
    let soon: ReturnType<typeof setTimeout> | undefined,
      answered = '';
    const stopFollowing = desk.store.subscribe(() => {
      const { shown } = desk.store.get();
      if (!shown?.isConfirmed || shown.client_uuid === answered) return;
      answered = shown.client_uuid;
      clearTimeout(soon);
      soon = setTimeout(() => void api.watch().then(copy.keepWatched, () => undefined), soonMs);
    });
    return () => {
      leaving.abort();
      clearInterval(timer);
      clearTimeout(soon);
      stopWatching();
      stopFollowing();
    };
  }, [api, copy, desk, problem]);
  // What other doors of the point read; this one follows its own scans.
  const watch = useCallback((): void => {
    if (navigator.onLine) void api.watch().then(copy.keepWatched, () => undefined);
  }, [api, copy]);
  useMoved({ resources: ['access_scans', 'asenters'], eventid, calmMs: 1000 }, watch);
  const version = useStore(made.changes);
  const state = useStore(desk.store);
  const error = useStore(problem);
  return useMemo(() => ({ desk, copy, state, error, version, watched: copy.watched() }), [desk, copy, state, error, version]);
};
