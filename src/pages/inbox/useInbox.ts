import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { WaitingItem, WaitingKind } from '@/domain/inbox';
import { useRegistry } from '@/fields/kit/AppContext';
import { failureOf } from '@/fields/kit/failureOf';
import { toast } from '@/providers/notification/toaster';
import { useOrganization, useServices } from '@/providers/ServicesContext';

interface Counts {
  readonly total: number;
  readonly unread: number;
}
export interface Inbox extends Counts {
  readonly kinds: readonly WaitingKind[];
  readonly items: readonly WaitingItem[];
  /** Whether the person gets a letter in the morning. */
  readonly letters: boolean;
}
/** What is marked: everything, or some items. */
export type Marking =
  | { readonly all: true }
  | { readonly items: readonly Pick<WaitingItem, 'resource' | 'wait' | 'id'>[]; readonly read: boolean };

const inboxKey = 'inbox',
  calmMs = 1500,
  staleMs = 60_000;

const useAddress = () => {
  const { config, http } = useServices();
  const { current } = useOrganization();
  return { http, url: `${config.host}/v2/general/inbox`, organizationid: current?.organizationid };
};

/** Reads the inbox again when rows change of which some may wait, a little later, since many change together. */
export const useFollowedInbox = (): void => {
  const { live } = useServices();
  const queries = useQueryClient(),
    registry = useRegistry();
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const reread = (): void => {
      timer ??= setTimeout(() => {
        timer = undefined;
        void queries.invalidateQueries({ queryKey: [inboxKey] });
      }, calmMs);
    };
    const stops = [
      live.subscribe(({ rows }) => {
        if (rows === null || rows.some(({ resource }) => registry.find(resource)?.waits)) reread();
      }),
      live.subscribeMoved(reread),
    ];
    return () => {
      for (const stop of stops) stop();
      clearTimeout(timer);
    };
  }, [live, queries, registry]);
};

/** How many wait unread; undefined until it is known. */
export const useUnread = (): number | undefined => {
  const { http, url, organizationid } = useAddress();
  const { data } = useQuery({
    queryKey: [inboxKey, organizationid, 'count'],
    queryFn: ({ signal }) => http.json<Counts>(`${url}/count`, { signal }),
    enabled: organizationid !== undefined,
    staleTime: staleMs,
    retry: false,
  });
  return data?.unread;
};

/** What waits for the person in the chosen organization. */
export const useInbox = () => {
  const { http, url, organizationid } = useAddress();
  return useQuery({
    queryKey: [inboxKey, organizationid, 'items'],
    queryFn: ({ signal }) => http.json<Inbox>(url, { signal }),
    enabled: organizationid !== undefined,
    retry: false,
  });
};

/** Marks items, and says whether letters are wanted. */
export const useInboxWrites = () => {
  const { http, url } = useAddress();
  const queries = useQueryClient();
  const onSettled = (): Promise<void> => queries.invalidateQueries({ queryKey: [inboxKey] });
  const onError = (error: unknown): void => toast('error', failureOf(error).message);
  const mark = useMutation({
    mutationFn: (body: Marking) => http.json<Counts>(`${url}/read`, { method: 'POST', body }),
    onSettled,
    onError,
  });
  const wish = useMutation({
    mutationFn: (on: boolean) => http.json<Pick<Inbox, 'letters'>>(`${url}/letters`, { method: 'POST', body: { on } }),
    onSettled,
    onError,
  });
  return { mark, wish };
};
