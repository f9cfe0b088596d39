import { createHash } from 'node:crypto';
import { exonerations, type Exoneration } from '@/resources/exonerations/exonerations';
import { defineHooks } from '../api/defineHooks';
import { conflict } from '../api/DomainError';
import type { Transaction } from '../api/transaction';
import { audit } from '../api/write/audit';
import { updateRow } from '../api/write/columns';
import { readStored } from '../api/write/stored';

const lastSql = 'select coalesce(max(revision), 0) from exonerations where eventid = $1 and lower(title) = lower($2) and deleted_at is null';
/** Texts for exactly the same distances: what a new one replaces. */
const olderSql = `
  select exonerationid from exonerations
   where eventid = $1 and status = 'active' and exonerationid <> $2 and coalesce(distanceids, '{}') @> $3::bigint[] and coalesce(distanceids, '{}') <@ $3::bigint[] and deleted_at is null for update`;
const pointSql = `
  update distances set exonerationid = $2, updated = now(), updated_by = $5, version = version + 1
   where eventid = $1 and deleted_at is null and (exonerationid = any($3::bigint[]) or (exonerationid is null and (cardinality($4::bigint[]) = 0 or distanceid = any($4::bigint[]))))`;
const releaseSql = 'update distances set exonerationid = null, updated = now(), updated_by = $2, version = version + 1 where exonerationid = $1 and deleted_at is null';
/** In one statement, because an event has tens of thousands of signatures. */
const reopenSql = `
  with taken as (
    update exoneration_signatures set status = 'revoked', revoked_reason = 'new_version', updated = now(), updated_by = $2, version = version + 1
     where exonerationid = any($1::bigint[]) and status = 'signed' and deleted_at is null returning inscriptionid
  ), opened as (
    update inscriptions set exoneration_status = 'pending', updated = now(), updated_by = $2, version = version + 1
     where inscriptionid in (select inscriptionid from taken) and exoneration_status = 'signed' and deleted_at is null returning inscriptionid, eventid
  )
  insert into inscription_log (inscriptionid, eventid, status, changes, reason, actor_type, actor_userid, permission_key, source, created_by)
  select inscriptionid, eventid, 'data_updated', '[{"field":"exoneration_status","old":"signed","new":"pending"}]'::jsonb, 'new_version', 'staff', $2, 'event-exoneration', 'api', $2 from opened returning 1`;

const fingerprint = ({ es, en }: Exoneration['body_html']): string => createHash('sha256').update(`${es}\n${en ?? ''}`).digest('hex');

const retireOther = async (tx: Transaction, id: number): Promise<void> => {
  const before = await readStored(tx, exonerations, id);
  await updateRow(tx, exonerations, id, { status: 'retired' });
  await audit(tx, { resource: exonerations, id, verb: 'edit', before, after: await readStored(tx, exonerations, id) });
};

/** What happens around a waiver that only the server knows: nobody changes what somebody signed. */
export const exonerationsHooks = defineHooks(exonerations, {
  beforeWrite: async ({ tx, verb, before, values }) => {
    if (before && before['status'] !== 'draft') throw conflict('errors.exonerationFixed', [{ path: 'status', message: 'errors.exonerationFixed' }]);
    if (values['body_html']) values['sha256'] = fingerprint(values['body_html'] as Exoneration['body_html']);
    if (verb !== 'create') return;
    const [[last] = []] = await tx.run(lastSql, [values['eventid'], values['title']]);
    values['revision'] = Number(last) + 1;
  },
  actions: {
    activate: async ({ tx, id, row }) => {
      const covered = row.distanceids ?? [];
      const older = (await tx.run(olderSql, [row.eventid, id, covered])).map(([other]) => Number(other));
      for (const other of older) await retireOther(tx, other);
      await updateRow(tx, exonerations, id, { status: 'active', activated_at: new Date().toISOString() });
      await tx.run(pointSql, [row.eventid, id, older, covered, tx.userid]);
      const reopened = row.resign && older.length > 0 ? (await tx.run(reopenSql, [older, tx.userid])).length : 0;
      return { retired: older.length, reopened };
    },
    retire: async ({ tx, id }) => {
      await updateRow(tx, exonerations, id, { status: 'retired' });
      await tx.run(releaseSql, [id, tx.userid]);
    },
  },
});
