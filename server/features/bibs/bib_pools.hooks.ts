import { bib_pools } from '@/resources/bib_pools/bib_pools';
import { bibs } from '@/resources/bibs/bibs';
import { events } from '@/resources/events/events';
import type { ApiDeps } from '../../kernel/ApiDeps';
import { defineHooks } from '../../kernel/defineHooks';
import { conflict } from '../../kernel/DomainError';
import { inSystemTransaction, type Part, type Transaction } from '../../kernel/transaction';
import { rowWritten, updateAudited, writeAudited } from '../../api/write/audited';
import { columnsOf } from '../../kernel/columnsOf';
import { execute, exists, pick, select, selectOne, value } from '../../kernel/select';
import { sql } from '../../kernel/sql';

const b = columnsOf(bibs);
const p = columnsOf(bib_pools, 'p');
const other = columnsOf(bib_pools, 'other');
const n = columnsOf(bibs, 'n');
const e = columnsOf(events);
const said = ['bib_poolid', 'eventid', 'prefix', 'number'] as const;
/** Bibs created or removed in one transaction with their audits: a fifth of a second on the embedded engine. */
export const bibsAtOnce = 1000;

/** Single bibs with a number in the range join the pool. */
const takeLoose = (tx: Transaction, pool: number, from: number, to: number): Promise<unknown> =>
  updateAudited(
    tx,
    bibs,
    (bib) => sql`${bib.bib_poolid} is null and ${bib.deleted_at} is null and ${bib.number} between ${from} and ${to}
      and exists (select 1 from ${p} where ${p.bib_poolid} = ${pool} and ${p.eventid} = ${bib.eventid} and ${p.prefix} is not distinct from ${bib.prefix})`,
    { bib_poolid: pool },
  );

/** The present range of the pool, locked; undefined when the pool is gone. */
const rangeOf = (tx: Transaction, pool: number) =>
  selectOne(
    tx,
    pick(p, 'eventid', 'start', 'end'),
    sql`from ${p} where ${p.bib_poolid} = ${pool} and ${p.deleted_at} is null for no key update`,
  );

/** Creates the next bibs of a range; single bibs with those numbers join the pool. Answers where the next portion begins. */
const makeBibs = async (tx: Transaction, pool: number, from: number): Promise<number | null> => {
  const range = await rangeOf(tx, pool);
  if (!range || from > range.end) return null;
  const to = Math.min(range.end, from + bibsAtOnce - 1);
  await takeLoose(tx, pool, from, to);
  await writeAudited(
    tx,
    bibs,
    'create',
    sql`written as (
      insert into ${b} as n (${b.eventid}, ${b.organizationid}, ${b.bib_poolid}, ${b.prefix}, ${b.number}, ${b.created_by})
      select ${p.eventid}, ${p.organizationid}, ${p.bib_poolid}, ${p.prefix}, g, ${tx.userid}::bigint from ${p} cross join generate_series(${from}::int, ${to}::int) g where ${p.bib_poolid} = ${pool}
      on conflict (${b.eventid}, ${b.prefix}, ${b.number}) where ${b.deleted_at} is null do nothing
      returning ${rowWritten(bibs, 'n', 'create', said)})`,
  );
  return to < range.end ? to + 1 : null;
};

/**
 * The numbers of a range are reserved for one pool before the first bib is created: two simultaneous pools wait for each other at their
 * event.
 */
const judgeRange = async (tx: Transaction, pool: number): Promise<void> => {
  await execute(
    tx,
    sql`select 1 from ${e} where ${e.eventid} = (select ${p.eventid} from ${p} where ${p.bib_poolid} = ${pool}) for no key update`,
  );
  const isMet = sql`from ${p} join ${other} on ${other.eventid} = ${p.eventid} and ${other.prefix} is not distinct from ${p.prefix} and ${other.bib_poolid} <> ${p.bib_poolid}
       and ${other.deleted_at} is null and ${other.start} <= ${p.end} and ${other.end} >= ${p.start} where ${p.bib_poolid} = ${pool} limit 1`;
  const isThere = sql`from ${p} join ${n} on ${n.eventid} = ${p.eventid} and ${n.prefix} is not distinct from ${p.prefix} and ${n.number} between ${p.start} and ${p.end}
       and ${n.bib_poolid} <> ${p.bib_poolid} and ${n.deleted_at} is null where ${p.bib_poolid} = ${pool} limit 1`;
  const isTaken = (await exists(tx, isMet)) || (await exists(tx, isThere));
  if (isTaken) throw conflict('POOL_OVERLAPS', [{ path: 'end', code: 'POOL_OVERLAPS' }]);
};

