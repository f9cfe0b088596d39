import type { ErrorCode } from '@/schema/errorCodes';
import { documentKindNames } from '@/domain/registration/documentKinds';
import { fmtri_affiliate_users } from '@/resources/fmtri_affiliate_users/fmtri_affiliate_users';
import { inbody_measurements } from '@/resources/inbody_measurements/inbody_measurements';
import { inscription_documents } from '@/resources/inscription_documents/inscription_documents';
import { waitlist_entries } from '@/resources/waitlist_entries/waitlist_entries';
import { web_users } from '@/resources/web_users/web_users';
import { statusGroups } from '@/domain/registration/lifecycle';

import { apolo_subscriptions } from '@/resources/apolo_subscriptions/apolo_subscriptions';
import { events } from '@/resources/events/events';
import { fmtri_affiliations } from '@/resources/fmtri_affiliations/fmtri_affiliations';
import { inscription_log } from '@/resources/inscription_log/inscription_log';
import { inscriptions } from '@/resources/inscriptions/inscriptions';
import { result_versions } from '@/resources/result_versions/result_versions';
import { orders } from '@/resources/orders/orders';
import { results } from '@/resources/results/results';
import { wallets } from '@/resources/wallets/wallets';
import { conflict } from '../../kernel/DomainError';
import type { Transaction } from '../../kernel/transaction';
import { updateAudited, writeAudited } from '../../api/write/audited';
import { updateRow } from '../../api/write/columns';
import { dropBytes } from '../documents/documentBytes';
import { forgetVersions } from '../results/forgetVersions';
import { supersede } from '../documents/issueDocument';
import { dropFiles } from './dropFiles';
import { forgetAudits, forgetChanges, replaceCopies } from './replaceCopies';
import { ofAccount, ofRegistration, personalCopies, type PersonalCopy, type Root } from './personalCopies';
import { local_invoices } from '../../database/gatewayTables';
import { audits } from '../../database/tables';
import { columnsOf } from '../../kernel/columnsOf';
import { rowsNaming } from '../../kernel/rowsNaming';
import { accountsOf } from '../downloads/personal/accountsOf';
import { endPersonalFiles } from '../downloads/personal/endPersonalFiles';
import { execute, exists, select, selectAll, value } from '../../kernel/select';
import { sql, type SQL } from '../../kernel/sql';

const i = columnsOf(inscriptions, 'i');
const e = columnsOf(events, 'e');
const w = columnsOf(wallets);
const sub = columnsOf(apolo_subscriptions);
const f = columnsOf(fmtri_affiliations, 'f');
const u = columnsOf(fmtri_affiliate_users, 'u');
const r = columnsOf(results, 'r');
const person = columnsOf(web_users);
const a = columnsOf(audits);
const d = columnsOf(inscription_documents, 'd');
const l = columnsOf(inscription_log);
const v = columnsOf(local_invoices);
const b = columnsOf(inbody_measurements, 't');

type People = readonly number[];
/** What a person must settle before they can be forgotten: its code → the rows that must not exist. */
const unsettled = {
  OPEN_INSCRIPTION: (
    people: People,
  ) => sql`from ${i} join ${e} on ${e.eventid} = ${i.eventid} where ${i.web_userid} = any(${people}::bigint[]) and ${i.deleted_at} is null
    and (${i.status} = any(${[...statusGroups.hold, ...statusGroups.disputed]})
      or (${i.status} = any(${statusGroups.active}) and coalesce(${e.end_at}, ${e.start_at}) > now() and ${e.status} not in ('cancelled', 'archived'))) limit 1`,
  OPEN_BALANCE: (people: People) =>
    sql`from ${w} where ${w.web_userid} = any(${people}::bigint[]) and ${w.deleted_at} is null and ${w.available_cents} + ${w.frozen_cents} > 0 limit 1`,
  OPEN_SUBSCRIPTION: (people: People) =>
    sql`from ${sub} where ${sub.web_userid} = any(${people}::bigint[]) and ${sub.deleted_at} is null and ${sub.status} not in ('cancelled', 'expired') limit 1`,
  OPEN_AFFILIATION: (
    people: People,
  ) => sql`from ${f} where ${f.affiliate_userid} = any(array(select ${u.affiliate_userid} from ${u} where ${u.web_userid} = any(${people}::bigint[]) and ${u.deleted_at} is null)) and ${f.deleted_at} is null
    and (${f.status} in ('pending_payment', 'pending_review') or (${f.status} in ('active', 'suspended') and ${f.ends_on} >= current_date)) limit 1`,
} satisfies Partial<Record<ErrorCode, (people: People) => SQL>>;

const inscriptionsOf = (tx: Transaction, people: People): Promise<readonly number[]> =>
  selectAll(tx, i.inscriptionid, sql`from ${i} where ${rowsNaming(inscriptions, 'web_userid', people, 'i')} order by 1 for update`);
const resultsOf = (tx: Transaction, inscriptionids: readonly number[]): Promise<readonly number[]> =>
  selectAll(tx, r.resultid, sql`from ${r} where ${rowsNaming(results, 'inscriptionid', inscriptionids, 'r')} order by 1`);
const affiliatesOf = (tx: Transaction, people: People): Promise<readonly number[]> =>
  selectAll(
    tx,
    u.affiliate_userid,
    sql`from ${u} where ${rowsNaming(fmtri_affiliate_users, 'web_userid', people, 'u')} order by 1 for update`,
  );

