import type { Inscription } from '@/resources/inscriptions/inscriptions';
import { bibs } from '@/resources/bibs/bibs';
import { bib_pools } from '@/resources/bib_pools/bib_pools';
import { events } from '@/resources/events/events';
import { conflict } from '../../../kernel/DomainError';
import type { Transaction } from '../../../kernel/transaction';
import { createAudited, updateEachAudited } from '../../../api/write/audited';
import type { RowChange } from '../../../api/write/columns';
import { remember } from '../../../kernel/remember';
import { whenUndone } from '../../../kernel/undoing';
import type { BibFate, Change, EffectBody } from '../Change';
import { columnsOf, type Expression } from '../../../kernel/columnsOf';
import { exists, pick, select, selectAll, selectOne, value, type Selected } from '../../../kernel/select';
import { sql, type SQL } from '../../../kernel/sql';

const b = columnsOf(bibs, 'b');
const e = columnsOf(events, 'e');
const bibColumns = pick(b, 'bibid', 'prefix', 'number', 'chip_code');
type Bib = Selected<typeof bibColumns>;

/** The position in each pool in a transaction: otherwise a long bulk action would read all bibs that it has assigned itself. */
const marks = new WeakMap<Transaction, ReadonlyMap<number, number>>();
const marksOf = (tx: Transaction): ReadonlyMap<number, number> => marks.get(tx) ?? new Map<number, number>();
const setMarks = (tx: Transaction, next: ReadonlyMap<number, number>): void => {
  const before = marksOf(tx);
  whenUndone(tx, () => marks.set(tx, before));
  marks.set(tx, next);
};
/** The pools that statements about bibs use. */
export const pool = columnsOf(bib_pools, 'p');
/** The wearer of a bib: a known one, or a column of a statement. */
interface Wearer {
  readonly eventid: number | Expression<number>;
  readonly distanceid: number | Expression<number>;
  readonly gender: string | null | Expression<string | null>;
}
/** The rest of a statement over the pools for a wearer, or only one of them, in the order in which they are used. */
export const servingPools = ({ eventid, distanceid, gender }: Wearer, only: number | null): SQL => {
  const isForAll = sql`cardinality(coalesce(${pool.distanceids}, '{}')) = 0`;
  return sql`from ${pool}
    where ${pool.eventid} = ${eventid} and ${pool.deleted_at} is null and (${isForAll} or ${distanceid} = any(${pool.distanceids})) and (${pool.branch} is null or ${pool.branch} = ${gender}) and (${only}::bigint is null or ${pool.bib_poolid} = ${only}::bigint)
    order by ${isForAll}, ${pool.branch} is null, not ${pool.is_primary}, ${pool.start}`;
};

/** The pools that serve each of some inscriptions. */
export const poolsOf = async (tx: Transaction, wearers: readonly Drawing[]): Promise<readonly (readonly number[])[]> => {
  const known = new Map<string, Promise<readonly number[]>>();
  return Promise.all(
    wearers.map(({ wearer, only }) =>
      remember(known, `${wearer.eventid} ${wearer.distanceid} ${wearer.gender} ${only}`, () =>
        selectAll(tx, pool.bib_poolid, servingPools(wearer, only)),
      ),
    ),
  );
};

/** The next free bibs of a pool, locked. Bibs that another desk has locked are skipped. */
const readFree = (tx: Transaction, id: number, from: number, known: readonly Bib[], count: number): Promise<readonly Bib[]> =>
  select(
    tx,
    bibColumns,
    sql`from ${b} where ${b.bib_poolid} = ${id} and ${b.number} >= ${from} and ${b.state} = 'free' and ${b.deleted_at} is null and ${b.bibid} <> all(${known.map(({ bibid }) => bibid)}::bigint[])
       and ${b.number} <= (select ${pool.end} from ${pool} where ${pool.bib_poolid} = ${id}) order by ${b.number} limit ${count} for update skip locked`,
  );
/** What was drawn from a pool, in that order. */
interface Drawn {
  readonly bibs: Bib[];
  /** Where the pool is read from. */
  from: number;
  isEmpty: boolean;
}
const drawMore = async (tx: Transaction, id: number, drawn: Drawn, count: number): Promise<void> => {
  const wanted = drawn.bibs.length + count;
  drawn.bibs.push(...(await readFree(tx, id, drawn.from, drawn.bibs, count)));
  if (drawn.bibs.length < wanted && drawn.from > 0) {
    drawn.from = 0; // bibs below the position may have been returned in the meantime
    drawn.bibs.push(...(await readFree(tx, id, 0, drawn.bibs, wanted - drawn.bibs.length)));
  }
  drawn.isEmpty = drawn.bibs.length < wanted;
};

interface Drawing {
  readonly wearer: { readonly eventid: number; readonly distanceid: number; readonly gender: string | null };
  /** The pool to draw from, where somebody chose one. */
  readonly only: number | null;
}
/** Each inscription, in order, gets the next bib of its first pool that is not empty. Also answers how many more bibs are needed from each pool. */
const share = (lists: readonly (readonly number[])[], drawn: ReadonlyMap<number, Drawn>) => {
  const taken = new Map<number, number>(),
    missing = new Map<number, number>();
  const bibs = lists.map((ids): Bib | null => {
    for (const id of ids) {
      const at = taken.get(id) ?? 0,
        bib = drawn.get(id)?.bibs[at];
      if (bib) {
        taken.set(id, at + 1);
        return bib;
      }
      if (drawn.get(id)?.isEmpty) continue;
      missing.set(id, (missing.get(id) ?? 0) + 1);
      return null;
    }
    return null;
  });
  return { bibs, missing };
};

