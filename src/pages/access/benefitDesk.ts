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

/** The voucher that was read, if its athlete is here by right: redeemed by this scan, redeemed before, refused, or not answered yet. */
export const voucherOf = (
  shown: Shown,
): { readonly is: 'redeemed' | 'spent' | 'unredeemed' | 'open'; readonly benefit: ScannedBenefit } | null => {
  const benefit = isPresent(shown) ? shown.benefits.find(({ isScanned }) => isScanned) : undefined;
  if (!benefit) return null;
  if (benefit.state === 'redeemed') return { is: shown.handed.includes(benefit.benefit_grantid) ? 'redeemed' : 'spent', benefit };
  return { is: shown.unredeemed ? 'unredeemed' : 'open', benefit };
};

/** Benefits at one point: handed over and taken back, with a connection or without. */
export const createBenefitDesk = ({ api, copy, queue, isOnline, own, keep, read, nameOf }: BenefitDeskOptions, store: Store<DeskState>) => {
  /** Changes the answer on the screen, if it still is the one of this scan. */
  const change = (client_uuid: string, changed: (shown: Shown) => Partial<Shown>): void => {
    const state = store.get();
    if (state.shown?.client_uuid === client_uuid) store.set({ ...state, shown: { ...state.shown, ...changed(state.shown) } });
  };
  /** What this device knows to be too early or too late is not handed over. */
  const send = async (redeemed: Redeemed, said: string): Promise<void> => {
    const online = isOnline(),
      times = copy.timesOf(redeemed.inscriptionid, redeemed.benefit_grantid);
    const closed = online || !times ? null : benefitClosedAt(times, redeemed.redeemed_at);
    if (closed) throw new NotRedeemed(closed);
    const client_uuid = crypto.randomUUID();
    const isKept = await keep(client_uuid, { redeemed, said });
    if (!online && !isKept) throw new NotRedeemed('BENEFIT_UNKEPT');
    const outcome: RedeemOutcome = online ? await api.redeem(redeemed) : { is: 'later' };
    if (outcome.is !== 'later') await queue.dismiss(client_uuid).catch(() => undefined);
    if (outcome.is === 'done') copy.redeem(redeemed);
    await read();
    if (outcome.is === 'refused') throw new NotRedeemed(outcome.refusal);
  };
  /** Hands a benefit over, now or as soon as there is a connection. Rejects with the reason why that cannot be. */
  const redeem = async (benefit_grantid: number, said: string): Promise<void> => {
    const { person, client_uuid = '' } = store.get().shown ?? {};
    if (!person) return;
    const at = new Date().toISOString();
    await send({ benefit_grantid, inscriptionid: person.inscriptionid, redeemed_at: at }, said);
    change(client_uuid, ({ benefits, handed }) => ({
      benefits: withRedeeming(benefits, [{ benefit_grantid, at }]),
      handed: [...handed, benefit_grantid],
      unredeemed: null,
    }));
  };
  return {
    redeem,
    /** Takes back what was handed over on this answer. Rejects with the reason why that cannot be. */
    takeBack: async (benefit_grantid: number): Promise<void> => {
      const { person, client_uuid = '' } = store.get().shown ?? {};
      if (!person) return;
      const waiting = (await queue.waiting(own)).find(
        ({ payload }) => isRedeemPayload(payload) && payload.redeemed.benefit_grantid === benefit_grantid,
      );
      if (waiting) await queue.dismiss(waiting.client_uuid);
      else {
        const outcome: RedeemOutcome = isOnline() ? await api.takeBack(benefit_grantid) : { is: 'later' };
        if (outcome.is === 'later') throw new NotRedeemed('BENEFIT_SENT');
        if (outcome.is === 'refused') throw new NotRedeemed(outcome.refusal);
      }
      copy.redeem({ benefit_grantid, inscriptionid: person.inscriptionid, redeemed_at: null });
      await read();
      change(client_uuid, ({ benefits, handed }) => ({
        benefits: benefits.map((each) =>
          each.benefit_grantid === benefit_grantid ? { ...each, state: 'granted', redeemed_at: null, isScanned: false } : each,
        ),
        handed: handed.filter((id) => id !== benefit_grantid),
      }));
    },
    /** The scan of a voucher redeems it, when the answer lets its athlete be here. */
    redeemScanned: async (client_uuid: string): Promise<void> => {
      const { shown } = store.get();
      if (shown?.client_uuid !== client_uuid) return;
      const voucher = voucherOf(shown);
      if (voucher?.is !== 'open') return;
      const { benefit_grantid, name } = voucher.benefit;
      await redeem(benefit_grantid, `${nameOf(name)} · ${shown.person?.name ?? ''}`).catch((error: unknown) => {
        change(client_uuid, () => ({ unredeemed: refusalOf(error) }));
      });
    },
  };
};