/** Continues in further transactions from a number on. */
const makeAll = async (tx: Transaction, pool: number, from: number): Promise<void> => {
  let next = await makeBibs(tx, pool, from);
  const goOn: Part = async (later) => {
    if (next !== null) next = await makeBibs(later, pool, next);
    return next !== null;
  };
  if (next !== null) tx.further(goOn);
};

/**
 * Removes some unused bibs from a number on, the highest first; one that was assigned meanwhile leaves the pool. Answers whether there
 * are more.
 */
const removeBibs: (tx: Transaction, pool: number, from: number) => Promise<boolean> = async (tx, pool, from) => {
  const removed = await writeAudited(
    tx,
    bibs,
    'delete',
    sql`written as (
      update ${n} set ${b.deleted_at} = now(), ${b.updated_by} = ${tx.userid}::bigint
       where ${n.bibid} = any(array(select ${b.bibid} from ${b} where ${b.bib_poolid} = ${pool} and ${b.number} >= ${from} and ${b.state} = 'free' and ${b.deleted_at} is null
                             order by ${b.number} desc limit ${sql.raw(String(bibsAtOnce))} for update))
      returning ${rowWritten(bibs, 'n', 'delete', said)})`,
  );
  if (removed.length === bibsAtOnce) return true;
  await updateAudited(tx, bibs, (bib) => sql`${bib.bib_poolid} = ${pool} and ${bib.number} >= ${from} and ${bib.deleted_at} is null`, {
    bib_poolid: null,
  });
  return false;
};

/** Removes all bibs from a number on, in further transactions if there are many. A bib in use prevents it. */
const removeAll = async (tx: Transaction, pool: number, from: number): Promise<void> => {
  const used = await selectOne(
    tx,
    { number: b.number },
    sql`from ${b} where ${b.bib_poolid} = ${pool} and ${b.number} >= ${from} and ${b.state} <> 'free' and ${b.deleted_at} is null order by ${b.number} limit 1`,
  );
  if (used)
    throw conflict('POOL_IN_USE', [{ path: 'end', code: 'POOL_IN_USE', params: { number: used.number } }], {
      number: used.number,
    });
  if (await removeBibs(tx, pool, from)) tx.further((later) => removeBibs(later, pool, from));
};

/**
 * A pool and its bibs are created, extended, shortened and removed together. Large ranges are done in portions, and a job completes what
 * an interrupted call left.
 */
export const bibPoolsHooks = defineHooks(bib_pools, {
  takes: ['bibs.bib_poolid'],
  beforeWrite: async ({ tx, verb, before }) => {
    if (verb === 'delete' && before) await removeAll(tx, Number(before['bib_poolid']), Number(before['start']));
  },
  afterWrite: async ({ tx, verb, id, before, values }) => {
    if (verb === 'create') {
      await judgeRange(tx, id);
      return makeAll(tx, id, Number(values['start']));
    }
    if (verb !== 'edit' || !before || values['end'] === undefined) return;
    const was = Number(before['end']),
      is = Number(values['end']);
    if (is > was) {
      await judgeRange(tx, id);
      await makeAll(tx, id, was + 1);
    }
    if (is < was) await removeAll(tx, id, is + 1);
  },
});

const wrongSize = sql`${p.bibs_count} <> case when ${p.deleted_at} is null then ${p.end} - ${p.start} + 1 else 0 end`;
/** Creates or removes the bibs of pools whose call was interrupted. */
export const completePools = async (deps: Pick<ApiDeps, 'pool' | 'registry'>, isOver: () => boolean = () => false): Promise<number> => {
  const open = await inSystemTransaction(deps, (tx) =>
    select(
      tx,
      { id: p.bib_poolid, start: p.start, end: p.end, isGone: value<boolean>(sql`${p.deleted_at} is not null`) },
      sql`from ${p} where ${wrongSize} and ${p.updated} > now() - interval '1 day' and ${p.updated} < now() - interval '1 minute' order by ${p.bib_poolid}`,
    ),
  );
  for (const { id, start, end, isGone } of open) {
    if (isOver()) break;
    await inSystemTransaction(deps, async (tx) => {
      const from = isGone ? start : end + 1;
      if (await removeBibs(tx, id, from)) tx.further((later) => removeBibs(later, id, from));
      if (!isGone) await makeAll(tx, id, start);
    });
  }
  return open.length;
};
