import { events } from '@/resources/events/events';
import { web_users } from '@/resources/web_users/web_users';
import type { inscriptions, Inscription } from '@/resources/inscriptions/inscriptions';
import type { Transaction } from '../../kernel/transaction';
import { affiliationFor } from '../fmtri/affiliationFor';
import { randomCode } from '../../kernel/codes';
import { judgeEligibility } from './eligibility';
import { newQrToken } from './effects/qr';
import { columnsOf } from '../../kernel/columnsOf';
import { exists, pick, selectOne, type Selected } from '../../kernel/select';
import { sql } from '../../kernel/sql';
import { copiedOfAthlete } from '@/resources/inscriptions/inscriptionImports';
import type { Draft } from '../../kernel/defineHooks';

const folioLength = 8;
const w = columnsOf(web_users);
const e = columnsOf(events);
const copies = pick(w, ...copiedOfAthlete);
/** The fields that an inscription copies from its athlete, so that later changes of the athlete do not change it. */
export const copied = Object.keys(copies) as readonly (keyof typeof copies)[];
/** The copied values of one athlete. */
export type Athlete = Selected<typeof copies>;

/** The copied values of an athlete who may be registered; `null` when there is none, or they are blocked, merged or anonymised. */
export const findAthlete = async (tx: Transaction, id: number): Promise<Athlete | null> => {
  const found = await selectOne(
    tx,
    copies,
    sql`from ${w} where ${w.web_userid} = ${id} and ${w.status} = 'active' and ${w.deleted_at} is null`,
  );
  return found ?? null;
};

/** The values of a new inscription with a known event and athlete. */
export type NewInscription = Draft<typeof inscriptions> & Pick<Inscription, 'eventid' | 'distanceid' | 'web_userid'>;
/** Whether values name the athlete and the distance of an inscription. */
export const isPlaced = (values: Draft<typeof inscriptions>): values is NewInscription =>
  values.eventid != null && values.distanceid != null && values.web_userid != null;
/**
 * Completes the values of a new inscription with those of the server. Refuses an athlete whom the distance does not accept, unless the
 * values give a reason.
 */
export const completeNew = async (tx: Transaction, values: NewInscription, athlete: Athlete): Promise<void> => {
  Object.assign(values, Object.fromEntries(copied.filter((name) => values[name] == null).map((name) => [name, athlete[name]])));
  const isWaived = await exists(tx, sql`from ${e} where ${e.eventid} = ${values.eventid} and ${e.exoneration_mode} = 'none'`);
  values.folio = randomCode(folioLength);
  values.qr_token = newQrToken();
  values.fmtri_affiliationid = await affiliationFor(tx, values);
  values.status = 'started';
  values.exoneration_status = isWaived ? 'not_required' : 'pending';
  if (!values.eligibility_reason) await judgeEligibility(tx, values);
};
