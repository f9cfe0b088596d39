import { user_merges } from '@/resources/user_merges/user_merges';
import { web_users } from '@/resources/web_users/web_users';
import { createAudited, updateAudited } from '../../api/write/audited';
import { columnsOf } from '../../kernel/columnsOf';
import { conflict, invalid, problemAt } from '../../kernel/DomainError';
import { selectAll, selectOne, value } from '../../kernel/select';
import { sql } from '../../kernel/sql';
import type { Transaction } from '../../kernel/transaction';
import { twinsOf } from './findTwins';

const m = columnsOf(user_merges);
const w = columnsOf(web_users);

/** Opens the comparison of two accounts that somebody holds for one person; the one that there is already, if any. */
export const suggestPair = (tx: Transaction, one: number, other: number): Promise<{ readonly mergeid: number }> =>
  tx.asOwner(async () => {
    if (one === other) throw invalid([problemAt('input.other_userid', 'NOT_A_CHOICE')]);
    const pair = [one, other];
    // The job that looks for twins may be storing this pair: it is waited for.
    await selectAll(
      tx,
      w.web_userid,
      sql`from ${w} where ${w.web_userid} = any(${pair}::bigint[]) order by ${w.web_userid} for no key update`,
    );
    const known = await selectOne(
      tx,
      { mergeid: m.mergeid, status: m.status },
      sql`from ${m} where ${m.survivor_userid} = any(${pair}::bigint[]) and ${m.loser_userid} = any(${pair}::bigint[]) and ${m.status} <> 'reverted' and ${m.deleted_at} is null order by ${m.status} = 'dismissed' limit 1`,
    );
    if (known && known.status !== 'dismissed') return { mergeid: known.mergeid };
    const ready = await selectOne(
      tx,
      { count: value<number>(sql`count(*)::int`) },
      sql`from ${w} where ${w.web_userid} = any(${pair}::bigint[]) and ${w.status} in ('active', 'blocked') and ${w.deleted_at} is null`,
    );
    if (ready?.count !== pair.length) throw conflict('MERGE_BLOCKED', [], { why: { key: 'user_merges.obstacles.NOT_ACTIVE' } });
    // Only the job never asks about two people again: somebody who does may know better.
    if (known) {
      const asked = { status: 'suggested', reason: null, performed_by_userid: null, performed_at: null } as const;
      await updateAudited(tx, user_merges, (row) => sql`${row.mergeid} = ${known.mergeid}`, asked);
      return { mergeid: known.mergeid };
    }
    const twin = (await twinsOf(tx, [one])).find(
      ({ survivor_userid, loser_userid }) => pair.includes(survivor_userid) && pair.includes(loser_userid),
    );
    const mergeid = await createAudited(tx, user_merges, {
      survivor_userid: twin?.survivor_userid ?? one,
      loser_userid: twin?.loser_userid ?? other,
      score: twin?.score ?? 0,
      match_reasons: [...(twin?.match_reasons ?? [])],
      status: 'suggested',
    });
    return { mergeid };
  });
