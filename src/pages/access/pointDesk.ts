import { createStore, type Store } from '@/state/createStore';
import type { NameText, ScanAnswer } from '@/domain/registration/accessPoint';
import { closedBy, type Direction } from '@/domain/registration/judgeScan';
import { deviceName } from '../scan/deviceName';
import type { EntriesOf, Sent, WaitingEntry, WaitingQueue } from '../scan/waitingQueue';
import { createBenefitDesk } from './benefitDesk';
import { isPayload, isRedeemPayload, redeemingOf, unsentOf, type DeskState, type Payload, type RedeemPayload } from './deskState';
import type { Outcome, PointApi, ScanInput } from './pointApi';
import type { PointCopy } from './pointCopy';
import { handedOn, judgeHere, learn, shownFor, type Judged, type Target } from './shownFor';

interface DeskOptions {
  readonly asenterid: number;
  readonly of: Required<Omit<EntriesOf, 'kind'>>;
  readonly api: PointApi;
  readonly copy: PointCopy;
  readonly queue: WaitingQueue;
  /** The name of a benefit in the language of the screen. */
  readonly nameOf: (name: NameText) => string;
  readonly isOnline?: () => boolean;
  readonly pause?: (ms: number) => Promise<undefined>;
}
export const entryKind = 'access';
/** How long after a scan the device answers by itself when the server has not: what is left of 300 ms is for drawing it on a slow phone. */
const patienceMs = 150;
const wait = (ms: number): Promise<undefined> => new Promise((resolve) => void setTimeout(() => resolve(undefined), ms));
const onLine = (): boolean => globalThis.navigator?.onLine ?? true;
const later: Outcome = { is: 'later' };
const newInput = (target: Target, direction: Direction, reason: string | undefined): ScanInput => ({
  ...target,
  direction,
  client_uuid: crypto.randomUUID(),
  scanned_at: new Date().toISOString(),
  device_id: deviceName(),
  ...(reason !== undefined && { reason }),
});

/** The scans that wait on this device, and how they are sent. */
const createWaiting = ({ asenterid, of, api, copy, queue }: DeskOptions, store: Store<DeskState>) => {
  const own: EntriesOf = { userid: of.userid, organizationid: of.organizationid, kind: entryKind };
  const update = (change: Partial<DeskState>): void => store.set({ ...store.get(), ...change });
  const isHere = ({ payload }: WaitingEntry): boolean => isPayload(payload) && payload.asenterid === asenterid;
  const differs = (shown: ScanAnswer['result'] | null, answer: ScanAnswer, client_uuid: string): void => {
    // Where the device could not judge, somebody decided alone: only a refusal is news.
    if (shown === answer.result || (shown === null && answer.result === 'ok')) return;
    update({ differing: [{ client_uuid, shown, answer }, ...store.get().differing] });
  };
  const redeemOne = async ({ redeemed }: RedeemPayload): Promise<Sent> => {
    const outcome = await api.redeem(redeemed);
    if (outcome.is === 'refused') return { refused: outcome.refusal };
    if (outcome.is === 'later') return 'later';
    copy.redeem(redeemed);
    return 'done';
  };
  const sendOne = async (entry: WaitingEntry): Promise<Sent> => {
    if (isRedeemPayload(entry.payload)) return redeemOne(entry.payload);
    if (!isPayload(entry.payload)) return { refused: { code: 'UNREADABLE', message: '' } };
    const outcome = await api.send(entry.payload.asenterid, entry.payload.input);
    if (outcome.is === 'later') return 'later';
    if (outcome.is === 'refused') return { refused: outcome.refusal };
    if (isHere(entry)) learn(copy, outcome.answer);
    differs(entry.payload.result, outcome.answer, entry.client_uuid);
    return 'done';
  };
  return {
    own,
    differs,
    /** Reads the queue again: what waits here counts as passed until the server says otherwise. */
    read: async (): Promise<void> => {
      const [waiting, refused] = await Promise.all([queue.waiting(own), queue.refused(own)]).catch(() => [[], []] as const);
      const unsent = waiting.filter(isHere).flatMap(unsentOf);
      update({ unsent, redeeming: waiting.flatMap(redeemingOf), waiting: waiting.length, refused });
    },
    /** Before anything is sent: a page that dies meanwhile loses nothing. Without storage the scan is only sent. */
    keep: async (input: ScanInput, judged: Judged | null): Promise<void> => {
      const result = input.reason === undefined ? (judged?.verdict?.result ?? null) : 'ok';
      const payload: Payload = { asenterid, input, inscriptionid: judged?.person?.inscriptionid ?? input.inscriptionid ?? null, result };
      const { client_uuid, scanned_at } = input;
      await queue.add({ ...of, client_uuid, kind: entryKind, payload, device_time: scanned_at }).catch(() => undefined);
    },
    /** The same of a benefit that is handed over; false without storage. */
    keepRedeemed: async (client_uuid: string, payload: RedeemPayload): Promise<boolean> => {
      const { redeemed_at } = payload.redeemed;
      const adding = queue.add({ ...of, client_uuid, kind: entryKind, payload, device_time: redeemed_at });
      return adding.then(
        () => true,
        () => false,
      );
    },
    /** The scan has arrived, or is refused for good: in both cases it waits no longer. */
    settle: async (input: ScanInput, outcome: Outcome): Promise<void> => {
      if (outcome.is === 'later') return;
      if (outcome.is === 'answered') learn(copy, outcome.answer);
      await queue.dismiss(input.client_uuid).catch(() => undefined);
    },
    sendAll: async (): Promise<void> => {
      await queue.replay(own, sendOne).catch(() => undefined);
    },
  };
};

