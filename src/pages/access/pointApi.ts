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
/** What became of a scan that was sent: an answer, a refusal for good, or it has to be sent again. */
export type Outcome =
  | { readonly is: 'answered'; readonly answer: ScanAnswer }
  | { readonly is: 'refused'; readonly refusal: EntryRefusal }
  | { readonly is: 'later' };

/** What the server does for one point. */
export interface PointApi {
  readonly watch: () => Promise<WatchedPoint>;
  readonly prepare: (asked: { readonly after?: number; readonly since?: string }) => Promise<PreparedPage>;
  /** Sends a scan of this point or of another one. Never rejects. */
  readonly send: (asenterid: number, input: ScanInput) => Promise<Outcome>;
  readonly redeem: (benefit_grantid: number) => Promise<void>;
}

const patienceMs = 8000;
/** What an error of a request means for what was sent. */
export const outcomeOf = (error: unknown): Outcome => (isPassing(error) ? { is: 'later' } : { is: 'refused', refusal: refusalOf(error) });

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
    redeem: async (id) => {
      await http.json(`${host}/v2/event/benefit_grants/${id}/redeem`, { method: 'POST', body: {} });
    },
  };
};
