import { isComplete, kitFor, obstaclesOf, receiverProblems, type DeskPerson, type Obstacle } from '@/domain/registration/desk';
import { createStore, type Store } from '@/state/createStore';
import { isPassing, refusalOf } from '../scan/isPassing';
import type { EntriesOf, QueueCounts, Sent, WaitingEntry, WaitingQueue } from '../scan/waitingQueue';
import { isHanding, type DeskConflict, type DeskHanding, type DeskInfo, type HandedKit } from './deskApi';
import type { DeskCalls } from './useDeskCalls';
import { createLocalPeople, type LocalPeople } from './localPeople';
import type { DeskCopy } from './deskCopy';
import type { PortraitCounts, Portraits } from './portraits';

/** The state of a desk on this device. */
export interface DeskState {
  readonly phase: 'loading' | 'failed' | 'open';
  readonly loaded: number;
  readonly info: DeskInfo | null;
  readonly isOnline: boolean;
  readonly counts: QueueCounts;
  readonly conflicts: readonly DeskConflict[];
  /** Milliseconds that the clock of this device is behind that of the server. */
  readonly skewMs: number;
  /** Rises with every change of a person. */
  readonly changes: number;
  /** Photographs on this device; null where none are kept. */
  readonly portraits: PortraitCounts | null;
}
/** What a delivery led to: the server did it, or this device keeps it until there is a network. */
export type Delivered = { readonly kind: 'sent'; readonly handed: HandedKit } | { readonly kind: 'queued'; readonly handing: DeskHanding };
/** What somebody says about a kit at the desk; the rest the device knows. */
export type Asked = Omit<DeskHanding, 'client_uuid' | 'eventid' | 'delivered_at' | 'device_now' | 'queued' | 'device_id'> & {
  readonly client_uuid?: string;
};
type ReceiverProblem = ReturnType<typeof receiverProblems>[number];
/** This device refuses, as the server would. */
export class DeskRefusal extends Error {
  constructor(
    readonly code: Obstacle['code'] | ReceiverProblem['code'],
    readonly problems: readonly ReceiverProblem[] = [],
  ) {
    super(code);
  }
}
export interface Desk {
  readonly state: Store<DeskState>;
  readonly people: LocalPeople;
  readonly open: () => Promise<void>;
  /** Reads what changed, and sends what waits. */
  readonly sync: () => Promise<void>;
  readonly deliver: (asked: Asked) => Promise<Delivered>;
  readonly undo: (delivered: Delivered, person: DeskPerson, reason: string) => Promise<void>;
  /** Keeps everything that is known on this device; false without a pass whose PIN was entered. */
  readonly keepCopy: () => Promise<boolean>;
  /** The photograph of a person that this device keeps, as a data URL. */
  readonly portraitOf: (person: DeskPerson) => Promise<string | null>;
}
interface DeskDeps {
  readonly calls: DeskCalls;
  readonly queue: WaitingQueue;
  readonly of: Required<EntriesOf>;
  readonly deviceId: string;
  readonly copy?: DeskCopy;
  readonly portraits?: Portraits;
  readonly now?: () => number;
  readonly uuid?: () => string;
}

/** Changes of the last seconds are read again, because a transaction may have become visible after a later one. */
const overlapMs = 10_000;
/** Desks, kits and what is left of each size. */
const infoEveryMs = 30_000;
/** Sealing 20,000 people takes a tenth of a second: what changed since the last time is read again anyway. */
const copyEveryMs = 20_000;
const opening: DeskState = {
  phase: 'loading',
  loaded: 0,
  info: null,
  isOnline: true,
  counts: { waiting: 0, refused: 0 },
  conflicts: [],
  skewMs: 0,
  changes: 0,
  portraits: null,
};

/** A person after a delivery that the server does not know yet. */
const afterHanding = (info: DeskInfo | null, person: DeskPerson, { items, number, tshirt_size }: DeskHanding): DeskPerson => {
  const handed = { ...person.handed };
  for (const { kit_itemid, qty, status } of items ?? [])
    if (status !== 'missing') handed[kit_itemid] = Math.max(handed[kit_itemid] ?? 0, qty);
  return {
    ...person,
    handed,
    kit_status: isComplete(kitFor(info?.kits ?? [], person.distanceid), handed) ? 'delivered' : 'partial',
    ...(number != null && { number }),
    ...(tshirt_size && { tshirt_size }),
  };
};

