import { events } from '@/resources/events/events';
import { web_users } from '@/resources/web_users/web_users';
import type { inscriptions, Inscription } from '@/resources/inscriptions/inscriptions';
import type { Transaction } from '../../kernel/transaction';
import { affiliationsFor } from '../fmtri/affiliationFor';
import { randomCode } from '../../kernel/codes';
import { whyNotEligible } from './eligibility';
import { newQrToken } from './effects/qr';
import { columnsOf } from '../../kernel/columnsOf';
import { pick, select, selectAll, type Selected } from '../../kernel/select';
import { sql } from '../../kernel/sql';
import { copiedOfAthlete } from '@/resources/inscriptions/inscriptionImports';
import type { Draft } from '../../kernel/defineHooks';
import type { DomainError } from '../../kernel/DomainError';

const folioLength = 8;
const w = columnsOf(web_users);
const e = columnsOf(events);
const copies = pick(w, ...copiedOfAthlete);
/** The fields that an inscription copies from its athlete, so that later changes of the athlete do not change it. */
export const copied = Object.keys(copies) as readonly (keyof typeof copies)[];
/** The copied values of one athlete. */
export type Athlete = Selected<typeof copies>;

/** The copied values of athletes who may be registered, by their keys, without those who are blocked, merged or anonymised. */
export const findAthletes = async (tx: Transaction, ids: readonly number[]): Promise<ReadonlyMap<number, Athlete>> => {
  if (ids.length === 0) return new Map();
  const found = await select(
    tx,
    { ...copies, web_userid: w.web_userid },
    sql`from ${w} where ${w.web_userid} = any(${ids}::bigint[]) and ${w.status} = 'active' and ${w.deleted_at} is null`,
  );
  return new Map(found.map(({ web_userid, ...athlete }) => [web_userid, athlete]));
};
/** The same of one athlete; `null` when there is none. */
export const findAthlete = async (tx: Transaction, id: number): Promise<Athlete | null> => (await findAthletes(tx, [id])).get(id) ?? null;

/** The values of a new inscription with a known event and athlete. */
export type NewInscription = Draft<typeof inscriptions> & Pick<Inscription, 'eventid' | 'distanceid' | 'web_userid'>;
/** Whether values name the athlete and the distance of an inscription. */
export const isPlaced = (values: Draft<typeof inscriptions>): values is NewInscription =>
  values.eventid != null && values.distanceid != null && values.web_userid != null;
/** A new inscription with its athlete, among those that are completed together. */
export interface Completing {
  readonly values: NewInscription;
  readonly athlete: Athlete;
  readonly refuse: (error: DomainError) => void;
}
/**
 * Completes the values of new inscriptions with those of the server. Refuses an athlete whom the distance does not accept, unless the
 * values give a reason.
 */
export const completeAllNew = async (tx: Transaction, completing: readonly Completing[]): Promise<void> => {
  if (completing.length === 0) return;
  const eventids = [...new Set(completing.map(({ values }) => values.eventid))];
  const waived = new Set(
    await selectAll(tx, e.eventid, sql`from ${e} where ${e.eventid} = any(${eventids}::bigint[]) and ${e.exoneration_mode} = 'none'`),
  );
  const affiliations = await affiliationsFor(
    tx,
    completing.map(({ values }) => values),
  );
  for (const [at, { values, athlete }] of completing.entries()) {
    Object.assign(values, Object.fromEntries(copied.filter((name) => values[name] == null).map((name) => [name, athlete[name]])));
    values.folio = randomCode(folioLength);
    values.qr_token = newQrToken();
    values.fmtri_affiliationid = affiliations[at] ?? null;
    values.status = 'started';
    values.exoneration_status = waived.has(values.eventid) ? 'not_required' : 'pending';
  }
  const judged = completing.filter(({ values }) => !values.eligibility_reason);
  const refusals = await whyNotEligible(
    tx,
    judged.map(({ values }) => values),
  );
  for (const [at, { refuse }] of judged.entries()) {
    const refusal = refusals[at];
    if (refusal) refuse(refusal);
  }
};
/** The same for one inscription, whose refusal is thrown. */
export const completeNew = (tx: Transaction, values: NewInscription, athlete: Athlete): Promise<void> =>
  completeAllNew(tx, [
    {
      values,
      athlete,
      refuse: (error) => {
        throw error;
      },
    },
  ]);
