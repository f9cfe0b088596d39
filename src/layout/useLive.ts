import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { followLive, type Moved } from '@/providers/live/followLive';
import { useServices } from '@/providers/ServicesContext';
import { jobsKey } from '@/views/action/runAction';

/** A job changes several times in a second; nobody reads faster than this. */
const calmMs = 400;

/** Keeps the jobs on screen up to date while the page is visible, for the chosen organization. */
export const useLive = (organizationid: number | undefined): void => {
  const { http, config } = useServices();
  const queries = useQueryClient();
  useEffect(() => {
    let stream: AbortController | undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const moved = new Set<string>();
    const reread = ({ kind = 'report_jobs' }: Moved = {}): void => {
      moved.add(kind);
      timer ??= setTimeout(() => {
        timer = undefined;
        void queries.invalidateQueries({ queryKey: jobsKey });
        if (moved.has('report_jobs')) void queries.invalidateQueries({ predicate: ({ queryKey }) => queryKey.includes('report_jobs') });
        moved.clear();
      }, calmMs);
    };
    // A browser has six connections for each site, so a hidden page closes its own.
    const follow = (): void => {
      if (document.visibilityState === 'hidden') {
        stream?.abort();
        stream = undefined;
      } else if (!stream) {
        stream = new AbortController();
        void followLive({ http, url: `${config.host}/v2/general/live`, onMoved: reread, signal: stream.signal });
      }
    };
    const comeBack = (): void => {
      follow();
      if (stream) reread(); // changes while the page was hidden were missed
    };
    follow();
    document.addEventListener('visibilitychange', comeBack);
    return () => {
      document.removeEventListener('visibilitychange', comeBack);
      stream?.abort();
      clearTimeout(timer);
    };
  }, [http, config, queries, organizationid]);
};