/** Reads the event and its people from the server, at first all and then what changed. */
const createReading = (
  { calls, copy, portraits: pictures, of: { eventid }, now = Date.now }: DeskDeps,
  people: LocalPeople,
  state: Store<DeskState>,
) => {
  const become = (next: Partial<DeskState>): void => state.set({ ...state.get(), ...next });
  let since: string | undefined;
  let infoAt = 0,
    copiedAt = 0,
    copiedChanges = -1,
    picturedAt = 0;
  const put = (some: readonly DeskPerson[]): void => {
    if (some.length === 0) return;
    people.put(some);
    become({ changes: state.get().changes + 1 });
  };
  /** Nobody waits for photographs; without storage the desk works without them. */
  const keepPortraits = (): void => {
    picturedAt = now();
    void pictures?.keep(people.all(), (portraits) => become({ portraits })).catch(() => undefined);
  };
  const keepCopy = async (): Promise<boolean> => {
    const { info, changes } = state.get();
    if (!copy || !info || since === undefined) return false;
    [copiedAt, copiedChanges] = [now(), changes];
    const isKept = await copy.write({ info, people: people.all(), since });
    if (isKept) keepPortraits();
    return isKept;
  };
  return {
    become,
    put,
    keepCopy,
    /** Without storage the desk works as long as the page is open. */
    keepCopySometimes: async (): Promise<void> => {
      if (now() - copiedAt > copyEveryMs && state.get().changes !== copiedChanges) await keepCopy().catch(() => false);
      if (now() - picturedAt > copyEveryMs) keepPortraits(); // those that a lost network left out
    },
    /** What an earlier visit left; false when there is nothing. */
    resume: async (): Promise<boolean> => {
      const left = (await copy?.read().catch(() => null)) ?? null;
      if (!left) return false;
      ({ since } = left);
      put(left.people);
      become({ info: left.info, loaded: people.size });
      return true;
    },
    readInfo: async (): Promise<void> => {
      if (now() - infoAt < infoEveryMs) return;
      const info = await calls.open(eventid);
      infoAt = now();
      become({ info, skewMs: Date.parse(info.now) - infoAt });
    },
    readPeople: async (): Promise<void> => {
      const asked = since;
      let after = 0,
        next = '';
      for (;;) {
        const page = await calls.people(eventid, after, asked);
        put(page.people);
        become({ loaded: people.size });
        if (after === 0) next = new Date(Date.parse(page.now) - overlapMs).toISOString();
        if (page.next === null) {
          since = next; // only now: a page that fails is read again
          return become({ conflicts: page.conflicts });
        }
        after = page.next;
      }
    },
  };
};

/** Sends what waits on this device, and keeps what cannot be sent now. */
const createOutbox = (
  { calls, queue, of, now = Date.now }: DeskDeps,
  reading: ReturnType<typeof createReading>,
  mark: (handing: DeskHanding) => void,
) => {
  const send = async ({ payload }: WaitingEntry): Promise<Sent> => {
    if (!isHanding(payload)) return { refused: { code: 'UNREADABLE', message: '' } };
    try {
      const { person } = await calls.deliver({
        ...payload,
        queued: true,
        device_now: new Date(now()).toISOString(),
      });
      if (person) reading.put([person]);
      return 'done';
    } catch (error) {
      if (isPassing(error)) return 'later';
      return { refused: refusalOf(error) };
    }
  };
  const count = async (): Promise<void> => reading.become({ counts: await queue.counts(of) });
  return {
    count,
    replay: async (): Promise<void> => void (await queue.replay(of, send)),
    /** What waits on this device was handed out, whatever the server says yet. */
    applyWaiting: async (): Promise<void> => {
      for (const { payload } of await queue.waiting(of)) if (isHanding(payload)) mark(payload);
    },
    keep: async (handing: DeskHanding): Promise<Delivered> => {
      await queue.add({ ...of, client_uuid: handing.client_uuid, payload: handing, device_time: handing.delivered_at });
      mark(handing);
      await count();
      return { kind: 'queued', handing };
    },
  };
};

