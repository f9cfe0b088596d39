import { createHash } from 'node:crypto';
import type { PermissionKey } from '@/schema';
import { exoneration_signatures } from '@/resources/exoneration_signatures/exoneration_signatures';
import { inscriptions, type Inscription } from '@/resources/inscriptions/inscriptions';
import { distances } from '@/resources/distances/distances';
import { exonerations, type Exoneration } from '@/resources/exonerations/exonerations';
import type { Transaction } from '../../kernel/transaction';
import { updateAudited } from '../../api/write/audited';
import { supersede } from '../documents/issueDocument';
import { addLog } from '../log/log';
import { columnsOf } from '../../kernel/columnsOf';
import { exists, selectAll } from '../../kernel/select';
import { sql } from '../../kernel/sql';
import { coversDistance } from '../signLinks/coversDistance';

type Signed = Pick<Inscription, 'inscriptionid' | 'eventid' | 'exoneration_status'>;

const x = columnsOf(exonerations, 'x');
const d = columnsOf(distances, 'd');
const s = columnsOf(exoneration_signatures);

/** The fingerprint of a text in all of its languages, which proves what was signed. */
export const hashOfText = ({ es, en }: Exoneration['body_html']): string =>
  createHash('sha256')
    .update(`${es}\n${en ?? ''}`)
    .digest('hex');

/** The valid waiver for a distance: its own, one for some distances or the one of the whole event. */
export const waiverFor = async (tx: Transaction, eventid: number, distanceid: number): Promise<number | null> => {
  const [id = null] = await selectAll(
    tx,
    x.exonerationid,
    sql`from ${x} left join ${d} on ${d.distanceid} = ${distanceid}
     where ${x.eventid} = ${eventid} and ${x.status} = 'active' and ${x.deleted_at} is null
       and ${coversDistance(x, distanceid, d.exonerationid)}
     order by ${x.exonerationid} is not distinct from ${d.exonerationid} desc, cardinality(coalesce(${x.distanceids}, '{}')) > 0 desc, ${x.exonerationid} desc limit 1`,
  );
  return id;
};

/** Whether a signature is still valid after a change of race. */
export const keepsWaiver = async (tx: Transaction, { inscriptionid, eventid, distanceid }: Inscription, next: number): Promise<boolean> => {
  const needed = await waiverFor(tx, eventid, next);
  if (needed === (await waiverFor(tx, eventid, distanceid))) return true;
  return (
    needed !== null &&
    exists(
      tx,
      sql`from ${s} where ${s.inscriptionid} = ${inscriptionid} and ${s.exonerationid} = ${needed} and ${s.status} = 'signed' and ${s.deleted_at} is null`,
    )
  );
};

/** Revokes every signature of an inscription, and what was printed of it; the caller writes the row of the inscription and its log. */
export const revokeSignatures = async (tx: Transaction, inscriptionid: number, reason: string): Promise<void> => {
  await updateAudited(
    tx,
    exoneration_signatures,
    (row) => sql`${row.inscriptionid} = ${inscriptionid} and ${row.status} = 'signed' and ${row.deleted_at} is null`,
    { status: 'revoked', revoked_reason: reason },
  );
  await supersede(tx, [inscriptionid], ['exoneration']);
};

/** Stores the waiver state of an inscription, and logs it: with the key of the staff, or as done by the athlete. */
export const markWaiver = async (
  tx: Transaction,
  row: Signed,
  status: Inscription['exoneration_status'],
  by: PermissionKey | 'athlete',
  reason?: string,
): Promise<void> => {
  if (row.exoneration_status === status) return;
  await updateAudited(tx, inscriptions, (one) => sql`${one.inscriptionid} = ${row.inscriptionid}`, { exoneration_status: status });
  await addLog(tx, row, {
    status: 'data_updated',
    changes: [{ field: 'exoneration_status', old: row.exoneration_status, new: status }],
    ...(by === 'athlete' ? { actor: by } : { permissionKey: by }),
    reason,
  });
};