/** The register of the federation keeps a year of birth, which it counts by. */
const forgetBirthdays = async (tx: Transaction, affiliates: readonly number[]): Promise<void> => {
  const copy: PersonalCopy = { resource: fmtri_affiliate_users, of: 'affiliate', by: 'affiliate_userid', set: () => ({}) };
  const years = await select(
    tx,
    { id: u.affiliate_userid, year: value<number>(sql`extract(year from ${u.birth_date})::int`) },
    sql`from ${u} where ${u.affiliate_userid} = any(${affiliates}::bigint[])`,
  );
  for (const { id, year } of years) await replaceCopies(tx, copy, [id], { birth_date: `${year}-01-01` });
};

/** Body measurements are removed; the history keeps that there were some. */
const forgetMeasurements = async (tx: Transaction, people: readonly number[]): Promise<void> => {
  await dropFiles(tx, { resource: inbody_measurements, of: 'athlete', by: 'web_userid', set: () => ({}) }, people, { pdf: null });
  const gone = await writeAudited(
    tx,
    inbody_measurements,
    'delete',
    sql`written as (delete from ${b} where ${rowsNaming(inbody_measurements, 'web_userid', people)} returning ${b.inbodyid} as id, null::bigint as owner, '{}'::jsonb as before, null::jsonb as after)`,
  );
  await execute(
    tx,
    sql`update ${a} set ${a.before} = null, ${a.after} = null where ${a.resource} = ${inbody_measurements.name} and ${a.recordid} = any(${gone}::bigint[])`,
  );
};

/** Documents contain the name: their bytes are removed, and the row stays as a record that there was one. */
const forgetPrinted = async (tx: Transaction, inscriptionids: readonly number[]): Promise<void> => {
  await dropBytes(
    tx,
    await selectAll(tx, d.sha256, sql`from ${d} where ${rowsNaming(inscription_documents, 'inscriptionid', inscriptionids, 'd')}`),
  );
  await supersede(tx, inscriptionids, documentKindNames);
  await updateAudited(
    tx,
    inscription_documents,
    (document) => sql`${rowsNaming(inscription_documents, 'inscriptionid', inscriptionids)} and ${document.file} is not null`,
    { file: null },
  );
};

/** The log keeps that something changed and when. Where from, why and the new values are removed. */
const forgetLog = async (tx: Transaction, inscriptionids: readonly number[], fields: readonly string[]): Promise<void> => {
  await execute(
    tx,
    sql`update ${l} set ${l.ip} = null, ${l.user_agent} = null, ${l.reason} = null where ${l.inscriptionid} = any(${inscriptionids}::bigint[])`,
  );
  await forgetChanges(tx, inscriptionids, fields);
};

/** What an installation without a company for invoices kept of its requests, and requests that still wait. */
const forgetInvoices = async (tx: Transaction, people: readonly number[]): Promise<void> => {
  const gone = await updateAudited(
    tx,
    orders,
    (order) => sql`${rowsNaming(orders, 'web_userid', people)} and ${order.invoice_state} is not null`,
    { invoice_state: null, invoice_next_at: null },
  );
  await execute(tx, sql`delete from ${v} where ${v.invoice_key} = any(${gone.map((id) => `order-${id}`)}::text[])`);
};

const forgetCopies = async (tx: Transaction, id: number, people: readonly number[], others: readonly number[]): Promise<void> => {
  const registered = await inscriptionsOf(tx, people);
  const ids: Readonly<Record<Root, readonly number[]>> = {
    athlete: people,
    inscription: registered,
    result: await resultsOf(tx, registered),
    affiliate: await affiliatesOf(tx, people),
  };
  for (const other of others)
    await replaceCopies(tx, { resource: web_users, of: 'athlete', by: 'web_userid', set: ofAccount }, [other], ofAccount(other));
  await updateAudited(
    tx,
    waitlist_entries,
    (entry) => sql`${entry.web_userid} = any(${people}::bigint[]) and ${entry.deleted_at} is null and ${entry.status} = 'waiting'`,
    { status: 'withdrawn', withdrawn_because: 'athlete' },
  );
  for (const copy of personalCopies) if (ids[copy.of].length > 0) await replaceCopies(tx, copy, ids[copy.of], copy.set(id));
  await forgetInvoices(tx, people);
  await forgetBirthdays(tx, ids.affiliate);
  await forgetMeasurements(tx, people);
  await forgetAudits(tx, result_versions, await forgetVersions(tx, ids.result), { changes: null });
  await forgetPrinted(tx, ids.inscription);
  await forgetLog(tx, ids.inscription, Object.keys(ofRegistration(id)));
};

/**
 * Removes the identity of an athlete from their account, from accounts merged into it, also by way of another one, and from every copy.
 * Counts, money and times stay. Refused while anything is open.
 */
export const forgetAthlete = async (tx: Transaction, id: number): Promise<void> => {
  const people = await selectAll(tx, person.web_userid, sql`${accountsOf(id)} for update`);
  for (const [code, rows] of Object.entries(unsettled) as [keyof typeof unsettled, (people: People) => SQL][])
    if (await exists(tx, rows(people))) throw conflict(code, [{ path: 'status', code }]);
  await updateRow(tx, web_users, id, { ...ofAccount(id), status: 'anonymized' });
  await tx.asOwner(async () => {
    await forgetAudits(tx, web_users, [id], ofAccount(id));
    await endPersonalFiles(tx, people);
    await forgetCopies(
      tx,
      id,
      people,
      people.filter((each) => each !== id),
    );
  });
};
