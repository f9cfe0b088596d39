import { randomUUID } from 'node:crypto';
import { statusGroups } from '@/registration/lifecycle';
import { external_inscriptions } from '@/resources/external_inscriptions/external_inscriptions';
import { inscription_documents } from '@/resources/inscription_documents/inscription_documents';
import { inscriptions } from '@/resources/inscriptions/inscriptions';
import { inscription_letters } from '@/resources/inscription_letters/inscription_letters';
import { results } from '@/resources/results/results';
import { waitlist_entries } from '@/resources/waitlist_entries/waitlist_entries';
import { web_users } from '@/resources/web_users/web_users';
import type { AnyResource } from '@/schema';
import { conflict } from '../api/DomainError';
import type { Transaction } from '../api/transaction';
import { changeBeside } from '../api/write/beside';
import { updateRow } from '../api/write/columns';
import { dropBytes } from '../documents/documentBytes';
import { supersede } from '../documents/issueProof';

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

const ofWaiting = (id: number): Values => ({ first_name: '—', last_name: `#${id}`, second_last_name: null, email: null, phone: null, reason: null });
const ofResult = (id: number): Values => ({ name: `— #${id}` });
const ofExternal: Values = { first_name: null, last_name: null, second_last_name: null, birth_date: null, email: null, phone: null, raw: null };

/** Replaces values in rows beside the record of the call, and takes out of the record of changes what was written down about them: that something changed, when and by whom, stays. */
const replace = async (tx: Transaction, resource: AnyResource, where: string, values: readonly unknown[], set: Values): Promise<void> => {
  const ids = await changeBeside(tx, resource, where, values, set);
  await forget(tx, resource, ids, set);
};
const forget = (tx: Transaction, { name }: AnyResource, ids: readonly number[], set: Values): Promise<unknown> =>
  tx.asOwner(() => tx.run('update audits set before = before - $3::text[], after = after - $3::text[] where resource = $1 and recordid = any($2)', [name, ids, [...Object.keys(set), 'name', 'reason']]));

const logSql = `update inscription_log set ip = null, user_agent = null, reason = null, changes = (select jsonb_agg(c) from jsonb_array_elements(changes) c where not (c->>'field' = any($2)))
  where inscriptionid = any($1) and jsonb_typeof(coalesce(changes, '[]')) = 'array'`;

/** What was printed says a name: its bytes go, and the row stays as the number of something that there was. */
const forgetPrinted = async (tx: Transaction, inscriptionids: readonly number[]): Promise<void> => {
  const rows = await tx.run('select sha256 from inscription_documents where inscriptionid = any($1)', [inscriptionids]);
  await dropBytes(tx, rows.map(([sha256]) => String(sha256)));
  for (const id of inscriptionids) await supersede(tx, id);
  await changeBeside(tx, inscription_documents, 't.inscriptionid = any($7) and t.file is not null', [inscriptionids], { file: null });
};

/** Forgets who an athlete was, in their account, in those merged into it, in their registrations and results; the counts, money and times stay. Refused while anything is open. */
export const anonymize = async (tx: Transaction, id: number): Promise<void> => {
  const people = (await tx.run('select web_userid from web_users where web_userid = $1 or merged_into_userid = $1 order by 1 for update', [id])).map(([each]) => Number(each));
  for (const [reason, question] of Object.entries(unsettled)) if ((await tx.run(question, [people])).length > 0) throw conflict(`errors.${reason}`, [{ path: 'status', message: `errors.${reason}` }]);
  const mine = (await tx.run('select inscriptionid from inscriptions where web_userid = any($1) order by 1 for update', [people])).map(([each]) => Number(each));
  await updateRow(tx, web_users, id, { ...ofAthlete(id), status: 'anonymized' });
  await forget(tx, web_users, [id], ofAthlete(id));
  for (const each of people) {
    if (each !== id) await replace(tx, web_users, 't.web_userid = $7', [each], ofAthlete(each));
    await replace(tx, inscriptions, 't.web_userid = $7', [each], ofInscription(each));
    await changeBeside(tx, waitlist_entries, `t.web_userid = $7 and t.status = 'waiting'`, [each], { status: 'withdrawn', withdrawn_because: 'athlete' });
    await replace(tx, waitlist_entries, 't.web_userid = $7', [each], ofWaiting(each));
  }
  await forgetPrinted(tx, mine);
  await replace(tx, inscription_letters, 't.inscriptionid = any($7) and t.email is not null', [mine], { email: null });
  await replace(tx, results, 't.inscriptionid = any($7)', [mine], ofResult(id));
  await replace(tx, external_inscriptions, 't.inscriptionid = any($7)', [mine], ofExternal);
  await tx.asOwner(() => tx.run(logSql, [mine, Object.keys(ofInscription(id))]));
};
