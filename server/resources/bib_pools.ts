import { bib_pools } from '@/resources/bib_pools/bib_pools';
import { defineHooks } from '../api/defineHooks';
import { conflict } from '../api/DomainError';
import type { Transaction } from '../api/transaction';

const addSql = `
  insert into bibs (eventid, organizationid, bib_poolid, prefix, number, created_by)
  select p.eventid, p.organizationid, p.bib_poolid, p.prefix, n, $4 from bib_pools p cross join generate_series($2::int, $3::int) n where p.bib_poolid = $1
  on conflict (eventid, prefix, number) where deleted_at is null do update set bib_poolid = excluded.bib_poolid, updated = now(), version = bibs.version + 1 where bibs.bib_poolid is null`;
const rangeSql = 'select count(*) from bibs where bib_poolid = $1 and number between $2 and $3 and deleted_at is null';

/** Makes the bibs of a range; loose bibs with those numbers join the pool, those of another pool stand in the way. */
const addBibs = async (tx: Transaction, pool: number, from: number, to: number): Promise<void> => {
  await tx.run(addSql, [pool, from, to, tx.userid]);
  const [[made] = []] = await tx.run(rangeSql, [pool, from, to]);
  if (Number(made) !== to - from + 1) throw conflict('errors.poolOverlaps', [{ path: 'end', message: 'errors.poolOverlaps' }]);
};

/** Takes away bibs that nobody wears; one in use stands in the way. */
const removeBibs = async (tx: Transaction, pool: number, from: number): Promise<void> => {
  await tx.run(`update bibs set deleted_at = now(), updated_by = $3 where bib_poolid = $1 and number >= $2 and state = 'free' and deleted_at is null`, [pool, from, tx.userid]);
  const [used] = await tx.run('select number from bibs where bib_poolid = $1 and number >= $2 and deleted_at is null order by number limit 1', [pool, from]);
  if (used) throw conflict('errors.poolInUse', [{ path: 'end', message: 'errors.poolInUse', params: { number: used[0] } }], { number: used[0] });
};

/** A pool and its bibs are one: they come, grow, shrink and go together. */
export const bibPoolsHooks = defineHooks(bib_pools, {
  beforeWrite: async ({ tx, verb, before }) => {
    if (verb === 'delete' && before) await removeBibs(tx, Number(before['bib_poolid']), Number(before['start']));
  },
  afterWrite: async ({ tx, verb, id, before, values }) => {
    if (verb === 'create') return addBibs(tx, id, Number(values['start']), Number(values['end']));
    if (verb !== 'edit' || !before || values['end'] === undefined) return;
    const was = Number(before['end']), is = Number(values['end']);
    if (is > was) await addBibs(tx, id, was + 1, is);
    if (is < was) await removeBibs(tx, id, is + 1);
  },
});
