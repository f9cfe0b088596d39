import { bib_pools } from '@/resources/bib_pools/bib_pools';
import { bibs } from '@/resources/bibs/bibs';
import { defineHooks } from '../../kernel/defineHooks';
import { conflict } from '../../kernel/DomainError';
import type { Transaction } from '../../kernel/transaction';
import { rowWritten, updateAudited, writeAudited } from '../../api/write/audited';
import { columnsOf } from '../../kernel/columnsOf';
import { selectAll, selectOne, value } from '../../kernel/select';
import { sql, type SQL } from '../../kernel/sql';

const b = columnsOf(bibs);
const p = columnsOf(bib_pools, 'p');
const said = ['bib_poolid', 'eventid', 'prefix', 'number'] as const;
const inRange = (pool: number, from: number, to: number): SQL =>
  sql`from ${b} where ${b.bib_poolid} = ${pool} and ${b.number} between ${from} and ${to} and ${b.deleted_at} is null`;

/** Loose bibs with a number of the range join the pool. */
const takeLoose = (tx: Transaction, pool: number, from: number, to: number): Promise<unknown> =>
  updateAudited(
    tx,
    bibs,
    (bib) => sql`${bib.bib_poolid} is null and ${bib.deleted_at} is null and ${bib.number} between ${from} and ${to}
      and exists (select 1 from ${p} where ${p.bib_poolid} = ${pool} and ${p.eventid} = ${bib.eventid} and ${p.prefix} is not distinct from ${bib.prefix})`,
    { bib_poolid: pool },
  );

/** Makes the bibs of a range; loose bibs with those numbers join the pool, those of another pool stand in the way. */
const addBibs = async (tx: Transaction, pool: number, from: number, to: number): Promise<void> => {
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
  const [made] = await selectAll(tx, value<number>(sql`count(*)`), inRange(pool, from, to));
  if (made !== to - from + 1) throw conflict('POOL_OVERLAPS', [{ path: 'end', code: 'POOL_OVERLAPS' }]);
};

const n = columnsOf(bibs, 'n');
/** Takes away bibs that nobody wears; one in use stands in the way. */
const removeBibs = async (tx: Transaction, pool: number, from: number): Promise<void> => {
  await writeAudited(
    tx,
    bibs,
    'delete',
    sql`written as (
      update ${n} set ${b.deleted_at} = now(), ${b.updated_by} = ${tx.userid}::bigint
       where ${n.bib_poolid} = ${pool} and ${n.number} >= ${from} and ${n.state} = 'free' and ${n.deleted_at} is null
      returning ${rowWritten(bibs, 'n', 'delete', said)})`,
  );
  const used = await selectOne(
    tx,
    { number: b.number },
    sql`from ${b} where ${b.bib_poolid} = ${pool} and ${b.number} >= ${from} and ${b.deleted_at} is null order by ${b.number} limit 1`,
  );
  if (used)
    throw conflict('POOL_IN_USE', [{ path: 'end', code: 'POOL_IN_USE', params: { number: used.number } }], {
      number: used.number,
    });
};

/** A pool and its bibs are one: they come, grow, shrink and go together. */
export const bibPoolsHooks = defineHooks(bib_pools, {
  beforeWrite: async ({ tx, verb, before }) => {
    if (verb === 'delete' && before) await removeBibs(tx, Number(before['bib_poolid']), Number(before['start']));
  },
  afterWrite: async ({ tx, verb, id, before, values }) => {
    if (verb === 'create') return addBibs(tx, id, Number(values['start']), Number(values['end']));
    if (verb !== 'edit' || !before || values['end'] === undefined) return;
    const was = Number(before['end']),
      is = Number(values['end']);
    if (is > was) await addBibs(tx, id, was + 1, is);
    if (is < was) await removeBibs(tx, id, is + 1);
  },
});
