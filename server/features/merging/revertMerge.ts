import { movedWith } from '@/domain/merging';
import { inscriptions } from '@/resources/inscriptions/inscriptions';
import { user_merges, type UserMerge } from '@/resources/user_merges/user_merges';
import { web_users, type WebUser } from '@/resources/web_users/web_users';
import { isParts, numberIn, numbersIn, partOf, textIn } from '@/schema/unknown';
import { must } from '@/schema/must';
import { updateAudited } from '../../api/write/audited';
import { updateRow } from '../../api/write/columns';
import { readStored } from '../../api/list/stored';
import { conflict } from '../../kernel/DomainError';
import { sql } from '../../kernel/sql';
import type { Transaction } from '../../kernel/transaction';
import { previousStatuses } from '../log/log';
import { askStandingsWith } from '../series/askStandings';
import { advance } from '../registration/advance';
import { moveWallet } from '../wallets/wallets';
import { lockAccounts } from './mergeFacts';
import { logMoved } from './mergeAthletes';
import { moveRows } from './moveRows';
import { returnPlaces } from './secondPlaces';
import { undoObstacle } from './undoObstacle';

/** Registrations that ended as duplicates are as they were before. */
const returnDuplicates = async (tx: Transaction, ids: readonly number[], reason: string): Promise<void> => {
  const before = await previousStatuses(tx, ids);
  for (const id of ids) {
    const row = must(await readStored(tx, inscriptions, id, { lock: true }), 'the duplicate');
    const to = before.get(id);
    if (row.status !== 'merged' || !to) continue;
    await advance(tx, row, to, { isBack: true, reason, permissionKey: 'merge-user' });
    await updateRow(tx, inscriptions, id, { merged_into_inscriptionid: null });
  }
};

/** Values that the account got and still has go back; what was changed since stays and is named. */
const returnValues = async (tx: Transaction, stays: number, changed: unknown): Promise<readonly string[]> => {
  const now = must(await readStored(tx, web_users, stays), 'the account that stays');
  const values: Record<string, unknown> = {},
    kept: string[] = [];
  for (const [name, change] of Object.entries(isParts(changed) ? changed : {})) {
    const present = partOf(now, name) ?? null;
    if (JSON.stringify(present) === JSON.stringify(partOf(change, 'after') ?? null)) values[name] = partOf(change, 'before') ?? null;
    else kept.push(name);
  }
  const given: Partial<WebUser> = values;
  if (Object.keys(values).length > 0) await updateAudited(tx, web_users, (each) => sql`${each.web_userid} = ${stays}`, given);
  return kept;
};

/**
 * Takes a merge back, also after further work: what was moved and still belongs to the account that stayed goes back, and what happened
 * since stays there. Refused when the money that was moved was spent.
 */
export const revertMerge = (tx: Transaction, row: UserMerge, reason: string) =>
  tx.asOwner(async () => {
    const { survivor_userid: stays, loser_userid: goes, undo, revert_until } = row;
    if (!revert_until || Date.parse(revert_until) < Date.now()) throw conflict('MERGE_TOO_LATE');
    await lockAccounts(tx, stays, goes);
    const obstacle = await undoObstacle(tx, row);
    if (obstacle) throw conflict('UNMERGE_BLOCKED', [], { why: { key: `user_merges.undoObstacles.${obstacle}` } });
    const cents = numberIn(partOf(undo, 'wallet_cents')) ?? 0;
    if (cents > 0) {
      const key = `unmerge-${row.mergeid}-${row.version}`;
      await moveWallet(tx, stays, { type: 'merge_out', amount_cents: cents, reason, key: `${key}-out` });
      await moveWallet(tx, goes, { type: 'merge_in', amount_cents: cents, reason, key: `${key}-in` });
    }
    const kept = await returnValues(tx, stays, partOf(undo, 'survivor'));
    const curp = textIn(partOf(partOf(undo, 'loser'), 'curp'));
    await updateAudited(tx, web_users, (each) => sql`${each.web_userid} = ${goes}`, {
      status: textIn(partOf(partOf(undo, 'loser'), 'status')) === 'blocked' ? 'blocked' : 'active',
      merged_into_userid: null,
      ...(curp !== null && { curp }),
    });
    let moved = 0,
      asked = 0;
    for (const resource of movedWith(tx.registry)) {
      const among = numbersIn(partOf(partOf(undo, 'moved'), resource.name));
      if (among.length === 0) continue;
      const ids = await moveRows(tx, resource, { from: stays, to: goes, among });
      if (resource.name === inscriptions.name) await logMoved(tx, ids, stays, goes, reason);
      asked += among.length;
      moved += ids.length;
    }
    await returnDuplicates(tx, numbersIn(partOf(undo, 'merged')), reason);
    await returnPlaces(tx, partOf(undo, 'places'));
    await updateRow(tx, user_merges, row.mergeid, { status: 'reverted', reason, revert_until: null });
    await askStandingsWith(tx, stays);
    return { moved, left: asked - moved, kept };
  });
