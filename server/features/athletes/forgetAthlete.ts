import type { ErrorCode } from '@/schema/errorCodes';
import { documentKindNames } from '@/domain/registration/documentKinds';
import { fmtri_affiliate_users } from '@/resources/fmtri_affiliate_users/fmtri_affiliate_users';
import { inbody_measurements } from '@/resources/inbody_measurements/inbody_measurements';
import { inscription_documents } from '@/resources/inscription_documents/inscription_documents';
import { waitlist_entries } from '@/resources/waitlist_entries/waitlist_entries';
import { web_users } from '@/resources/web_users/web_users';
import { statusGroups } from '@/domain/registration/lifecycle';
import type { AnyResource } from '@/schema';
import { conflict } from '../../kernel/DomainError';
import type { Transaction } from '../../kernel/transaction';
import { auditWritten, changeBeside } from '../../api/write/beside';
import { updateRow } from '../../api/write/columns';
import { dropBytes } from '../documents/documentBytes';
import { supersede } from '../documents/issueDocument';
import { dropFiles } from './dropFiles';
import { ofAccount, ofRegistration, personalCopies, type PersonalCopy, type Root, type Values } from './personalCopies';

const list = (values: readonly string[]): string => values.map((value) => `'${value}'`).join(', ');
/** What somebody who is to be forgotten must still have settled: key of its words → a row when there is any. */
const unsettled = {
  OPEN_INSCRIPTION: `select 1 from inscriptions i join events e using (eventid) where i.web_userid = any($1) and i.deleted_at is null and (i.status in (${list([...statusGroups.hold, ...statusGroups.disputed])})
    or (i.status in (${list(statusGroups.active)}) and coalesce(e.end_at, e.start_at) > now() and e.status not in ('cancelled', 'archived'))) limit 1`,
  OPEN_BALANCE: 'select 1 from wallets where web_userid = any($1) and deleted_at is null and available_cents + frozen_cents > 0 limit 1',
  OPEN_SUBSCRIPTION:
    "select 1 from apolo_subscriptions where web_userid = any($1) and deleted_at is null and status not in ('cancelled', 'expired') limit 1",
  OPEN_AFFILIATION: `select 1 from fmtri_affiliations f join fmtri_affiliate_users u on u.affiliate_userid = f.affiliate_userid where u.web_userid = any($1) and u.deleted_at is null and f.deleted_at is null
    and (f.status in ('pending_payment', 'pending_review') or (f.status in ('active', 'suspended') and f.ends_on >= current_date)) limit 1`,
} satisfies Partial<Record<ErrorCode, string>>;

const idsSql: Readonly<Record<Exclude<Root, 'athlete'>, string>> = {
  inscription: 'select inscriptionid from inscriptions where web_userid = any($1) order by 1 for update',
  result: 'select r.resultid from results r join inscriptions i using (inscriptionid) where i.web_userid = any($1) order by 1',
  affiliate: 'select affiliate_userid from fmtri_affiliate_users where web_userid = any($1) order by 1 for update',
};
const numbers = async (tx: Transaction, question: string, values: readonly unknown[]): Promise<readonly number[]> =>
  (await tx.run(question, values)).map(([id]) => Number(id));

/** Takes out of the record of changes what was written down about values that are gone: that something changed, when and by whom, stays. */
const forgetAudits = (tx: Transaction, { name }: AnyResource, ids: readonly number[], set: Values): Promise<unknown> =>
  tx.run('update audits set before = before - $3::text[], after = after - $3::text[] where resource = $1 and recordid = any($2)', [
    name,
    ids,
    [...Object.keys(set), 'name', 'reason'],
  ]);

const replace = async (tx: Transaction, copy: PersonalCopy, ids: readonly number[], set: Values): Promise<void> => {
  const { resource, by, where = 'true' } = copy;
  await dropFiles(tx, copy, ids, set);
  await forgetAudits(tx, resource, await changeBeside(tx, resource, `t.${by} = any($7::bigint[]) and ${where}`, [ids], set), set);
};

