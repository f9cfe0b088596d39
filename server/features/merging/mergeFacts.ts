import { carriedWith, mergedFieldsOf, mergeObstacles, movedWith, usualSide, type MergeObstacle, type Side } from '@/domain/merging';
import { statusGroups } from '@/domain/registration/lifecycle';
import { apolo_subscriptions } from '@/resources/apolo_subscriptions/apolo_subscriptions';
import { fmtri_affiliate_users } from '@/resources/fmtri_affiliate_users/fmtri_affiliate_users';
import { inscriptions } from '@/resources/inscriptions/inscriptions';
import { payments } from '@/resources/payments/payments';
import type { UserMerge } from '@/resources/user_merges/user_merges';
import { wallets } from '@/resources/wallets/wallets';
import { web_users } from '@/resources/web_users/web_users';
import { columnsOf } from '../../kernel/columnsOf';
import { notFound } from '../../kernel/DomainError';
import { execute, exists, select, selectOne, value } from '../../kernel/select';
import { column, quote, sql, type SQL } from '../../kernel/sql';
import type { Transaction } from '../../kernel/transaction';
import { readStored } from '../../api/list/stored';
import { isThereAlready } from './moveRows';

const i = columnsOf(inscriptions, 'i');
const o = columnsOf(inscriptions, 'o');
const p = columnsOf(payments, 'p');
const a = columnsOf(wallets);
const f = columnsOf(fmtri_affiliate_users);
const s = columnsOf(apolo_subscriptions);
const w = columnsOf(web_users);

/** Registrations of both in one distance: the one that ends as a duplicate and the one that it becomes part of; null when both hold money. */
export interface Double {
  readonly duplicate: number | null;
  readonly into: number;
  readonly event: string;
  readonly distance: string;
}
export type Account = Readonly<Record<string, unknown>> & {
  readonly web_userid: number;
  readonly status: string;
  readonly name: string | null;
};
/** Both accounts, what moves and what prevents it. */
export interface MergeFacts {
  readonly survivor: Account;
  readonly loser: Account;
  readonly sides: Readonly<Record<string, Side>>;
  readonly counts: Readonly<Record<string, number>>;
  readonly doubles: readonly Double[];
  readonly obstacles: readonly MergeObstacle[];
}

const both = (survivor: number, loser: number): SQL => sql`any(${[survivor, loser]}::bigint[])`;
const open = [...statusGroups.hold, ...statusGroups.active, ...statusGroups.disputed];
const readDoubles = async (tx: Transaction, survivor: number, loser: number): Promise<readonly Double[]> => {
  const found = await select(
    tx,
    {
      mine: i.inscriptionid,
      theirs: o.inscriptionid,
      isMinePaid: value<boolean>(
        sql`${i.paid_cents} - ${i.refunded_cents} > 0 or ${i.status} = any(${[...statusGroups.active, ...statusGroups.disputed]}::text[])`,
      ),
      isTheirsPaid: value<boolean>(
        sql`${o.paid_cents} - ${o.refunded_cents} > 0 or ${o.status} = any(${[...statusGroups.active, ...statusGroups.disputed]}::text[])`,
      ),
      event: value<string>(sql`(select name ->> 'es' from events e where e.eventid = ${i.eventid})`),
      distance: value<string>(sql`(select name from distances d where d.distanceid = ${i.distanceid})`),
    },
    sql`from ${i} join ${o} on ${o.distanceid} = ${i.distanceid} and ${o.web_userid} = ${loser} and ${o.status} = any(${open}::text[]) and ${o.deleted_at} is null
        where ${i.web_userid} = ${survivor} and ${i.status} = any(${open}::text[]) and ${i.deleted_at} is null order by ${i.inscriptionid}`,
  );
  return found.map(({ mine, theirs, isMinePaid, isTheirsPaid, event, distance }) => ({
    duplicate: isMinePaid && isTheirsPaid ? null : isTheirsPaid ? mine : theirs,
    into: isTheirsPaid && !isMinePaid ? theirs : mine,
    event,
    distance,
  }));
};

