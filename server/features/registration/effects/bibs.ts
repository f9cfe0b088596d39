import type { Inscription } from '@/resources/inscriptions/inscriptions';
import { bibs } from '@/resources/bibs/bibs';
import { bib_pools } from '@/resources/bib_pools/bib_pools';
import { events } from '@/resources/events/events';
import { conflict } from '../../../kernel/DomainError';
import type { Transaction } from '../../../kernel/transaction';
import { createAudited, updateAudited } from '../../../api/write/audited';
import type { BibFate, Change, EffectBody } from '../Change';
import { columnsOf } from '../../../kernel/columnsOf';
import { exists, selectAll, selectOne, value, type Selected } from '../../../kernel/select';
import { sql, type SQL } from '../../../kernel/sql';

const b = columnsOf(bibs, 'b');
const e = columnsOf(events, 'e');
const bibColumns = { bibid: b.bibid, prefix: b.prefix, number: b.number, chip_code: b.chip_code };
type Bib = Selected<typeof bibColumns>;

/** Where each pool was left in a transaction: a long bulk action would else pass over all bibs that it has given out itself. */
const marks = new WeakMap<Transaction, Map<number, number>>();
const marksOf = (tx: Transaction): Map<number, number> => {
  const known = marks.get(tx) ?? new Map<number, number>();
  marks.set(tx, known);
  return known;
};
/** The pools that statements about bibs name. */
export const pool = columnsOf(bib_pools, 'p');
interface Wearer {
  readonly eventid: number;
  readonly distanceid: number;
  readonly gender: string | null;
}
/** The rest of a statement over the pools that serve somebody, or only one of them, in the order in which they are drawn from. */
export const servingPools = ({ eventid, distanceid, gender }: Wearer, only: number | null): SQL => {
  const isForAll = sql`cardinality(coalesce(${pool.distanceids}, '{}')) = 0`;
  return sql`from ${pool}
    where ${pool.eventid} = ${eventid} and ${pool.deleted_at} is null and (${isForAll} or ${distanceid} = any(${pool.distanceids})) and (${pool.branch} is null or ${pool.branch} = ${gender}) and (${only}::bigint is null or ${pool.bib_poolid} = ${only}::bigint)
    order by ${isForAll}, ${pool.branch} is null, not ${pool.is_primary}, ${pool.start}`;
};

const nextFree = async (tx: Transaction, id: number): Promise<Bib | null> => {
  const known = marksOf(tx);
  const from = known.get(id) ?? 0;
  const bib = await selectOne(
    tx,
    bibColumns,
    sql`from ${b} where ${b.bib_poolid} = ${id} and ${b.number} >= ${from} and ${b.state} = 'free' and ${b.deleted_at} is null order by ${b.number} limit 1 for update skip locked`,
  );
  if (bib) {
    known.set(id, bib.number);
    return bib;
  }
  if (from === 0) return null;
  known.delete(id); // bibs below the mark may have come back meanwhile
  return nextFree(tx, id);
};

/** The first free bib of the pools that serve the inscription, in their order; locked, so that two desks never take the same. `null` when all are empty. */
const drawBib = async (tx: Transaction, wearer: Inscription, only: number | null): Promise<Bib | null> => {
  for (const id of await selectAll(tx, pool.bib_poolid, servingPools(wearer, only))) {
    const bib = await nextFree(tx, id);
    if (bib) return bib;
  }
  return null;
};

const taken = (number: number, state: unknown) =>
  conflict(
    'BIB_TAKEN',
    [{ path: 'number', code: 'BIB_TAKEN', params: { number, state: { key: `bibs.choices.state.${String(state)}` } } }],
    { number, state: { key: `bibs.choices.state.${String(state)}` } },
  );

interface Named {
  readonly bib: Bib | null;
  readonly shares: boolean;
}
const allowsSharing = (tx: Transaction, eventid: number): Promise<boolean> =>
  exists(tx, sql`from ${e} where ${e.eventid} = ${eventid} and ${e.allow_duplicate_numbers}`);
/** One certain number: a free bib, a new one that is in no pool, or a number that several may wear where the event allows it. */
const namedBib = async (
  tx: Transaction,
  { eventid }: Inscription,
  { prefix, number }: { readonly prefix: string | null; readonly number: number },
): Promise<Named> => {
  const find = () =>
    selectOne(
      tx,
      { ...bibColumns, state: b.state },
      sql`from ${b} where ${b.eventid} = ${eventid} and ${b.prefix} is not distinct from ${prefix} and ${b.number} = ${number} and ${b.deleted_at} is null for update`,
    );
  let found = await find();
  if (!found) {
    await createAudited(tx, bibs, { eventid, prefix, number });
    found = await find();
  }
  if (!found) throw taken(number, 'assigned');
  const { state, ...bib } = found;
  if (state === 'free') return { bib, shares: false };
  if (state !== 'assigned' || !(await allowsSharing(tx, eventid))) throw taken(number, state);
  return { bib: null, shares: true };
};

const wear = async ({ tx, id, write }: Change, bib: Bib): Promise<void> => {
  await updateAudited(tx, bibs, (row) => sql`${row.bibid} = ${bib.bibid}`, { state: 'assigned', inscriptionid: id, reason: null });
  write({ bibid: bib.bibid, prefix: bib.prefix, number: bib.number, chip_code: bib.chip_code, shares_number: false });
};

/** Gives the inscription the bib that was asked for, or the next one of its pools. The chip follows. */
export const takeBib: EffectBody = async (change) => {
  const { tx, now, details, write } = change;
  if (now.bibid || (!details.bib && now.number !== null)) return; // kept through a dispute, or shared with others
  if (details.bib) {
    const { bib, shares } = await namedBib(tx, now, details.bib);
    if (bib) return wear(change, bib);
    return write({ ...details.bib, chip_code: null, shares_number: shares });
  }
  const bib = await drawBib(tx, now, details.bib_poolid ?? null);
  if (!bib) throw conflict('POOL_EMPTY');
  await wear(change, bib);
};

/** A bib is restricted once bibs are being printed or were handed out, else free. */
const usualFate = value<'restricted' | 'free'>(
  sql`case when ${e.changes_close_at} < now() or ${pool.return_until} < now() then 'restricted' else 'free' end`,
);
const fateOf = async (tx: Transaction, bibid: number): Promise<BibFate | undefined> => {
  const found = await selectOne(
    tx,
    { fate: usualFate },
    sql`from ${b} join ${e} on ${e.eventid} = ${b.eventid} left join ${pool} on ${pool.bib_poolid} = ${b.bib_poolid} where ${b.bibid} = ${bibid}`,
  );
  return found?.fate;
};

/** Takes the bib away. Unless somebody says otherwise it is free again, or restricted once bibs are being printed or were handed out. */
export const freeBib: EffectBody = async ({ tx, now, details, write }) => {
  if (details.bib) await namedBib(tx, now, details.bib); // whoever gives out bibs locks the bib before its pool
  if (now.bibid) {
    const wasHanded = now.kit_status === 'delivered' || now.kit_status === 'partial';
    const fate = details.fate ?? (wasHanded ? 'restricted' : await fateOf(tx, now.bibid)) ?? 'free';
    const reason = fate === 'free' ? null : (details.reason ?? null);
    await updateAudited(tx, bibs, (row) => sql`${row.bibid} = ${now.bibid ?? null}`, { state: fate, inscriptionid: null, reason });
    const left = marks.get(tx);
    if (fate === 'free') left?.clear();
  }
  if (now.number !== null && now.number !== undefined)
    write({ bibid: null, prefix: null, number: null, chip_code: null, shares_number: false });
};
