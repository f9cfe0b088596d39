import { createStore, type Store } from '@/state/createStore';
import { isParts } from '@/schema/unknown';
import { openDeviceVault, type DeviceVault, type StoredEntry } from './deviceVault';

/** Something that was done on this device and that the server has to learn. */
export interface WaitingEntry {
  /** The server does it once, however often it arrives. */
  readonly client_uuid: string;
  readonly kind: string;
  readonly payload: unknown;
  readonly device_time: string;
  readonly userid: number;
  readonly organizationid: number;
  readonly eventid: number;
}
/** Why the server did not accept an entry. */
export interface EntryRefusal {
  readonly code: string;
  readonly message: string;
}
/** An entry that was set aside: somebody looks at it and decides. */
export interface RefusedEntry {
  readonly entry: WaitingEntry;
  readonly refusal: EntryRefusal;
}
/** What became of an entry: it arrived (now or earlier), it must wait, or it is refused for good. */
export type Sent = 'done' | 'later' | { readonly refused: EntryRefusal };
export type Send = (entry: WaitingEntry) => Promise<Sent>;
/** Whose entries: people see and send only their own. */
export interface EntriesOf {
  readonly userid: number;
  readonly organizationid: number;
  readonly eventid?: number;
  /** Each screen sends its own kind. */
  readonly kind?: string;
}
export interface QueueCounts {
  readonly waiting: number;
  readonly refused: number;
}
/** Actions that were not sent yet. They survive reloads and sign-outs, and leave one at a time in their order. */
export interface WaitingQueue {
  /** Keeps an entry before anything is sent; the same one again changes nothing. */
  readonly add: (entry: WaitingEntry) => Promise<void>;
  readonly waiting: (of: EntriesOf) => Promise<readonly WaitingEntry[]>;
  readonly refused: (of: EntriesOf) => Promise<readonly RefusedEntry[]>;
  readonly counts: (of: EntriesOf) => Promise<QueueCounts>;
  /** Sends what waits, in order, until one has to wait. A refused entry is set aside and the next one follows. */
  readonly replay: (of: EntriesOf, send: Send) => Promise<QueueCounts>;
  /** How many entries of this kind that other people made in the event wait on this device. */
  readonly ofOthers: (of: Required<EntriesOf>) => Promise<number>;
  /** Makes them entries of this person, who sends them. */
  readonly takeOver: (of: Required<EntriesOf>) => Promise<void>;
  /** Removes an entry that was set aside, after somebody read why. */
  readonly dismiss: (client_uuid: string) => Promise<void>;
  /** Changes with every change of the queue, in this tab and in others. */
  readonly changes: Store<number>;
  readonly close: () => void;
}
interface QueueOptions {
  readonly openVault?: () => Promise<DeviceVault>;
  /** Runs one replay at a time over all tabs of this device. */
  readonly alone?: <T>(work: () => Promise<T>) => Promise<T>;
}
interface Contents {
  readonly payload: unknown;
  readonly device_time: string;
  readonly refusal?: EntryRefusal;
}

const lockName = 'dorsal-scan-replay',
  channelName = 'dorsal-scan-queue';
const acrossTabs = async <T>(work: () => Promise<T>): Promise<T> =>
  globalThis.navigator?.locks ? await navigator.locks.request(lockName, work) : await work();
const unreadable: EntryRefusal = { code: 'UNREADABLE', message: '' };

const contentsOf = (opened: unknown): Contents | undefined => {
  const { device_time, payload, refusal } = isParts(opened) ? opened : {};
  if (typeof device_time !== 'string') return undefined;
  const { code, message } = isParts(refusal) ? refusal : {};
  return {
    device_time,
    payload,
    ...(typeof code === 'string' && { refusal: { code, message: typeof message === 'string' ? message : '' } }),
  };
};
const isOf =
  ({ userid, organizationid, eventid, kind }: EntriesOf, state: StoredEntry['state']) =>
  (entry: StoredEntry): boolean =>
    entry.state === state &&
    entry.userid === userid &&
    entry.organizationid === organizationid &&
    (eventid === undefined || entry.eventid === eventid) &&
    (kind === undefined || entry.kind === kind);

