import { createHash } from 'node:crypto';
import { distances } from '@/resources/distances/distances';
import { exoneration_signatures } from '@/resources/exoneration_signatures/exoneration_signatures';
import { exonerations, type Exoneration } from '@/resources/exonerations/exonerations';
import { inscriptions } from '@/resources/inscriptions/inscriptions';
import { defineHooks } from '../../kernel/defineHooks';
import type { Transaction } from '../../kernel/transaction';
import { changeBeside } from '../../api/write/beside';
import { updateRow } from '../../api/write/columns';
import { supersede } from '../documents/issueDocument';

const lastSql =
  'select coalesce(max(revision), 0) from exonerations where eventid = $1 and lower(title) = lower($2) and deleted_at is null';
/** Texts for exactly the same distances: what a new one replaces. */
const olderSql = `
  select exonerationid from exonerations
   where eventid = $1 and status = 'active' and exonerationid <> $2 and coalesce(distanceids, '{}') @> $3::bigint[] and coalesce(distanceids, '{}') <@ $3::bigint[] and deleted_at is null for update`;
/** Races of the event that took an older text, or none where they are covered. */
const pointed = `t.eventid = $7 and t.deleted_at is null and (t.exonerationid = any($8::bigint[]) or (t.exonerationid is null and (cardinality($9::bigint[]) = 0 or t.distanceid = any($9::bigint[]))))`;
const reopenedSql = `
  insert into inscription_log (inscriptionid, eventid, status, changes, reason, actor_type, actor_userid, permission_key, source, created_by)
  select inscriptionid, eventid, 'data_updated', '[{"field":"exoneration_status","old":"signed","new":"pending"}]'::jsonb, 'new_version', 'staff', $2, 'event-exoneration', 'api', $2 from inscriptions where inscriptionid = any($1::bigint[])`;

/** Everybody who signed an older text signs anew; one statement a table, because an event has tens of thousands of signatures. */
const reopen = async (tx: Transaction, older: readonly number[]): Promise<number> => {
  const taken = await changeBeside(
    tx,
    exoneration_signatures,
    `t.exonerationid = any($7::bigint[]) and t.status = 'signed' and t.deleted_at is null`,
    [older],
    { status: 'revoked', revoked_reason: 'new_version' },
  );
  const signers = `t.inscriptionid in (select s.inscriptionid from exoneration_signatures s where s.signatureid = any($7::bigint[])) and t.exoneration_status = 'signed' and t.deleted_at is null`;
  const printed = (
    await tx.run('select distinct inscriptionid from exoneration_signatures where signatureid = any($1::bigint[])', [taken])
  ).map(([id]) => Number(id));
  await supersede(tx, printed, ['exoneration']);
  const opened = await changeBeside(tx, inscriptions, signers, [taken], { exoneration_status: 'pending' });
  await tx.run(reopenedSql, [opened, tx.userid]);
  return opened.length;
};

const fingerprint = ({ es, en }: Exoneration['body_html']): string =>
  createHash('sha256')
    .update(`${es}\n${en ?? ''}`)
    .digest('hex');

/** What happens around a waiver that only the server knows: nobody changes what somebody signed. */
export const exonerationsHooks = defineHooks(exonerations, {
  beforeWrite: async ({ tx, verb, values }) => {
    if (values['body_html']) values['sha256'] = fingerprint(values['body_html'] as Exoneration['body_html']);
    if (verb !== 'create') return;
    const [[last] = []] = await tx.run(lastSql, [values['eventid'], values['title']]);
    values['revision'] = Number(last) + 1;
  },
  actions: {
    activate: async ({ tx, id, row }) => {
      const covered = row.distanceids ?? [];
      const older = (await tx.run(olderSql, [row.eventid, id, covered])).map(([other]) => Number(other));
      await changeBeside(tx, exonerations, 't.exonerationid = any($7::bigint[])', [older], { status: 'retired' });
      await updateRow(tx, exonerations, id, { status: 'active', activated_at: new Date().toISOString() });
      await changeBeside(tx, distances, pointed, [row.eventid, older, covered], { exonerationid: id });
      const reopened = row.resign && older.length > 0 ? await reopen(tx, older) : 0;
      return { retired: older.length, reopened };
    },
    retire: async ({ tx, id }) => {
      await changeBeside(tx, distances, 't.exonerationid = $7 and t.deleted_at is null', [id], { exonerationid: null });
    },
  },
});