const readObstacles = async (
  tx: Transaction,
  [survivor, loser]: readonly [Account, Account],
  doubles: readonly Double[],
): Promise<readonly MergeObstacle[]> => {
  const ids = both(survivor.web_userid, loser.web_userid);
  const isTwice = async (table: SQL, owner: SQL, where: SQL): Promise<boolean> =>
    (await select(tx, { owner: value<number>(owner) }, sql`from ${table} where ${owner} = ${ids} and ${where} group by 1`)).length === 2;
  const isThere: Readonly<Record<MergeObstacle, () => boolean | Promise<boolean>>> = {
    NOT_ACTIVE: () => [survivor, loser].some(({ status }) => status !== 'active' && status !== 'blocked'),
    PENDING_PAYMENT: () =>
      exists(
        tx,
        sql`from ${p} join ${i} on ${i.inscriptionid} = ${p.inscriptionid} where ${i.web_userid} = ${ids} and ${p.status} in ('created', 'pending', 'authorized') and ${p.deleted_at} is null limit 1`,
      ),
    FROZEN_BALANCE: () =>
      exists(tx, sql`from ${a} where ${a.web_userid} = ${ids} and ${a.frozen_cents} > 0 and ${a.deleted_at} is null limit 1`),
    WALLET_BLOCKED: () =>
      exists(
        tx,
        sql`from ${a} where ${a.web_userid} = ${ids} and (${a.status} = 'blocked' or ${a.pending_cents} is not null) and ${a.deleted_at} is null limit 1`,
      ),
    BOTH_AFFILIATES: () => isTwice(sql`${f}`, sql`${f.web_userid}`, sql`${f.deleted_at} is null`),
    BOTH_SUBSCRIBED: () =>
      isTwice(sql`${s}`, sql`${s.web_userid}`, sql`${s.status} not in ('cancelled', 'expired') and ${s.deleted_at} is null`),
    BOTH_REGISTERED: () => doubles.some(({ duplicate }) => duplicate === null),
  };
  const found: MergeObstacle[] = [];
  for (const name of mergeObstacles) if (await isThere[name]()) found.push(name);
  return found;
};

const accountOf = async (tx: Transaction, id: number): Promise<Account> => {
  const stored = await readStored(tx, web_users, id);
  if (!stored) throw notFound();
  return stored;
};
/** Locks both accounts in the order of their numbers, so that two merges of one pair come one after the other. */
export const lockAccounts = (tx: Transaction, one: number, other: number): Promise<void> =>
  tx.asOwner(() => execute(tx, sql`select 1 from ${w} where ${w.web_userid} = ${both(one, other)} order by ${w.web_userid} for update`));

const countOf = async (tx: Transaction, from: SQL): Promise<number> =>
  (await selectOne(tx, { count: value<number>(sql`count(*)::int`) }, from))?.count ?? 0;
/** What belongs to the account that goes: rows that move, rows that follow them, and money. */
const countMoved = async (tx: Transaction, survivor: number, loser: number): Promise<MergeFacts['counts']> => {
  const counts: Record<string, number> = {};
  const ofLoser = sql`t.web_userid = ${loser} and t.deleted_at is null`;
  for (const resource of movedWith(tx.registry))
    counts[resource.name] = await countOf(
      tx,
      sql`from ${sql.raw(quote(resource.name))} t where ${ofLoser} and not ${isThereAlready(resource, survivor)}`,
    );
  for (const [name, [key, of]] of Object.entries(carriedWith))
    counts[name] = await countOf(
      tx,
      sql`from ${sql.raw(quote(name))} c join ${sql.raw(quote(of))} t on ${column('t', key)} = ${column('c', key)} where ${ofLoser} and c.deleted_at is null`,
    );
  const paid = await selectOne(
    tx,
    { cents: value<number>(sql`coalesce(sum(${i.paid_cents} - ${i.refunded_cents}), 0)::int`) },
    sql`from ${i} where ${i.web_userid} = ${loser} and ${i.deleted_at} is null`,
  );
  counts['paid_cents'] = paid?.cents ?? 0;
  const wallet = await selectOne(
    tx,
    { cents: a.available_cents },
    sql`from ${a} where ${a.web_userid} = ${loser} and ${a.deleted_at} is null`,
  );
  counts['wallet_cents'] = wallet?.cents ?? 0;
  return Object.fromEntries(Object.entries(counts).filter(([, count]) => count > 0));
};

/** Reads both accounts of a suggestion. Athletes belong to no organization, so it reads as the owner. */
export const readMergeFacts = (
  tx: Transaction,
  { survivor_userid, loser_userid }: Pick<UserMerge, 'survivor_userid' | 'loser_userid'>,
): Promise<MergeFacts> =>
  tx.asOwner(async () => {
    const [survivor, loser] = [await accountOf(tx, survivor_userid), await accountOf(tx, loser_userid)];
    const doubles = await readDoubles(tx, survivor_userid, loser_userid);
    const sides = Object.fromEntries(mergedFieldsOf(web_users).map((name) => [name, usualSide(survivor[name], loser[name])]));
    return {
      survivor,
      loser,
      sides,
      counts: await countMoved(tx, survivor_userid, loser_userid),
      doubles,
      obstacles: await readObstacles(tx, [survivor, loser], doubles),
    };
  });

/** The facts of a suggestion, and what would move the other way around. */
export const compareAccounts = async (
  tx: Transaction,
  { survivor_userid, loser_userid }: Pick<UserMerge, 'survivor_userid' | 'loser_userid'>,
) => {
  const { counts, doubles } = await readMergeFacts(tx, { survivor_userid: loser_userid, loser_userid: survivor_userid });
  return { ...(await readMergeFacts(tx, { survivor_userid, loser_userid })), swapped: { counts, doubles } };
};