/** The entries as they are stored: sealed with the key of the device. */
const createStoredEntries = (vault: () => Promise<DeviceVault>) => {
  const remove = async (client_uuid: string): Promise<void> => {
    const { database } = await vault();
    const key = await database.getKeyFromIndex('entries', 'client_uuid', client_uuid);
    if (key !== undefined) await database.delete('entries', key);
  };
  const has = async (client_uuid: string): Promise<boolean> =>
    (await (await vault()).database.getKeyFromIndex('entries', 'client_uuid', client_uuid)) !== undefined;
  const ofOthers = async ({ userid, organizationid, eventid, kind }: EntriesOf): Promise<readonly StoredEntry[]> =>
    (await (await vault()).database.getAll('entries')).filter(
      (entry) =>
        entry.state === 'waiting' &&
        entry.userid !== userid &&
        entry.organizationid === organizationid &&
        entry.eventid === eventid &&
        entry.kind === kind,
    );
  return {
    ofOthers,
    takeOver: async (of: EntriesOf): Promise<void> => {
      const { database } = await vault();
      for (const entry of await ofOthers(of)) await database.put('entries', { ...entry, userid: of.userid });
    },
    all: async (of: EntriesOf, state: StoredEntry['state']): Promise<readonly StoredEntry[]> =>
      (await (await vault()).database.getAll('entries')).filter(isOf(of, state)),
    read: async ({ sealed, client_uuid, kind, userid, organizationid, eventid }: StoredEntry): Promise<RefusedEntry> => {
      const known = { client_uuid, kind, userid, organizationid, eventid };
      try {
        const contents = contentsOf(await (await vault()).open(sealed, client_uuid));
        if (contents) {
          const { refusal = unreadable, ...rest } = contents;
          return { entry: { ...known, ...rest }, refusal };
        }
      } catch {
        // the browser lost the key, or something else wrote here: the entry stays and says so
      }
      return { entry: { ...known, payload: null, device_time: '' }, refusal: unreadable };
    },
    add: async ({ payload, device_time, ...known }: WaitingEntry): Promise<void> => {
      const { database, seal } = await vault();
      const sealed = await seal({ payload, device_time }, known.client_uuid);
      const { client_uuid, kind, userid, organizationid, eventid } = known;
      const transaction = database.transaction('entries', 'readwrite');
      const isKnown = (await transaction.store.index('client_uuid').getKey(client_uuid)) !== undefined;
      if (!isKnown) await transaction.store.add({ client_uuid, kind, userid, organizationid, eventid, state: 'waiting', sealed });
      await transaction.done;
    },
    setAside: async (from: StoredEntry, { payload, device_time }: WaitingEntry, refusal: EntryRefusal): Promise<void> => {
      const { database, seal } = await vault();
      // What cannot be read is kept as it is, in case its key comes back.
      const sealed = refusal === unreadable ? from.sealed : await seal({ payload, device_time, refusal }, from.client_uuid);
      await database.put('entries', { ...from, state: 'refused', sealed });
    },
    remove,
    has,
  };
};

/** Tells the pages of this tab and of the others that the queue is another one. */
const createChanges = () => {
  const changes = createStore(0);
  const channel = typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel(channelName);
  const note = (): void => changes.set(changes.get() + 1);
  if (channel) channel.onmessage = note;
  const changed = (): void => {
    note();
    channel?.postMessage('changed');
  };
  return { changes, changed, close: () => channel?.close() };
};

/** Opens the queue of this device; the storage can be given for tests. */
export const createWaitingQueue = ({ openVault = openDeviceVault, alone = acrossTabs }: QueueOptions = {}): WaitingQueue => {
  let opening: Promise<DeviceVault> | undefined;
  const entries = createStoredEntries(() => (opening ??= openVault()));
  const { changes, changed, close } = createChanges();
  const counts = async (of: EntriesOf): Promise<QueueCounts> => ({
    waiting: (await entries.all(of, 'waiting')).length,
    refused: (await entries.all(of, 'refused')).length,
  });
  const sendOne = async (next: StoredEntry, send: Send): Promise<boolean> => {
    const { entry } = await entries.read(next);
    const sent: Sent = entry.device_time === '' ? { refused: unreadable } : await send(entry).catch(() => 'later' as const);
    if (sent === 'later') return false;
    if (sent === 'done') await entries.remove(next.client_uuid);
    else if (await entries.has(next.client_uuid)) await entries.setAside(next, entry, sent.refused);
    changed();
    return true;
  };
  /** False when one had to wait, because later ones may depend on it. */
  const sendAll = async (of: EntriesOf, send: Send): Promise<boolean> => {
    const all = await entries.all(of, 'waiting');
    for (const next of all) {
      if (!(await entries.has(next.client_uuid))) continue; // taken back meanwhile
      if (!(await sendOne(next, send))) return false;
    }
    return all.length > 0;
  };
  return {
    add: async (entry) => {
      await entries.add(entry);
      changed();
      void globalThis.navigator?.storage?.persist?.().catch(() => undefined);
    },
    waiting: async (of) => (await Promise.all((await entries.all(of, 'waiting')).map(entries.read))).map(({ entry }) => entry),
    refused: async (of) => Promise.all((await entries.all(of, 'refused')).map(entries.read)),
    counts,
    ofOthers: async (of) => (await entries.ofOthers(of)).length,
    takeOver: async (of) => {
      await entries.takeOver(of);
      changed();
    },
    replay: (of, send) =>
      alone(async () => {
        while (await sendAll(of, send)); // what was added meanwhile follows
        return await counts(of);
      }),
    dismiss: async (client_uuid) => {
      await entries.remove(client_uuid);
      changed();
    },
    changes,
    close: () => {
      close();
      void opening?.then(({ database }) => database.close());
    },
  };
};

let shared: WaitingQueue | undefined;
/** The queue of this page, opened when it is first needed. */
export const waitingQueue = (): WaitingQueue => (shared ??= createWaitingQueue());
