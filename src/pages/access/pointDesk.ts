import { createStore, type Store } from '@/state/createStore';
import { isOneOf, partOf } from '@/schema/unknown';
import type { ScanAnswer, ScannedPerson } from '@/domain/registration/accessPoint';
import { closedBy, directions, judgeScan, type Direction, type Pass, type Verdict } from '@/domain/registration/judgeScan';
import { deviceName } from '../scan/deviceName';
import type { EntriesOf, RefusedEntry, Sent, WaitingEntry, WaitingQueue } from '../scan/waitingQueue';
import type { Outcome, PointApi, ScanInput } from './pointApi';
import type { PointCopy } from './pointCopy';

/** What fills the screen after a scan. */
export interface Shown {
  readonly client_uuid: string;
  readonly input: ScanInput;
  /** Null when nothing can be said: no connection and nothing fetched, or the server refused the scan itself. */
  readonly verdict: Verdict | { readonly result: ScanAnswer['result']; readonly cause: null; readonly since: null } | null;
  readonly person: ScannedPerson | null;
  readonly elsewhere: ScanAnswer['elsewhere'];
  readonly benefits: ScanAnswer['benefits'];
  readonly isForced: boolean;
  /** The server has answered; otherwise the device judged alone and the scan waits to be sent. */
  readonly isConfirmed: boolean;
  /** Why the server did not accept the scan at all. */
  readonly refusal: string | null;
}
/** A scan of this device that waits to be sent. */
export interface Unsent {
  readonly client_uuid: string;
  readonly direction: Direction;
  readonly at: string;
  readonly result: ScanAnswer['result'] | null;
  readonly inscriptionid: number | null;
  readonly code: string;
}
/** A scan that was shown one way without a connection, and that the server judged otherwise. */
export interface Differing {
  readonly client_uuid: string;
  readonly shown: ScanAnswer['result'] | null;
  readonly answer: ScanAnswer;
}
export interface DeskState {
  readonly shown: Shown | null;
  readonly isBusy: boolean;
  readonly isOnline: boolean;
  /** Those of this point. */
  readonly unsent: readonly Unsent[];
  /** How many wait of all points. */
  readonly waiting: number;
  readonly refused: readonly RefusedEntry[];
  readonly differing: readonly Differing[];
}
interface DeskOptions {
  readonly asenterid: number;
  readonly of: Required<Omit<EntriesOf, 'kind'>>;
  readonly api: PointApi;
  readonly copy: PointCopy;
  readonly queue: WaitingQueue;
  readonly isOnline?: () => boolean;
  readonly pause?: (ms: number) => Promise<undefined>;
}
/** What somebody scans: a code, or a person of the list. */
export type Target = { readonly code: string } | { readonly inscriptionid: number };

export const entryKind = 'access';
/** How long the screen waits for the server before the device answers by itself. */
const patienceMs = 250;
const wait = (ms: number): Promise<undefined> => new Promise((resolve) => void setTimeout(() => resolve(undefined), ms));

interface Payload {
  readonly asenterid: number;
  readonly input: ScanInput;
  readonly inscriptionid: number | null;
  readonly result: ScanAnswer['result'] | null;
}
const isPayload = (some: unknown): some is Payload =>
  typeof partOf(some, 'asenterid') === 'number' && isOneOf(directions, partOf(partOf(some, 'input'), 'direction'));
const unsentOf = (entry: WaitingEntry): readonly Unsent[] => {
  if (!isPayload(entry.payload)) return [];
  const { input, inscriptionid, result } = entry.payload;
  return [
    { client_uuid: entry.client_uuid, direction: input.direction, at: input.scanned_at, code: input.code ?? '', inscriptionid, result },
  ];
};
const passOf = ({ direction, at }: Unsent): Pass => ({ direction, at });
const blank = { person: null, elsewhere: null, benefits: [], isForced: false, refusal: null } as const;