/** For each of some inscriptions, in their order, the first free bib of the pools that serve it, in the order of those; locked, so that two desks never take the same. \`null\` when all are empty. */
export const drawBibs = async (tx: Transaction, drawings: readonly Drawing[]): Promise<readonly (Bib | null)[]> => {
  const lists = await poolsOf(tx, drawings);
  const before = marksOf(tx),
    drawn = new Map<number, Drawn>();
  let shared = share(lists, drawn);
  while (shared.missing.size > 0) {
    for (const [id, count] of shared.missing)
      await drawMore(
        tx,
        id,
        remember(drawn, id, () => ({ bibs: [], from: before.get(id) ?? 0, isEmpty: false })),
        count,
      );
    shared = share(lists, drawn);
  }
  const after = new Map(before);
  for (const [id, { bibs, isEmpty }] of drawn) {
    const last = bibs.at(-1);
    if (last && !isEmpty) after.set(id, last.number);
    else after.delete(id);
  }
  setMarks(tx, after);
  return shared.bibs;
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
/** One given number: a free bib, a new one without a pool, or a number that several may wear if the event allows it. */
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

/** Assigns bibs to inscriptions. */
const wear = async (tx: Transaction, worn: readonly (readonly [change: Change, bib: Bib])[]): Promise<void> => {
  await updateEachAudited(
    tx,
    bibs,
    worn.map(([{ id }, { bibid }]) => ({ id: bibid, values: { state: 'assigned', inscriptionid: id, reason: null } })),
  );
  for (const [{ write }, { bibid, prefix, number, chip_code }] of worn) write({ bibid, prefix, number, chip_code, shares_number: false });
};

/** Gives each inscription the bib that was asked for, or the next one of its pools. The chip follows. */
export const takeBib: EffectBody = async (tx, changes) => {
  // kept during a dispute, or shared with others
  const without = changes.filter(({ now, details }) => !now.bibid && (details.bib || now.number === null));
  for (const change of without) {
    if (!change.details.bib) continue;
    const { bib, shares } = await namedBib(tx, change.now, change.details.bib);
    if (bib) await wear(tx, [[change, bib]]);
    else change.write({ ...change.details.bib, chip_code: null, shares_number: shares });
  }
  const drawing = without.filter(({ details }) => !details.bib);
  const drawn = await drawBibs(
    tx,
    drawing.map(({ now, details }) => ({ wearer: now, only: details.bib_poolid ?? null })),
  );
  const worn: (readonly [Change, Bib])[] = [];
  for (const [at, change] of drawing.entries()) {
    const bib = drawn[at];
    if (bib) worn.push([change, bib]);
    else change.refuse(conflict('POOL_EMPTY'));
  }
  await wear(tx, worn);
};

/** A returned bib is restricted once bibs are printed or were handed out, otherwise free. */
const usualFate = value<'restricted' | 'free'>(
  sql`case when ${e.changes_close_at} < now() or ${pool.return_until} < now() then 'restricted' else 'free' end`,
);
const fatesOf = async (tx: Transaction, bibids: readonly number[]): Promise<ReadonlyMap<number, BibFate>> => {
  if (bibids.length === 0) return new Map();
  const found = await select(
    tx,
    { bibid: b.bibid, fate: usualFate },
    sql`from ${b} join ${e} on ${e.eventid} = ${b.eventid} left join ${pool} on ${pool.bib_poolid} = ${b.bib_poolid} where ${b.bibid} = any(${bibids}::bigint[])`,
  );
  return new Map(found.map(({ bibid, fate }) => [bibid, fate]));
};

const wasHanded = ({ kit_status }: Readonly<Inscription>): boolean => kit_status === 'delivered' || kit_status === 'partial';
/** Takes the bibs away. Unless somebody says otherwise they are free again, or restricted once bibs are being printed or were handed out. */
export const freeBib: EffectBody = async (tx, changes) => {
  // code that assigns bibs locks the bib before its pool
  for (const { now, details } of changes) if (details.bib) await namedBib(tx, now, details.bib);
  const usual = await fatesOf(
    tx,
    changes.flatMap(({ now, details }) => (now.bibid && !details.fate && !wasHanded(now) ? [now.bibid] : [])),
  );
  const freed = changes.flatMap(({ now, details }): readonly RowChange<typeof bibs>[] => {
    if (!now.bibid) return [];
    const fate = details.fate ?? (wasHanded(now) ? 'restricted' : (usual.get(now.bibid) ?? 'free'));
    const reason = fate === 'free' ? null : (details.reason ?? null);
    return [{ id: now.bibid, values: { state: fate, inscriptionid: null, reason } }];
  });
  await updateEachAudited(tx, bibs, freed);
  if (freed.some(({ values }) => values.state === 'free')) setMarks(tx, new Map());
  for (const { now, write } of changes)
    if (now.number !== null && now.number !== undefined)
      write({ bibid: null, prefix: null, number: null, chip_code: null, shares_number: false });
};
