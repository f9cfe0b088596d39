import { useEffect, useRef } from 'react';
import { useServices } from '../ServicesContext';

/** Rows that a screen shows besides lists and records: of some resources, of one event. */
export interface Watched {
  readonly resources: readonly string[];
  readonly eventid?: number | undefined;
  /** The shortest time between two calls. */
  readonly calmMs?: number;
}

/** Calls when others changed rows that a screen shows, and when it may have missed something; at most once in a while. */
export const useMoved = ({ resources, eventid, calmMs = 500 }: Watched, onMoved: () => void): void => {
  const { live } = useServices();
  const newest = useRef(onMoved);
  newest.current = onMoved;
  const names = resources.join();
  useEffect(() => {
    const wanted = new Set(names.split(','));
    let timer: ReturnType<typeof setTimeout> | undefined;
    let last = 0;
    const call = (): void => {
      timer = undefined;
      last = Date.now();
      newest.current();
    };
    const stop = live.subscribe(({ rows }) => {
      const isMine =
        rows === null ||
        rows.some(
          (row) => wanted.has(row.resource) && (eventid === undefined || row.eventids === undefined || row.eventids.includes(eventid)),
        );
      if (isMine) timer ??= setTimeout(call, Math.max(0, last + calmMs - Date.now()));
    });
    return () => {
      stop();
      clearTimeout(timer);
    };
  }, [live, names, eventid, calmMs]);
};
