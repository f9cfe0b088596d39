import { createHash } from 'node:crypto';
import { distances } from '@/resources/distances/distances';
import { exoneration_signatures } from '@/resources/exoneration_signatures/exoneration_signatures';
import { exonerations, type Exoneration } from '@/resources/exonerations/exonerations';
import { inscriptions } from '@/resources/inscriptions/inscriptions';
import { inscription_log } from '@/resources/inscription_log/inscription_log';
import { defineHooks } from '../../kernel/defineHooks';
import type { Transaction } from '../../kernel/transaction';
import { updateAudited } from '../../api/write/audited';
import { updateRow } from '../../api/write/columns';
import { supersede } from '../documents/issueDocument';
import { columnsOf } from '../../kernel/columnsOf';
import { execute, selectAll, value } from '../../kernel/select';
import { sql } from '../../kernel/sql';

const x = columnsOf(exonerations);
const s = columnsOf(exoneration_signatures, 's');
const l = columnsOf(inscription_log);
const i = columnsOf(inscriptions);

/** Texts for exactly the same distances: what a new one replaces. */
const olderThan = (tx: Transaction, { exonerationid, eventid }: Exoneration, covered: readonly number[]): Promise<readonly number[]> =>
  selectAll(
    tx,
    x.exonerationid,
    sql`from ${x} where ${x.eventid} = ${eventid} and ${x.status} = 'active' and ${x.exonerationid} <> ${exonerationid}
      and coalesce(${x.distanceids}, '{}') @> ${covered}::bigint[] and coalesce(${x.distanceids}, '{}') <@ ${covered}::bigint[] and ${x.deleted_at} is null for update`,
  );
/** Races of the event that took an older text, or none where they are covered. */
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

/** Everybody who signed an older text signs anew; one statement a table, because an event has tens of thousands of signatures. */
const reopen = async (tx: Transaction, older: readonly number[]): Promise<number> => {
  const taken = await updateAudited(
    tx,
    exoneration_signatures,
    (row) => sql`${row.exonerationid} = any(${older}::bigint[]) and ${row.status} = 'signed' and ${row.deleted_at} is null`,
    { status: 'revoked', revoked_reason: 'new_version' },
  );
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
  return opened.length;
};

const fingerprint = ({ es, en }: Exoneration['body_html']): string =>
  createHash('sha256')
    .update(`${es}\n${en ?? ''}`)
    .digest('hex');

/** What happens around a waiver that only the server knows: nobody changes what somebody signed. */
export const exonerationsHooks = defineHooks(exonerations, {
  beforeWrite: async ({ tx, verb, values }) => {
    if (values.body_html) values.sha256 = fingerprint(values.body_html);
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
      const older = await olderThan(tx, row, covered);
      await updateAudited(tx, exonerations, (other) => sql`${other.exonerationid} = any(${older}::bigint[])`, { status: 'retired' });
      await updateRow(tx, exonerations, id, { status: 'active', activated_at: new Date().toISOString() });
      await pointTo(tx, id, row.eventid, older, covered);
      const reopened = row.resign && older.length > 0 ? await reopen(tx, older) : 0;
      return { retired: older.length, reopened };
    },
    retire: async ({ tx, id }) => {
      await updateAudited(tx, distances, (d) => sql`${d.exonerationid} = ${id} and ${d.deleted_at} is null`, { exonerationid: null });
    },
  },
});
