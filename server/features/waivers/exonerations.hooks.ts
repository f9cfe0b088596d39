import { distances } from '@/resources/distances/distances';
import { exoneration_signatures } from '@/resources/exoneration_signatures/exoneration_signatures';
import { exonerations, type Exoneration } from '@/resources/exonerations/exonerations';
import { inscriptions } from '@/resources/inscriptions/inscriptions';
import { inscription_log } from '@/resources/inscription_log/inscription_log';
import type { ApiDeps } from '../../kernel/ApiDeps';
import { defineHooks } from '../../kernel/defineHooks';
import { inSystemTransaction, type Transaction } from '../../kernel/transaction';
import { updateAudited } from '../../api/write/audited';
import { updateRow } from '../../api/write/columns';
import { supersede } from '../documents/issueDocument';
import { askEvidence } from './askEvidence';
import { hashOfText } from './waivers';
import { columnsOf, type Columns } from '../../kernel/columnsOf';
import type { InferColumns } from '@/schema';
import { execute, selectAll, value } from '../../kernel/select';
import { sql, type SQL } from '../../kernel/sql';

const x = columnsOf(exonerations);
const old = columnsOf(exonerations, 'o');
const s = columnsOf(exoneration_signatures, 's');
const l = columnsOf(inscription_log);
const i = columnsOf(inscriptions);

const sameDistances = (one: Columns<InferColumns<typeof exonerations>>, covered: SQL): SQL =>
  sql`coalesce(${one.distanceids}, '{}') @> ${covered} and coalesce(${one.distanceids}, '{}') <@ ${covered}`;
/** Texts for exactly the same distances, which a new one replaces. */
const olderThan = (tx: Transaction, { exonerationid, eventid }: Exoneration, covered: readonly number[]): Promise<readonly number[]> =>
  selectAll(
    tx,
    x.exonerationid,
    sql`from ${x} where ${x.eventid} = ${eventid} and ${x.status} = 'active' and ${x.exonerationid} <> ${exonerationid}
      and ${sameDistances(x, sql`${covered}::bigint[]`)} and ${x.deleted_at} is null for update`,
  );
/** Texts for exactly the same distances that were replaced before and still have signatures, of people whom no version asked again. */
const signedEarlier = (tx: Transaction, { exonerationid, eventid }: Exoneration, covered: readonly number[]): Promise<readonly number[]> =>
  selectAll(
    tx,
    old.exonerationid,
    sql`from ${old} where ${old.eventid} = ${eventid} and ${old.status} = 'retired' and ${old.exonerationid} <> ${exonerationid} and ${sameDistances(old, sql`${covered}::bigint[]`)}
      and exists (select 1 from ${s} where ${s.exonerationid} = ${old.exonerationid} and ${s.status} = 'signed' and ${s.deleted_at} is null)`,
  );
/** Races of the event that used an older text; an empty list when they are covered. */
const pointTo = (
  tx: Transaction,
  exonerationid: number,
  eventid: number,
  older: readonly number[],
  covered: readonly number[],
): Promise<unknown> =>
  updateAudited(
    tx,
    distances,
    (d) =>
      sql`${d.eventid} = ${eventid} and ${d.deleted_at} is null and (${d.exonerationid} = any(${older}::bigint[]) or (${d.exonerationid} is null and (cardinality(${covered}::bigint[]) = 0 or ${d.distanceid} = any(${covered}::bigint[]))))`,
    { exonerationid },
  );
const logReopened = (tx: Transaction, opened: readonly number[]): Promise<void> =>
  execute(
    tx,
    sql`insert into ${l} (${l.inscriptionid}, ${l.eventid}, ${l.status}, ${l.changes}, ${l.reason}, ${l.actor_type}, ${l.actor_userid}, ${l.permission_key}, ${l.source}, ${l.created_by})
      select ${i.inscriptionid}, ${i.eventid}, 'data_updated', '[{"field":"exoneration_status","old":"signed","new":"pending"}]'::jsonb, 'new_version', 'staff', ${tx.userid}::bigint, 'event-exoneration', 'api', ${tx.userid}::bigint
        from ${i} where ${i.inscriptionid} = any(${opened}::bigint[])`,
  );

/** Signatures revoked in one transaction with everything that depends on them: a third of a second on the embedded engine. */
export const signaturesAtOnce = 500;
const signedOf = (older: readonly number[]): SQL =>
  sql`from ${s} where ${s.exonerationid} = any(${older}::bigint[]) and ${s.status} = 'signed' and ${s.deleted_at} is null`;

/**
 * Makes the next people who signed an older text sign again; answers whether there are more. One statement per table, because an event
 * has tens of thousands of signatures.
 */