/** Refuses as the server would, while it cannot be asked. */
const judge = (people: LocalPeople, { inscriptionid, receiver_type, receiver_name, photos, override_reason }: DeskHanding): void => {
  const person = people.get(inscriptionid);
  const obstacles = person ? obstaclesOf(person, receiver_type ?? 'holder') : [];
  const obstacle = obstacles.find(({ isFinal }) => isFinal) ?? (override_reason ? undefined : obstacles[0]);
  if (obstacle) throw new DeskRefusal(obstacle.code);
  const problems = receiverProblems(receiver_type ?? 'holder', {
    hasName: Boolean(receiver_name),
    hasLetter: Boolean(photos?.length),
    isOverridden: Boolean(override_reason),
  });
  if (problems[0]) throw new DeskRefusal(problems[0].code, problems);
};

/** Takes back a delivery that was kept here: what still waits is not sent; what was sent meanwhile is voided, found by its uuid. */
const takeQueuedBack = async ({ calls, queue, of }: DeskDeps, handing: DeskHanding, reason: string): Promise<void> => {
  const waits = (await queue.waiting(of)).some(({ client_uuid }) => client_uuid === handing.client_uuid);
  if (waits) return queue.dismiss(handing.client_uuid);
  const { kit_deliveryid } = await calls.deliver({ ...handing, queued: true });
  await calls.act('void', kit_deliveryid, reason);
};

/** One desk of an event: people on this device, deliveries now or later. */
export const createDesk = (deps: DeskDeps): Desk => {
  const { calls, of, deviceId, now = Date.now, uuid = () => crypto.randomUUID() } = deps;
  const people = createLocalPeople();
  const state = createStore(opening);
  const reading = createReading(deps, people, state);
  const { become, put } = reading;
  const outbox = createOutbox(deps, reading, (handing) => {
    const person = people.get(handing.inscriptionid);
    if (person) put([afterHanding(state.get().info, person, handing)]);
  });
  let syncing: Promise<void> | undefined;
  const runSync = async (): Promise<void> => {
    try {
      await outbox.replay();
      await reading.readInfo();
      await reading.readPeople();
      await outbox.applyWaiting();
      become({ isOnline: true });
      await reading.keepCopySometimes();
    } catch (error) {
      if (!isPassing(error)) throw error;
      become({ isOnline: false });
    } finally {
      await outbox.count();
    }
  };
  return {
    state,
    people,
    open: async () => {
      become({ phase: 'loading' });
      const isKnown = await reading.resume();
      if (isKnown) await outbox.applyWaiting();
      if (isKnown) become({ phase: 'open' });
      try {
        await reading.readInfo();
        await reading.readPeople();
        await outbox.applyWaiting();
        become({ phase: 'open', isOnline: true });
        await reading.keepCopySometimes();
      } catch (error) {
        become(isKnown && isPassing(error) ? { isOnline: false } : { phase: 'failed' });
        if (!isPassing(error)) throw error;
      } finally {
        await outbox.count();
      }
    },
    keepCopy: reading.keepCopy,
    portraitOf: async (person) => (await deps.portraits?.read(person).catch(() => null)) ?? null,
    sync: () => (syncing ??= runSync().finally(() => (syncing = undefined))),
    deliver: async ({ client_uuid = uuid(), ...asked }) => {
      const at = new Date(now()).toISOString();
      const handing: DeskHanding = { ...asked, client_uuid, eventid: of.eventid, device_id: deviceId, delivered_at: at, device_now: at };
      if (state.get().isOnline) {
        try {
          const handed = await calls.deliver(handing);
          if (handed.person) put([handed.person]);
          return { kind: 'sent', handed };
        } catch (error) {
          if (!isPassing(error)) throw error;
          become({ isOnline: false }); // perhaps only the answer was lost: the same uuid is done once
        }
      }
      judge(people, handing);
      return outbox.keep(handing);
    },
    undo: async (delivered, person, reason) => {
      if (delivered.kind === 'sent') await calls.act('void', delivered.handed.kit_deliveryid, reason);
      else {
        await syncing?.catch(() => undefined);
        await takeQueuedBack(deps, delivered.handing, reason);
      }
      put([person]);
      await outbox.count();
    },
  };
};
