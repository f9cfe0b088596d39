import { bib_pools } from '@/resources/bib_pools/bib_pools';
import { bibs } from '@/resources/bibs/bibs';
import { defineHooks } from '../../kernel/defineHooks';
import { conflict } from '../../kernel/DomainError';
import type { Transaction } from '../../kernel/transaction';
import { auditWritten, changeBeside } from '../../api/write/beside';

/** New numbers of a range, and loose bibs with such a number that join the pool. */
const newSql = `written as (
  insert into bibs as n (eventid, organizationid, bib_poolid, prefix, number, created_by)
  select p.eventid, p.organizationid, p.bib_poolid, p.prefix, n, $3::bigint from bib_pools p cross join generate_series($8::int, $9::int) n where p.bib_poolid = $7
  on conflict (eventid, prefix, number) where deleted_at is null do nothing
  returning n.bibid as id, n.organizationid as owner, null::jsonb as before, jsonb_strip_nulls(jsonb_build_object('bib_poolid', n.bib_poolid, 'eventid', n.eventid, 'prefix', n.prefix, 'number', n.number)) as after)`;
const loose = `t.bib_poolid is null and t.deleted_at is null and t.number between $8 and $9 and exists (select 1 from bib_pools p where p.bib_poolid = $7 and p.eventid = t.eventid and p.prefix is not distinct from t.prefix)`;
const goneSql = `written as (
  update bibs n set deleted_at = now(), updated_by = $3::bigint where n.bib_poolid = $7 and n.number >= $8 and n.state = 'free' and n.deleted_at is null
  returning n.bibid as id, n.organizationid as owner, jsonb_strip_nulls(jsonb_build_object('bib_poolid', n.bib_poolid, 'eventid', n.eventid, 'prefix', n.prefix, 'number', n.number)) as before, null::jsonb as after)`;
const rangeSql = 'select count(*) from bibs where bib_poolid = $1 and number between $2 and $3 and deleted_at is null';

/** Makes the bibs of a range; loose bibs with those numbers join the pool, those of another pool stand in the way. */
const addBibs = async (tx: Transaction, pool: number, from: number, to: number): Promise<void> => {
  await changeBeside(tx, bibs, loose, [pool, from, to], { bib_poolid: pool });
  await auditWritten(tx, bibs, 'create', newSql, [pool, from, to]);
  const [[made] = []] = await tx.run(rangeSql, [pool, from, to]);
  if (Number(made) !== to - from + 1) throw conflict('POOL_OVERLAPS', [{ path: 'end', code: 'POOL_OVERLAPS' }]);
};

/** Takes away bibs that nobody wears; one in use stands in the way. */
const removeBibs = async (tx: Transaction, pool: number, from: number): Promise<void> => {
  await auditWritten(tx, bibs, 'delete', goneSql, [pool, from]);
  const [used] = await tx.run(
    'select number from bibs where bib_poolid = $1 and number >= $2 and deleted_at is null order by number limit 1',
    [pool, from],
  );
  if (used) throw conflict('POOL_IN_USE', [{ path: 'end', code: 'POOL_IN_USE', params: { number: used[0] } }], { number: used[0] });
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
