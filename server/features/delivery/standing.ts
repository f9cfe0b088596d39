import { isComplete, supervisorKeys, type DeskKit, type DeskPerson } from '@/domain/registration/desk';
import { inscriptions } from '@/resources/inscriptions/inscriptions';
import { updateAudited } from '../../api/write/audited';
import { sql } from '../../kernel/sql';
import type { Transaction } from '../../kernel/transaction';
import { addLog } from '../log/log';

/** Whether a person decides what a desk may not. */
export const isSupervisor = ({ grants }: Transaction): boolean => supervisorKeys.some((key) => grants.keys[key] === 'edit');

/** The state of a kit after what was handed out of it. */
export const kitStatusOf = (kit: DeskKit | null, handed: DeskPerson['handed'], isHanded: boolean): 'pending' | 'partial' | 'delivered' => {
  if (!isHanded) return 'pending';
  return isComplete(kit, handed) ? 'delivered' : 'partial';
};

interface Marked {
  readonly inscriptionid: number;
  readonly eventid: number;
  readonly kit_status: string | null;
}
/** Stores the state of a kit, and logs it. */
export const markKit = async (
  tx: Transaction,
  { inscriptionid, eventid, kit_status }: Marked,
  status: 'pending' | 'partial' | 'delivered' | 'returned',
  reason?: string | null,
): Promise<void> => {
  if (kit_status === status) return;
  await updateAudited(tx, inscriptions, (row) => sql`${row.inscriptionid} = ${inscriptionid}`, { kit_status: status });
  await addLog(
    tx,
    { inscriptionid, eventid },
    {
      status: 'data_updated',
      changes: [{ field: 'kit_status', old: kit_status, new: status }],
      permissionKey: 'event-delivery',
      reason,
    },
  );
};
