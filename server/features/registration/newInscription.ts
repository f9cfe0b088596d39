import type { Row } from '../../kernel/Row';
import type { Transaction } from '../../kernel/transaction';
import { affiliationFor } from '../fmtri/affiliationFor';
import { randomCode } from './codes';
import { judgeEligibility } from './eligibility';
import { newQrToken } from './effects/qr';

const folioLength = 8;
/** What an inscription copies from its athlete, so that later changes of the athlete leave it as it was. */
export const copied = [
  'first_name',
  'last_name',
  'second_last_name',
  'gender',
  'birth_date',
  'email',
  'phone',
  'countryid',
  'stateid',
  'city',
  'club',
  'emergency_contact_name',
  'emergency_contact_phone',
  'guardian_name',
  'guardian_phone',
  'tshirt_size',
] as const;
const waivedSql = `select 1 from events where eventid = $1 and exoneration_mode = 'none'`;

/** What is copied of an athlete who may be registered; `null` when there is none, or they are blocked, merged or anonymised. */
export const findAthlete = async (tx: Transaction, id: number): Promise<Row | null> => {
  const [values] = await tx.run(
    `select ${copied.join(', ')} from web_users where web_userid = $1 and status = 'active' and deleted_at is null`,
    [id],
  );
  return values ? Object.fromEntries(copied.map((name, index) => [name, values[index]])) : null;
};

/** Completes the values of a new inscription with what only the server says. Refuses an athlete whom the distance does not admit, unless the values say why. */
export const completeNew = async (tx: Transaction, values: Record<string, unknown>, athlete: Row): Promise<void> => {
  for (const name of copied) if (values[name] === undefined || values[name] === null) values[name] = athlete[name];
  values['folio'] = randomCode(folioLength);
  values['qr_token'] = newQrToken();
  values['fmtri_affiliationid'] = await affiliationFor(tx, values);
  values['status'] = 'started';
  values['exoneration_status'] = (await tx.run(waivedSql, [values['eventid']])).length > 0 ? 'not_required' : 'pending';
  if (!values['eligibility_reason']) await judgeEligibility(tx, values);
};
