import type { Http } from '@/providers/http/createHttp';
import type { PreparedPage, ScanAnswer, WatchedPoint } from '@/domain/registration/accessPoint';
import type { Direction } from '@/domain/registration/judgeScan';
import { isPassing, refusalOf } from '../scan/isPassing';
import type { EntryRefusal } from '../scan/waitingQueue';

/** What a device says about one scan. */
export interface ScanInput {
  readonly code?: string;
  readonly inscriptionid?: number;
  readonly direction: Direction;
  readonly client_uuid: string;
  readonly scanned_at: string;
  readonly device_id: string;
  /** Why somebody passes whom the rules refuse; only of those who are let through. */
  readonly reason?: string;
}
/** A benefit that was handed over at this device. */
export interface Redeemed {
  readonly benefit_grantid: number;
  readonly inscriptionid: number;
  readonly redeemed_at: string;
}
/** What became of a scan that was sent: an answer, a refusal for good, or it has to be sent again. */
export type Outcome =
  | { readonly is: 'answered'; readonly answer: ScanAnswer }
  | { readonly is: 'refused'; readonly refusal: EntryRefusal }
  | { readonly is: 'later' };

/** The same of a benefit. */
export type RedeemOutcome = { readonly is: 'done' } | Exclude<Outcome, { readonly is: 'answered' }>;

/** What the server does for one point. */
export interface PointApi {
  readonly watch: () => Promise<WatchedPoint>;
  readonly prepare: (asked: { readonly after?: number; readonly since?: string }) => Promise<PreparedPage>;
  /** Sends a scan of this point or of another one. Never rejects. */
  readonly send: (asenterid: number, input: ScanInput) => Promise<Outcome>;
  /** Never rejects. */
  readonly redeem: (redeemed: Redeemed) => Promise<RedeemOutcome>;
  /** Takes back what was redeemed by mistake. Never rejects. */
  readonly takeBack: (redeemed: Omit<Redeemed, 'inscriptionid'>) => Promise<RedeemOutcome>;
}

const patienceMs = 8000;
/** What an error of a request means for what was sent. */
export const outcomeOf = (error: unknown): Exclude<Outcome, { readonly is: 'answered' }> =>
  isPassing(error) ? { is: 'later' } : { is: 'refused', refusal: refusalOf(error) };

interface Answered<T> {
  readonly result: T;
}
/** Asks the server about one point. */
export const createPointApi = (http: Http, host: string, asenterid: number): PointApi => {
  const act = async <T>(id: number, action: string, input?: object): Promise<T> =>
    (
      await http.json<Answered<T>>(`${host}/v2/kits/asenters/${id}/${action}`, {
        method: 'POST',
        body: { ...(input && { input }) },
        signal: AbortSignal.timeout(patienceMs),
      })
    ).result;
  const onGrant = async (id: number, action: string, body: object): Promise<RedeemOutcome> => {
    try {
      await http.json(`${host}/v2/event/benefit_grants/${id}/${action}`, { method: 'POST', body, signal: AbortSignal.timeout(patienceMs) });
      return { is: 'done' };
    } catch (error) {
      return outcomeOf(error);
    }
  };
  return {
    watch: () => act(asenterid, 'watch'),
    prepare: (asked) => act(asenterid, 'prepare', asked),
    send: async (id, input) => {
      try {
        const said = { ...input, device_now: new Date().toISOString() };
        return { is: 'answered', answer: await act(id, input.reason === undefined ? 'scan' : 'force', said) };
      } catch (error) {
        return outcomeOf(error);
      }
    },
    redeem: ({ benefit_grantid, ...redeemed }) =>
      onGrant(benefit_grantid, 'hand_over', { input: { ...redeemed, device_now: new Date().toISOString() } }),
    takeBack: ({ benefit_grantid, redeemed_at }) =>
      onGrant(benefit_grantid, 'hand_back', { input: { redeemed_at, device_now: new Date().toISOString() } }),
  };
};