const yearsSql = 'select affiliate_userid, extract(year from birth_date)::int from fmtri_affiliate_users where affiliate_userid = any($1)';
/** The register of the federation keeps a year of birth, which it counts by. */
const forgetBirthdays = async (tx: Transaction, affiliates: readonly number[]): Promise<void> => {
  const copy: PersonalCopy = { resource: fmtri_affiliate_users, of: 'affiliate', by: 'affiliate_userid', set: () => ({}) };
  for (const [affiliate, year] of await tx.run(yearsSql, [affiliates]))
    await replace(tx, copy, [Number(affiliate)], { birth_date: `${String(year)}-01-01` });
};

/** Measurements of a body say nothing once they are nobody's: they go, and that there were some stays in the record of changes. */
const forgetMeasurements = async (tx: Transaction, people: readonly number[]): Promise<void> => {
  await dropFiles(tx, { resource: inbody_measurements, of: 'athlete', by: 'web_userid', set: () => ({}) }, people, { pdf: null });
  const gone = await auditWritten(
    tx,
    inbody_measurements,
    'delete',
    `
    written as (delete from inbody_measurements t where t.web_userid = any($7::bigint[]) returning t.inbodyid as id, null::bigint as owner, '{}'::jsonb as before, null::jsonb as after)`,
    [people],
  );
  await tx.run(`update audits set before = null, after = null where resource = 'inbody_measurements' and recordid = any($1)`, [gone]);
};

/** What was printed says a name: its bytes go, and the row stays as the number of something that there was. */
const forgetPrinted = async (tx: Transaction, inscriptionids: readonly number[]): Promise<void> => {
  const rows = await tx.run('select sha256 from inscription_documents where inscriptionid = any($1)', [inscriptionids]);
  await dropBytes(
    tx,
    rows.map(([sha256]) => String(sha256)),
  );
  await supersede(tx, inscriptionids, documentKindNames);
  await changeBeside(tx, inscription_documents, 't.inscriptionid = any($7) and t.file is not null', [inscriptionids], { file: null });
};

const logSql = `update inscription_log set ip = null, user_agent = null, reason = null, changes = (select jsonb_agg(c) from jsonb_array_elements(changes) c where not (c->>'field' = any($2)))
  where inscriptionid = any($1) and jsonb_typeof(coalesce(changes, '[]')) = 'array'`;

const forgetCopies = async (tx: Transaction, id: number, people: readonly number[], others: readonly number[]): Promise<void> => {
  const ids: Readonly<Record<Root, readonly number[]>> = {
    athlete: people,
    inscription: await numbers(tx, idsSql.inscription, [people]),
    result: await numbers(tx, idsSql.result, [people]),
    affiliate: await numbers(tx, idsSql.affiliate, [people]),
  };
  for (const other of others)
    await replace(tx, { resource: web_users, of: 'athlete', by: 'web_userid', set: ofAccount }, [other], ofAccount(other));
  await changeBeside(tx, waitlist_entries, `t.web_userid = any($7::bigint[]) and t.status = 'waiting'`, [people], {
    status: 'withdrawn',
    withdrawn_because: 'athlete',
  });
  for (const copy of personalCopies) if (ids[copy.of].length > 0) await replace(tx, copy, ids[copy.of], copy.set(id));
  await forgetBirthdays(tx, ids.affiliate);
  await forgetMeasurements(tx, people);
  await forgetPrinted(tx, ids.inscription);
  await tx.run(logSql, [ids.inscription, Object.keys(ofRegistration(id))]);
};

/** Forgets who an athlete was, in their account, in those merged into it and wherever a copy is kept; the counts, money and times stay. Refused while anything is open. */
export const forgetAthlete = async (tx: Transaction, id: number): Promise<void> => {
  const people = await numbers(
    tx,
    'select web_userid from web_users where web_userid = $1 or merged_into_userid = $1 order by 1 for update',
    [id],
  );
  for (const [code, question] of Object.entries(unsettled) as [keyof typeof unsettled, string][])
    if ((await tx.run(question, [people])).length > 0) throw conflict(code, [{ path: 'status', code }]);
  await updateRow(tx, web_users, id, { ...ofAccount(id), status: 'anonymized' });
  await tx.asOwner(async () => {
    await forgetAudits(tx, web_users, [id], ofAccount(id));
    await forgetCopies(
      tx,
      id,
      people,
      people.filter((each) => each !== id),
    );
  });
};
