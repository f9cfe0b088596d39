import type { PermissionKey } from '@/schema';
import { exoneration_signatures } from '@/resources/exoneration_signatures/exoneration_signatures';
import { inscriptions, type Inscription } from '@/resources/inscriptions/inscriptions';
import type { Transaction } from '../../kernel/transaction';
import { changeBeside } from '../../api/write/beside';
import { supersede } from '../documents/issueDocument';
import { addLog } from '../log/log';

type Signed = Pick<Inscription, 'inscriptionid' | 'eventid' | 'exoneration_status'>;

const waiverSql = `
  select x.exonerationid from exonerations x left join distances d on d.distanceid = $2
   where x.eventid = $1 and x.status = 'active' and x.deleted_at is null
     and (x.exonerationid = d.exonerationid or cardinality(coalesce(x.distanceids, '{}')) = 0 or $2 = any(x.distanceids))
   order by x.exonerationid is not distinct from d.exonerationid desc, cardinality(coalesce(x.distanceids, '{}')) > 0 desc, x.exonerationid desc limit 1`;
const signedSql = `select 1 from exoneration_signatures where inscriptionid = $1 and exonerationid = $2 and status = 'signed' and deleted_at is null`;

/** The waiver in force for a distance: its own, one for some distances or the one of the whole event. */
export const waiverFor = async (tx: Transaction, eventid: number, distanceid: number): Promise<number | null> => {
  const [[id] = []] = await tx.run(waiverSql, [eventid, distanceid]);
  return id == null ? null : Number(id);
};

/** Whether a signature still counts after a change of race. */
export const keepsWaiver = async (tx: Transaction, { inscriptionid, eventid, distanceid }: Inscription, next: number): Promise<boolean> => {
  const needed = await waiverFor(tx, eventid, next);
  if (needed === (await waiverFor(tx, eventid, distanceid))) return true;
  return needed !== null && (await tx.run(signedSql, [inscriptionid, needed])).length > 0;
};

/** Takes back whatever was signed for an inscription, and what was printed of it; its own row and its log are the caller's. */
export const revokeSignatures = async (tx: Transaction, inscriptionid: number, reason: string): Promise<void> => {
  await changeBeside(tx, exoneration_signatures, `t.inscriptionid = $7 and t.status = 'signed' and t.deleted_at is null`, [inscriptionid], {
    status: 'revoked',
    revoked_reason: reason,
  });
  await supersede(tx, [inscriptionid], ['exoneration']);
};

/** Writes how an inscription stands with its waiver, and the line of its log. */
export const markWaiver = async (
  tx: Transaction,
  row: Signed,
  status: Inscription['exoneration_status'],
  permissionKey: PermissionKey,
  reason?: string,
): Promise<void> => {
  if (row.exoneration_status === status) return;
  await changeBeside(tx, inscriptions, 't.inscriptionid = $7', [row.inscriptionid], { exoneration_status: status });
  await addLog(tx, row, {
    status: 'data_updated',
    changes: [{ field: 'exoneration_status', old: row.exoneration_status, new: status }],
    permissionKey,
    reason,
  });
};
