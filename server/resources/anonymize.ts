import { randomUUID } from 'node:crypto';
import { statusGroups } from '@/registration/lifecycle';
import { inscriptions } from '@/resources/inscriptions/inscriptions';
import { web_users } from '@/resources/web_users/web_users';
import type { AnyResource } from '@/schema';
import { conflict } from '../api/DomainError';
import { asParameter } from '../api/write/columns';
import { quote } from '../api/sql';
import type { Transaction } from '../api/transaction';

type Values = Readonly<Record<string, unknown>>;

/** What says who somebody is or how to reach them, wherever a copy of the athlete is kept. A name is obligatory, so a sign stands for it. */
const copied = (id: number): Values => ({
  first_name: '—', last_name: `#${id}`, second_last_name: null, birth_date: null, email: null, phone: null, city: null, club: null,
  emergency_contact_name: null, emergency_contact_phone: null, guardian_name: null, guardian_phone: null,
});
const ofAthlete = (id: number): Values => ({
  ...copied(id), asdeporteid: randomUUID(), curp: null, nationality_countryid: null, postal_code: null, blood_type: null, medical_notes: null, fmtri_number: null, marketing_consent: false, privacy_version: null,
  email_verified_at: null, blocked_reason: null, source: null, source_ref: null,
});
const ofInscription = (id: number): Values => ({ ...copied(id), comment: null, source_ref: null, source: null });

const list = (values: readonly string[]): string => values.map((value) => `'${value}'`).join(', ');
/** What somebody who is to be forgotten must still have settled: key of its words → a row when there is any. */
const unsettled: Readonly<Record<string, string>> = {
  openInscription: `select 1 from inscriptions i join events e using (eventid) where i.web_userid = any($1) and i.deleted_at is null and (i.status in (${list([...statusGroups.hold, ...statusGroups.disputed])})
    or (i.status in (${list(statusGroups.active)}) and coalesce(e.end_at, e.start_at) > now() and e.status not in ('cancelled', 'archived'))) limit 1`,
  openBalance: 'select 1 from wallets where web_userid = any($1) and deleted_at is null and available_cents + frozen_cents > 0 limit 1',
  openSubscription: "select 1 from apolo_subscriptions where web_userid = any($1) and deleted_at is null and status not in ('cancelled', 'expired') limit 1",
};

const replace = async (tx: Transaction, resource: AnyResource, where: string, id: number, values: Values): Promise<void> => {
  const names = Object.keys(values);
  await tx.run(`update ${quote(resource.name)} set ${[...names.map((name, at) => `${quote(name)} = $${at + 3}`), 'updated = now()', 'updated_by = $2', 'version = version + 1'].join(', ')} where ${where}`, [id, tx.userid, ...names.map((name) => asParameter(resource, name, values[name]))]);
};

/** What was written down before about the same fields is taken out of the record of changes; that something changed, when and by whom, stays. */
const forget = async (tx: Transaction, people: readonly number[], mine: readonly number[]): Promise<void> => {
  for (const [{ name }, ids, values] of [[web_users, people, ofAthlete(0)], [inscriptions, mine, ofInscription(0)]] as const)
    await tx.run('update audits set before = before - $3::text[], after = after - $3::text[] where resource = $1 and recordid = any($2)', [name, ids, [...Object.keys(values), 'name', 'reason']]);
  await tx.run(`update inscription_log set ip = null, user_agent = null, reason = null, changes = (select jsonb_agg(c) from jsonb_array_elements(changes) c where not (c->>'field' = any($2)))
    where inscriptionid = any($1) and jsonb_typeof(coalesce(changes, '[]')) = 'array'`, [mine, Object.keys(ofInscription(0))]);
};

/** Forgets who an athlete was, in their account, in those merged into it, in their registrations and results; the counts, money and times stay. Refused while anything is open. */
export const anonymize = async (tx: Transaction, id: number): Promise<void> => {
  const people = (await tx.run('select web_userid from web_users where web_userid = $1 or merged_into_userid = $1 order by 1 for update', [id])).map(([each]) => Number(each));
  for (const [reason, question] of Object.entries(unsettled)) if ((await tx.run(question, [people])).length > 0) throw conflict(`errors.${reason}`, [{ path: 'status', message: `errors.${reason}` }]);
  const mine = (await tx.run('select inscriptionid from inscriptions where web_userid = any($1) order by 1 for update', [people])).map(([each]) => Number(each));
  for (const each of people) await replace(tx, web_users, 'web_userid = $1', each, { ...ofAthlete(each), ...(each === id && { status: 'anonymized' }) });
  for (const each of people) await replace(tx, inscriptions, 'web_userid = $1', each, ofInscription(each));
  await tx.run("update results set name = '— #' || number, updated = now(), version = version + 1 where inscriptionid = any($1)", [mine]);
  await tx.run(`update external_inscriptions set first_name = null, last_name = null, second_last_name = null, birth_date = null, email = null, phone = null, raw = null, updated = now(), version = version + 1 where inscriptionid = any($1)`, [mine]);
  await tx.asOwner(() => forget(tx, people, mine));
};
