import { user_merges } from '@/resources/user_merges/user_merges';
import { web_users } from '@/resources/web_users/web_users';
import type { ApiDeps } from '../../kernel/ApiDeps';
import { columnsOf } from '../../kernel/columnsOf';
import { execute, select, selectAll, value } from '../../kernel/select';
import { sql, type SQL } from '../../kernel/sql';
import { inSystemTransaction, type Transaction } from '../../kernel/transaction';
import { appendRows } from '../../api/write/columns';

const w = columnsOf(web_users);
const m = columnsOf(user_merges, 'm');

/** Pairs below this are two people. */
const leastScore = 60;
/** Athletes that one transaction compares: a fraction of a second on the embedded engine. */
const atOnce = 200;
const alive = (alias: string): SQL => sql.raw(`${alias}.deleted_at is null and ${alias}.status in ('active', 'blocked')`);
const folded = (alias: string): SQL =>
  sql.raw(`immutable_unaccent(lower(concat_ws(' ', ${alias}.first_name, ${alias}.last_name, ${alias}.second_last_name)))`);
/** A mailbox without what is written after a plus sign. */
const mailbox = (alias: string): SQL => sql.raw(`regexp_replace(lower(${alias}.email), '\\+[^@]*@', '@')`);

/** Two addresses of one mailbox, one of which has a mark: few have one, and an index has those. */
const sameMailbox = sql`(${mailbox('b')} = ${mailbox('a')} and b.email like '%+%' and ${alive('b')})`;

/** The same name, birth date and gender, and the same phone or mailbox, of two who have no two CURPs. The database lets nobody have the CURP of somebody else, so it alone would find no pair. */
const isCertain = sql`(a.birth_date = b.birth_date and a.gender = b.gender and ${folded('a')} = ${folded('b')} and (a.phone = b.phone or ${mailbox('a')} = ${mailbox('b')}) and (a.curp is null or b.curp is null))`;

/** Two accounts that may be one person. */
export interface Twin {
  readonly survivor_userid: number;
  readonly loser_userid: number;
  readonly score: number;
  readonly match_reasons: readonly ('email' | 'phone' | 'curp' | 'name_dob' | 'similar_name')[];
}

/**
 * Compares some athletes with all others: the same CURP; the same phone, mailbox or birth date with a similar name. A name is similar by its
 * trigrams, so a typing error does not hide it. A score of 100 is certain. The account with more registrations stays, or else the older one.
 */
export const twinsOf = (tx: Transaction, ids: readonly number[]): Promise<readonly Twin[]> =>
  tx.asOwner(() =>
    select(
      tx,
      {
        survivor_userid: value<number>(sql`case when q.b_first then q.b else q.a end`),
        loser_userid: value<number>(sql`case when q.b_first then q.a else q.b end`),
        score: value<number>(sql`q.score::int`),
        match_reasons: value<Twin['match_reasons']>(sql`q.reasons`),
      },
      sql`from (
        select distinct on (least(p.a, p.b), greatest(p.a, p.b)) p.a, p.b,
               (b.inscriptions_count, -b.web_userid) > (a.inscriptions_count, -a.web_userid) as b_first,
               case when a.curp = b.curp or ${isCertain} then 100 else least(99,
                 (case when a.birth_date = b.birth_date then 40 else 0 end) + round(s.likeness * 45)
                 + (case when a.phone = b.phone then 20 else 0 end) + (case when ${mailbox('a')} = ${mailbox('b')} then 20 else 0 end)
                 - (case when a.gender <> b.gender then 20 else 0 end)) end as score,
               array_remove(array[case when a.curp = b.curp then 'curp' end, case when ${mailbox('a')} = ${mailbox('b')} then 'email' end, case when a.phone = b.phone then 'phone' end,
                 case when a.birth_date = b.birth_date and s.likeness >= 0.9 then 'name_dob' when s.likeness >= 0.5 then 'similar_name' end], null) as reasons
          from (
            select a.web_userid as a, b.web_userid as b from web_users a join web_users b on b.curp = a.curp and b.deleted_at is null where a.web_userid = any(${ids}::bigint[]) and b.web_userid <> a.web_userid
            union select a.web_userid, b.web_userid from web_users a join web_users b on b.phone = a.phone and b.deleted_at is null where a.web_userid = any(${ids}::bigint[]) and b.web_userid <> a.web_userid
            union select a.web_userid, b.web_userid from web_users a join web_users b on b.email = ${mailbox('a')} and ${alive('b')} where a.web_userid = any(${ids}::bigint[]) and b.web_userid <> a.web_userid
            union select a.web_userid, b.web_userid from web_users a join web_users b on ${sameMailbox} where a.web_userid = any(${ids}::bigint[]) and b.web_userid <> a.web_userid
            union select a.web_userid, b.web_userid from web_users a join web_users b on b.birth_date = a.birth_date and b.deleted_at is null and similarity(${folded('b')}, ${folded('a')}) >= 0.5 where a.web_userid = any(${ids}::bigint[]) and b.web_userid <> a.web_userid
          ) p
          join web_users a on a.web_userid = p.a join web_users b on b.web_userid = p.b
          cross join lateral (select similarity(${folded('a')}, ${folded('b')}) as likeness) s
         where ${alive('a')} and ${alive('b')}
      ) q where q.score >= ${leastScore} order by q.score desc, q.a, q.b`,
    ),
  );