/** Scans at one point: the answer of the server, or of this device when the server is late or away. Nothing that was scanned is lost. */
export const createPointDesk = (options: DeskOptions) => {
  const { asenterid, api, copy, queue, isOnline = onLine, pause = wait } = options;
  const store = createStore<DeskState>({
    shown: null,
    isBusy: false,
    isOnline: isOnline(),
    unsent: [],
    redeeming: [],
    waiting: 0,
    refused: [],
    differing: [],
  });
  const update = (change: Partial<DeskState>): void => store.set({ ...store.get(), ...change });
  const waiting = createWaiting(options, store);
  const { own, keepRedeemed: keep, read } = waiting;
  const benefits = createBenefitDesk({ api, copy, queue, isOnline, nameOf: options.nameOf, own, keep, read }, store);
  /** The screen shows the device's own answer already: the server's replaces it, or is noted when somebody else was scanned since. */
  const follow = async (input: ScanInput, judged: Judged | null, sending: Promise<Outcome>): Promise<void> => {
    const outcome = await sending;
    await waiting.settle(input, outcome);
    const { shown, redeeming } = store.get(),
      isCurrent = shown?.client_uuid === input.client_uuid;
    const given = shownFor(copy, input, outcome, judged, redeeming),
      answer = isCurrent ? { ...given, ...handedOn(given, shown) } : given;
    if (isCurrent && outcome.is !== 'later') update({ shown: answer });
    else if (outcome.is === 'answered') waiting.differs(judged?.verdict?.result ?? null, outcome.answer, input.client_uuid);
    await benefits.redeemScanned(answer);
    await waiting.read();
  };
  let starting: Promise<void> | undefined;
  /** Opens what this device kept, once; scans wait for it, since a device that has not read its list yet could only say that it has none. */
  const start = (): Promise<void> =>
    (starting ??= copy
      .open()
      .catch(() => undefined)
      .then(waiting.read));
  return {
    store,
    start,
    readQueue: waiting.read,
    scan: async (target: Target, direction: Direction, reason?: string): Promise<void> => {
      const online = isOnline(),
        scannedAt = performance.now();
      update({ isBusy: true, isOnline: online });
      await start();
      const input = newInput(target, direction, reason);
      const judged = await judgeHere(copy, store.get(), target, input);
      if (online || !closedBy(copy.watched()?.status ?? null)) await waiting.keep(input, judged);
      const sending = online ? api.send(asenterid, input) : Promise.resolve(later);
      const first = judged
        ? await Promise.race([sending, pause(Math.max(0, patienceMs - (performance.now() - scannedAt)))])
        : await sending;
      const answer = shownFor(copy, input, first ?? later, judged, store.get().redeeming);
      update({ shown: answer, isBusy: false });
      if (!first) return void follow(input, judged, sending);
      await waiting.settle(input, first);
      await benefits.redeemScanned(answer);
      await waiting.read();
    },
    /** Sends what waits, of this point and of others. */
    replay: async (): Promise<void> => {
      update({ isOnline: isOnline() });
      if (!isOnline() || store.get().isBusy) return;
      await waiting.sendAll();
      await waiting.read();
    },
    close: (): void => update({ shown: null }),
    dismiss: async (client_uuid: string): Promise<void> => {
      await queue.dismiss(client_uuid);
      await waiting.read();
    },
    forgetDiffering: (): void => update({ differing: [] }),
    redeem: benefits.redeem,
    takeBack: benefits.takeBack,
  };
};