const reopen = async (tx: Transaction, older: readonly number[]): Promise<boolean> => {
  const next = await selectAll(
    tx,
    s.signatureid,
    sql`${signedOf(older)} order by ${s.signatureid} limit ${sql.raw(String(signaturesAtOnce))} for no key update`,
  );
  if (next.length === 0) return false;
  const taken = await updateAudited(tx, exoneration_signatures, (row) => sql`${row.signatureid} = any(${next}::bigint[])`, {
    status: 'revoked',
    revoked_reason: 'new_version',
  });
  const signers = sql`from ${s} where ${s.signatureid} = any(${taken}::bigint[])`;
  await supersede(tx, await selectAll(tx, value<number>(sql`distinct ${s.inscriptionid}`), signers), ['exoneration']);
  const opened = await updateAudited(
    tx,
    inscriptions,
    (row) =>
      sql`${row.inscriptionid} in (select ${s.inscriptionid} ${signers}) and ${row.exoneration_status} = 'signed' and ${row.deleted_at} is null`,
    { exoneration_status: 'pending' },
  );
  await logReopened(tx, opened);
  return next.length === signaturesAtOnce;
};
/** How many registrations have to sign again. */
const countReopened = async (tx: Transaction, older: readonly number[]): Promise<number> => {
  const [count = 0] = await selectAll(
    tx,
    value<number>(sql`count(*)`),
    sql`from ${i} where ${i.exoneration_status} = 'signed' and ${i.deleted_at} is null and ${i.inscriptionid} in (select ${s.inscriptionid} ${signedOf(older)})`,
  );
  return count;
};
/** Reopens all of them, in further transactions if there are many. */
const reopenAll = async (tx: Transaction, older: readonly number[]): Promise<void> => {
  if (await reopen(tx, older)) tx.further((later) => reopen(later, older));
};

const newer = columnsOf(exonerations, 'x');
/** Revokes the signatures of replaced texts when the call that did it was interrupted. */
export const completeReopening = async (deps: Pick<ApiDeps, 'pool' | 'registry'>): Promise<number> => {
  const older = await inSystemTransaction(deps, (tx) =>
    selectAll(
      tx,
      old.exonerationid,
      sql`from ${newer} join ${old} on ${old.eventid} = ${newer.eventid} and ${old.status} = 'retired' and ${old.activated_at} < ${newer.updated} and ${sameDistances(old, sql`coalesce(${newer.distanceids}, '{}')`)}
       where ${newer.status} = 'active' and ${newer.resign} and ${newer.activated_at} between now() - interval '1 day' and now() - interval '1 minute'
         and exists (select 1 from ${s} where ${s.exonerationid} = ${old.exonerationid} and ${s.status} = 'signed' and ${s.deleted_at} is null)`,
    ),
  );
  if (older.length > 0) await inSystemTransaction(deps, (tx) => reopenAll(tx, older));
  return older.length;
};

/** The server's rules for a waiver: nobody changes what somebody signed. */
export const exonerationsHooks = defineHooks(exonerations, {
  beforeWrite: async ({ tx, verb, values }) => {
    if (values.body_html) values.sha256 = hashOfText(values.body_html);
    if (verb !== 'create') return;
    const [last = 0] = await selectAll(
      tx,
      value<number>(sql`coalesce(max(${x.revision}), 0)`),
      sql`from ${x} where ${x.eventid} = ${Number(values['eventid'])} and lower(${x.title}) = lower(${String(values['title'])}) and ${x.deleted_at} is null`,
    );
    values['revision'] = last + 1;
  },
  actions: {
    activate: async ({ tx, id, row }) => {
      const covered = row.distanceids ?? [];
      const [older, earlier] = [await olderThan(tx, row, covered), row.resign ? await signedEarlier(tx, row, covered) : []];
      await updateAudited(tx, exonerations, (other) => sql`${other.exonerationid} = any(${older}::bigint[])`, { status: 'retired' });
      await updateRow(tx, exonerations, id, { status: 'active', activated_at: new Date().toISOString() });
      await pointTo(tx, id, row.eventid, older, covered);
      const replaced = [...older, ...earlier];
      if (!row.resign || replaced.length === 0) return { retired: older.length, reopened: 0 };
      const reopened = await countReopened(tx, replaced);
      await reopenAll(tx, replaced);
      return { retired: older.length, reopened };
    },
    evidence: ({ tx, input }) => askEvidence(tx, input.eventid),
    retire: async ({ tx, id }) => {
      await updateAudited(tx, distances, (d) => sql`${d.exonerationid} = ${id} and ${d.deleted_at} is null`, { exonerationid: null });
    },
  },
});