const known = (tx: Transaction, ids: readonly number[]): Promise<readonly (readonly [number, number])[]> =>
  tx.asOwner(async () =>
    (
      await select(
        tx,
        { survivor: m.survivor_userid, loser: m.loser_userid },
        sql`from ${m} where (${m.survivor_userid} = any(${ids}::bigint[]) or ${m.loser_userid} = any(${ids}::bigint[])) and ${m.deleted_at} is null`,
      )
    ).map(({ survivor, loser }) => [survivor, loser] as const),
  );
const pairOf = (one: number, other: number): string => [one, other].sort((a, b) => a - b).join(' ');

/** Suggests merging accounts that may be one person. What was decided of a pair is not asked again. */
export const suggestTwins = async (tx: Transaction, ids: readonly number[]): Promise<number> => {
  const twins = await twinsOf(tx, ids);
  if (twins.length === 0) return 0;
  const decided = new Set(
    (await known(tx, [...new Set(twins.flatMap((twin) => [twin.survivor_userid, twin.loser_userid]))])).map(([one, other]) =>
      pairOf(one, other),
    ),
  );
  const fresh = twins.filter(({ survivor_userid, loser_userid }) => !decided.has(pairOf(survivor_userid, loser_userid)));
  await tx.asOwner(() =>
    appendRows(
      tx,
      user_merges,
      fresh.map(({ match_reasons, ...twin }) => ({ ...twin, match_reasons: [...match_reasons], status: 'suggested' as const })),
    ),
  );
  return fresh.length;
};

/** Compares athletes who are new or were changed, in portions. Their rows are locked, so that nobody suggests the same pair meanwhile; who is being changed comes next time. */
export const findTwins = async (deps: Pick<ApiDeps, 'pool' | 'registry'>, isOver: () => boolean = () => false): Promise<void> => {
  for (;;) {
    if (isOver()) return;
    const done = await inSystemTransaction(deps, async (tx) => {
      const ids = await selectAll(
        tx,
        w.web_userid,
        sql`from ${w} where ${w.deleted_at} is null and (${w.twins_checked_at} is null or ${w.twins_checked_at} < ${w.updated}) order by ${w.web_userid} limit ${atOnce} for no key update skip locked`,
      );
      if (ids.length === 0) return 0;
      await suggestTwins(tx, ids);
      await execute(
        tx,
        sql`update ${w} set ${w.twins_checked_at} = greatest(now(), ${w.updated}) where ${w.web_userid} = any(${ids}::bigint[])`,
      );
      return ids.length;
    });
    if (done < atOnce) return;
  }
};
