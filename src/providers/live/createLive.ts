import { createStore, type Store } from '@/state/createStore';
import type { Http } from '../http/createHttp';
import { followLive, type LiveWay, type Moved, type MovedRows, type Presence, type Present } from './followLive';

/** A record that is open on this page. */
export interface OpenRecord {
  readonly resource: string;
  readonly id: number;
  readonly isEditing: boolean;
}
/** What changed: rows by resource, or anything where the page may have missed something. */
export type Change = { readonly rows: readonly MovedRows[] } | { readonly rows: null };

/** Changes that others make, while this page is visible. */
export interface Live {
  /** Listens from now on; answers the function that stops that. */
  readonly subscribe: (listener: (change: Change) => void) => () => void;
  /** The same for rows of the person's own long work. */
  readonly subscribeMoved: (listener: (moved: Moved) => void) => () => void;
  readonly way: Store<LiveWay>;
  /** Who else has the open record open. */
  readonly present: Store<readonly Present[]>;
  /** Says which record is open; the answer says that it no longer is. */
  readonly place: (record: OpenRecord) => () => void;
  /** Connects; answers the function that disconnects. */
  readonly start: () => () => void;
}
interface LiveDeps {
  readonly http: Pick<Http, 'fetch'>;
  readonly host: string;
  /** Whether nobody hears where this page is: the person of its session is not the one who looks. */
  readonly isHidden?: (() => boolean) | undefined;
}

const nobody: readonly Present[] = [];
const isSame = (one: OpenRecord | null, other: { readonly resource: string; readonly id: number }): boolean =>
  one !== null && one.resource === other.resource && one.id === other.id;

/** Says over the stream of this page which record is open, and learns who else has it open. */
const createPlaces = ({ http, url, isHidden = () => false }: Omit<LiveDeps, 'host'> & { readonly url: string }) => {
  const present = createStore(nobody);
  // A panel may lie over a page: the last record that was opened is the one that counts.
  let open: readonly OpenRecord[] = [];
  let page = '',
    sent = '';
  const top = (): OpenRecord | null => open.at(-1) ?? null;
  const say = (): void => {
    const record = top();
    const text = JSON.stringify([page, record]);
    if (page === '' || text === sent || isHidden()) return;
    sent = text;
    present.set(nobody);
    const body = JSON.stringify({ page, record });
    http.fetch(`${url}/place`, { method: 'POST', headers: { 'content-type': 'application/json' }, body }).catch(() => {
      sent = ''; // the next stream says it again
    });
  };
  return {
    present,
    place: (record: OpenRecord): (() => void) => {
      open = [...open, record];
      say();
      return () => {
        open = open.filter((each) => each !== record);
        queueMicrotask(say); // the next page says where it is in the same moment
      };
    },
    hear: ({ people, ...record }: Presence): void => {
      if (isSame(top(), record)) present.set(people);
    },
    begin: (name: string): void => {
      page = name;
      if (top()) say();
    },
    end: (): void => {
      page = '';
      sent = '';
      present.set(nobody);
    },
  };
};

/** The stream of one page, and what is known through it. */
export const createLive = ({ http, host, isHidden }: LiveDeps): Live => {
  const url = `${host}/v2/general/live`;
  const listeners = new Set<(change: Change) => void>(),
    ownListeners = new Set<(moved: Moved) => void>();
  const way = createStore<LiveWay>('away');
  const places = createPlaces({ http, url, isHidden });
  const change = (rows: Change): void => {
    for (const listener of listeners) listener(rows);
  };
  return {
    subscribe: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    subscribeMoved: (listener) => {
      ownListeners.add(listener);
      return () => void ownListeners.delete(listener);
    },
    way,
    present: places.present,
    place: places.place,
    start: () => {
      const over = new AbortController();
      void followLive({
        http,
        url,
        signal: over.signal,
        onMoved: (moved) => {
          for (const listener of ownListeners) listener(moved);
          if (moved.kind === undefined) change({ rows: null });
        },
        onRows: (rows) => change({ rows }),
        onPresence: places.hear,
        onReady: places.begin,
        onWay: (next) => {
          way.set(next);
          if (next !== 'stream') places.end();
        },
      });
      return () => {
        over.abort();
        places.end();
      };
    },
  };
};
