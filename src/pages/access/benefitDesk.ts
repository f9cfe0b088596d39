import type { Store } from '@/state/createStore';
import type { NameText, ScannedBenefit } from '@/domain/registration/accessPoint';
import { benefitClosedAt } from '@/domain/registration/benefitTimes';
import type { ScanResult } from '@/domain/registration/judgeScan';
import { refusalOf } from '../scan/isPassing';
import type { EntriesOf, WaitingQueue } from '../scan/waitingQueue';
import { isRedeemPayload, type DeskState, type RedeemPayload, type Shown } from './deskState';
import { withRedeeming } from './findOnDevice';
import { NotRedeemed } from './NotRedeemed';
import type { PointApi, Redeemed, RedeemOutcome } from './pointApi';
import type { PointCopy } from './pointCopy';

interface BenefitDeskOptions {
  readonly api: PointApi;
  readonly copy: PointCopy;
  readonly queue: WaitingQueue;
  readonly isOnline: () => boolean;
  /** Whose entries of the queue count. */
  readonly own: EntriesOf;
  /** Keeps what is handed over before it is sent; false without storage. */
  readonly keep: (client_uuid: string, payload: RedeemPayload) => Promise<boolean>;
  /** Reads the queue again. */
  readonly read: () => Promise<void>;
  /** The name of a benefit in the language of the screen. */
  readonly nameOf: (name: NameText) => string;
}

/** Who is here by right gets what is theirs, also at the second scan. */
const present: ReadonlySet<ScanResult> = new Set<ScanResult>(['ok', 'already_in']);
/** Whether benefits are handed over on this answer. */
export const isPresent = ({ verdict, refusal }: Pick<Shown, 'verdict' | 'refusal'>): boolean =>
  !refusal && verdict !== null && present.has(verdict.result);

/** The voucher that was read, if its athlete comes in by right: redeemed by this scan, redeemed before, refused, or not answered yet. */
export const voucherOf = (
  shown: Shown,
): { readonly is: 'redeemed' | 'spent' | 'unredeemed' | 'open'; readonly benefit: ScannedBenefit } | null => {
  const comesIn = isPresent(shown) && !shown.isForced && shown.input.direction === 'entry';
  const benefit = comesIn ? shown.benefits.find(({ isScanned }) => isScanned) : undefined;
  if (!benefit) return null;
  if (benefit.state === 'redeemed') return { is: shown.handed.includes(benefit.benefit_grantid) ? 'redeemed' : 'spent', benefit };
  return { is: shown.unredeemed ? 'unredeemed' : 'open', benefit };
};

/** Benefits at one point: handed over and taken back, with a connection or without. */
export const createBenefitDesk = ({ api, copy, queue, isOnline, own, keep, read, nameOf }: BenefitDeskOptions, store: Store<DeskState>) => {
  const isOnScreen = (client_uuid: string): boolean => store.get().shown?.client_uuid === client_uuid;
  /** Changes the answer on the screen, if it still is the one of this scan. */
  const change = (client_uuid: string, changed: (shown: Shown) => Partial<Shown>): void => {
    const state = store.get();
    if (state.shown && isOnScreen(client_uuid)) store.set({ ...state, shown: { ...state.shown, ...changed(state.shown) } });
  };
  /**
   * What this device knows to be too early or too late is not handed over. A refusal that nobody sees any more stays in the queue, which
   * sets it aside.
   */
  const send = async (redeemed: Redeemed, said: string, isSeen: () => boolean): Promise<void> => {
    const online = isOnline(),
      times = copy.timesOf(redeemed.inscriptionid, redeemed.benefit_grantid);
    const closed = online || !times ? null : benefitClosedAt(times, redeemed.redeemed_at);
    if (closed) throw new NotRedeemed(closed);
    const client_uuid = crypto.randomUUID();
    const isKept = await keep(client_uuid, { redeemed, said });
    if (!online && !isKept) throw new NotRedeemed('BENEFIT_UNKEPT');
    const outcome: RedeemOutcome = online ? await api.redeem(redeemed) : { is: 'later' };
    if (outcome.is === 'done' || (outcome.is === 'refused' && isSeen())) await queue.dismiss(client_uuid).catch(() => undefined);
    if (outcome.is === 'done') copy.redeem(redeemed);
    await read();
    if (outcome.is === 'refused') throw new NotRedeemed(outcome.refusal);
  };
  const handOver = async ({ client_uuid, person }: Shown, benefit_grantid: number, said: string): Promise<void> => {
    if (!person) return;
    const at = new Date().toISOString();
    const redeemed = { benefit_grantid, inscriptionid: person.inscriptionid, redeemed_at: at };
    await send(redeemed, said, () => isOnScreen(client_uuid));
    change(client_uuid, ({ benefits, handed }) => ({
      benefits: withRedeeming(benefits, [{ benefit_grantid, at }]),
      handed: [...handed, benefit_grantid],
      unredeemed: null,
    }));
  };
  /** The entries that wait to be sent of one benefit of one registration. */
  const waitingOf = async (benefit_grantid: number): Promise<readonly string[]> =>
    (await queue.waiting(own).catch(() => [])).flatMap(({ client_uuid, payload }) =>
      isRedeemPayload(payload) && payload.redeemed.benefit_grantid === benefit_grantid ? [client_uuid] : [],
    );
  return {
    /** Hands a benefit over, now or as soon as there is a connection. Rejects with the reason why that cannot be. */
    redeem: async (benefit_grantid: number, said: string): Promise<void> => {
      const { shown } = store.get();
      if (shown) await handOver(shown, benefit_grantid, said);
    },
    /** Takes back what was handed over on this answer. Rejects with the reason why that cannot be. */
    takeBack: async (benefit_grantid: number): Promise<void> => {
      const { person, client_uuid = '', benefits = [] } = store.get().shown ?? {};
      const redeemed_at = benefits.find((each) => each.benefit_grantid === benefit_grantid)?.redeemed_at;
      if (!person || !redeemed_at) return;
      const waiting = await waitingOf(benefit_grantid);
      for (const each of waiting) await queue.dismiss(each);
      // What waits may have arrived all the same: its answer can have been lost.
      const outcome: RedeemOutcome = isOnline() ? await api.takeBack({ benefit_grantid, redeemed_at }) : { is: 'later' };
      if (outcome.is === 'refused') throw new NotRedeemed(outcome.refusal);
      if (outcome.is === 'later' && waiting.length === 0) throw new NotRedeemed('BENEFIT_SENT');
      copy.redeem({ benefit_grantid, inscriptionid: person.inscriptionid, redeemed_at: null });
      await read();
      change(client_uuid, (shown) => ({
        benefits: shown.benefits.map((each) =>
          each.benefit_grantid === benefit_grantid ? { ...each, state: 'granted', redeemed_at: null, isScanned: false } : each,
        ),
        handed: shown.handed.filter((id) => id !== benefit_grantid),
      }));
    },
    /** The scan of a voucher redeems it, when its answer lets the athlete in, also if somebody else was scanned since. */
    redeemScanned: async (shown: Shown): Promise<void> => {
      const voucher = voucherOf(shown);
      if (voucher?.is !== 'open') return;
      const { benefit_grantid, name } = voucher.benefit;
      await handOver(shown, benefit_grantid, `${nameOf(name)} · ${shown.person?.name ?? ''}`).catch((error: unknown) => {
        change(shown.client_uuid, () => ({ unredeemed: refusalOf(error) }));
      });
    },
  };
};