/** Scans at one point: the answer of the server, or of this device when the server is late or away. Nothing that was scanned is lost. */
export const createPointDesk = ({
  asenterid,
  of,
  api,
  copy,
  queue,
  isOnline = () => globalThis.navigator?.onLine ?? true,
  pause = wait,
}: DeskOptions) => {
  const store: Store<DeskState> = createStore<DeskState>({
    shown: null,
    isBusy: false,
    isOnline: isOnline(),
    unsent: [],
    waiting: 0,
    refused: [],
    differing: [],
  });
  const update = (change: Partial<DeskState>): void => store.set({ ...store.get(), ...change });
  const own: EntriesOf = { userid: of.userid, organizationid: of.organizationid, kind: entryKind };
  const isHere = ({ payload }: WaitingEntry): boolean => isPayload(payload) && payload.asenterid === asenterid;

  /** Reads the queue again: what waits here counts as passed until the server says otherwise. */
  const readQueue = async (): Promise<void> => {
    const [waiting, refused] = await Promise.all([queue.waiting(own), queue.refused(own)]).catch(() => [[], []] as const);
    update({ unsent: waiting.filter(isHere).flatMap(unsentOf), waiting: waiting.length, refused });
  };
  const judgeHere = async (target: Target, input: ScanInput): Promise<Pick<Shown, 'verdict' | 'person'> | null> => {
    const rules = copy.watched()?.rules;
    const found = 'code' in target ? await copy.find(target.code) : (copy.person(target.inscriptionid) ?? null);
    if (!rules || found === null) return null;
    if (typeof found === 'string') return { verdict: judgeScan(rules, found, input.direction, input.scanned_at), person: null };
    const mine = store.get().unsent.filter(({ inscriptionid, result }) => inscriptionid === found.inscriptionid && result === 'ok');
    const facts = { ...found, passes: [...found.passes, ...mine.map(passOf)] };
    return { verdict: judgeScan(rules, facts, input.direction, input.scanned_at), person: found };
  };
  const keep = async (input: ScanInput, judged: Pick<Shown, 'verdict' | 'person'> | null): Promise<void> => {
    const result = input.reason === undefined ? (judged?.verdict?.result ?? null) : 'ok';
    const payload: Payload = { asenterid, input, inscriptionid: judged?.person?.inscriptionid ?? input.inscriptionid ?? null, result };
    await queue
      .add({ ...of, client_uuid: input.client_uuid, kind: entryKind, payload, device_time: input.scanned_at })
      .catch(() => undefined);
  };
  const learn = ({ result, direction, scanned_at, person }: ScanAnswer): void => {
    if (result === 'ok' && person) copy.pass(person.inscriptionid, { direction, at: scanned_at });
    const watched = copy.watched();
    if (!watched) return;
    const { entries, exits, inside, refused } = watched.counts;
    const [isIn, isOut] = [result === 'ok' && direction === 'entry', result === 'ok' && direction === 'exit'];
    copy.keepWatched({
      ...watched,
      counts: {
        entries: entries + Number(isIn),
        exits: exits + Number(isOut),
        refused: refused + Number(result !== 'ok'),
        inside: Math.max(0, inside + Number(isIn) - Number(isOut)),
      },
    });
  };
  const shownFor = (input: ScanInput, outcome: Outcome, judged: Pick<Shown, 'verdict' | 'person'> | null): Shown => {
    const base = { ...blank, client_uuid: input.client_uuid, input };
    if (outcome.is === 'answered') {
      const { result, cause, since, person, elsewhere, benefits, isForced } = outcome.answer;
      const verdict = cause === null ? { result, cause, since: null } : { result, cause, since };
      return { ...base, verdict, person, elsewhere, benefits, isForced, isConfirmed: true };
    }
    if (outcome.is === 'refused') return { ...base, verdict: null, isConfirmed: true, refusal: outcome.refusal.message };
    const closed = input.reason === undefined ? closedBy(copy.watched()?.status ?? null) : null;
    const isForced = input.reason !== undefined;
    const verdict = judged?.verdict && isForced ? { ...judged.verdict, result: 'ok' as const } : (judged?.verdict ?? null);
    return { ...base, verdict: closed ? null : verdict, person: judged?.person ?? null, isForced, isConfirmed: false, refusal: closed };
  };
  /** The scan has arrived, or is refused for good: in both cases it waits no longer. */
  const settle = async (input: ScanInput, outcome: Outcome): Promise<void> => {
    if (outcome.is === 'later') return;
    if (outcome.is === 'answered') learn(outcome.answer);
    await queue.dismiss(input.client_uuid).catch(() => undefined);
  };
  const differs = (shown: ScanAnswer['result'] | null, answer: ScanAnswer, client_uuid: string): void => {
    // Where the device could not judge, somebody decided alone: only a refusal is news.
    if (shown === answer.result || (shown === null && answer.result === 'ok')) return;
    update({ differing: [{ client_uuid, shown, answer }, ...store.get().differing] });
  };
  /** The screen shows the device's own answer already: the server's replaces it, or is noted when somebody else was scanned since. */
  const follow = async (input: ScanInput, judged: Pick<Shown, 'verdict' | 'person'> | null, sending: Promise<Outcome>): Promise<void> => {
    const outcome = await sending;
    await settle(input, outcome);
    const isCurrent = store.get().shown?.client_uuid === input.client_uuid;
    if (isCurrent && outcome.is !== 'later') update({ shown: shownFor(input, outcome, judged) });
    else if (outcome.is === 'answered') differs(judged?.verdict?.result ?? null, outcome.answer, input.client_uuid);
    await readQueue();
  };
  const scan = async (target: Target, direction: Direction, reason?: string): Promise<void> => {
    update({ isBusy: true, isOnline: isOnline() });
    const input: ScanInput = {
      ...target,
      direction,
      client_uuid: crypto.randomUUID(),
      scanned_at: new Date().toISOString(),
      device_id: deviceName(),
      ...(reason !== undefined && { reason }),
    };
    const judged = await judgeHere(target, input);
    const later: Outcome = { is: 'later' },
      online = isOnline();
    if (online || !closedBy(copy.watched()?.status ?? null)) await keep(input, judged);
    const sending = online ? api.send(asenterid, input) : Promise.resolve(later);
    const first = judged ? await Promise.race([sending, pause(patienceMs)]) : await sending;
    update({ shown: shownFor(input, first ?? later, judged), isBusy: false });
    if (first) {
      await settle(input, first);
      await readQueue();
    } else void follow(input, judged, sending);
  };
  const sendWaiting = async (entry: WaitingEntry): Promise<Sent> => {
    if (!isPayload(entry.payload)) return { refused: { code: 'UNREADABLE', message: '' } };
    const outcome = await api.send(entry.payload.asenterid, entry.payload.input);
    if (outcome.is === 'later') return 'later';
    if (outcome.is === 'refused') return { refused: outcome.refusal };
    if (isHere(entry)) learn(outcome.answer);
    differs(entry.payload.result, outcome.answer, entry.client_uuid);
    return 'done';
  };
  return {
    store,
    scan,
    readQueue,
    /** Sends what waits, of this point and of others. */
    replay: async (): Promise<void> => {
      update({ isOnline: isOnline() });
      if (!isOnline() || store.get().isBusy) return;
      await queue.replay(own, sendWaiting).catch(() => undefined);
      await readQueue();
    },
    close: (): void => update({ shown: null }),
    dismiss: async (client_uuid: string): Promise<void> => {
      await queue.dismiss(client_uuid);
      await readQueue();
    },
    forgetDiffering: (): void => update({ differing: [] }),
    /** Rejects with the error of the server. */
    redeem: async (id: number): Promise<void> => {
      await api.redeem(id);
      const { shown } = store.get();
      const now = new Date().toISOString();
      const benefits = shown?.benefits.map((each) =>
        each.benefit_grantid === id ? { ...each, state: 'redeemed' as const, redeemed_at: now } : each,
      );
      if (shown && benefits) update({ shown: { ...shown, benefits } });
    },
  };
};
export type PointDesk = ReturnType<typeof createPointDesk>;
