import type { UndoObstacle } from '@/domain/merging';
import { inscriptions } from '@/resources/inscriptions/inscriptions';
import { payments } from '@/resources/payments/payments';
import type { UserMerge } from '@/resources/user_merges/user_merges';
import { web_users } from '@/resources/web_users/web_users';
import { numbersIn, partOf, textIn } from '@/schema/unknown';
import { columnsOf } from '../../kernel/columnsOf';
import { exists } from '../../kernel/select';
import { sql } from '../../kernel/sql';
import type { Transaction } from '../../kernel/transaction';

const w = columnsOf(web_users, 'w');
const g = columnsOf(web_users, 'g');
const p = columnsOf(payments, 'p');
const i = columnsOf(inscriptions, 'i');

/** What prevents that a merge is undone, if anything does. What the wallet and the seats say is said by them. */
export const undoObstacle = async (
  tx: Transaction,
  { survivor_userid: stays, loser_userid: goes, undo }: Pick<UserMerge, 'survivor_userid' | 'loser_userid' | 'undo'>,
): Promise<UndoObstacle | null> => {
  if (!undo) return 'FORGOTTEN';
  const isThere = (where: ReturnType<typeof sql>): Promise<boolean> =>
    exists(tx, sql`from ${w} where ${w.deleted_at} is null and ${where} limit 1`);
  if (await isThere(sql`${w.web_userid} = ${stays} and ${w.status} = 'merged'`)) return 'MERGED_AGAIN';
  if (!(await isThere(sql`${w.web_userid} = ${stays} and ${w.status} in ('active', 'blocked')`))) return 'FORGOTTEN';
  const isMailTaken = sql`${w.web_userid} <> ${goes} and ${w.status} in ('active', 'blocked') and ${w.email} = (select ${g.email} from ${g} where ${g.web_userid} = ${goes})`;
  // A value that the account that stays got from the other one goes back with the merge.
  const given = textIn(partOf(partOf(partOf(undo, 'survivor'), 'email'), 'after'));
  if (await isThere(sql`${isMailTaken} and not (${w.web_userid} = ${stays} and ${w.email} = ${given ?? ''})`)) return 'EMAIL_TAKEN';
  const curp = textIn(partOf(partOf(undo, 'loser'), 'curp'));
  if (await isThere(sql`${w.curp} = ${curp ?? ''} and not ${w.web_userid} = any(${[stays, goes]}::bigint[])`)) return 'CURP_TAKEN';
  const moved = numbersIn(partOf(partOf(undo, 'moved'), inscriptions.name));
  const isPaying = await exists(
    tx,
    sql`from ${p} join ${i} on ${i.inscriptionid} = ${p.inscriptionid} where ${i.inscriptionid} = any(${moved}::bigint[]) and ${i.web_userid} = ${stays} and ${p.status} in ('created', 'pending', 'authorized') and ${p.deleted_at} is null limit 1`,
  );
  return isPaying ? 'PENDING_PAYMENT' : null;
};
