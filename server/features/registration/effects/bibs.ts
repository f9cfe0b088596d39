import { conflict } from '../../../kernel/DomainError';
import type { Transaction } from '../../../kernel/transaction';
import type { Inscription } from '@/resources/inscriptions/inscriptions';
import { bibs } from '@/resources/bibs/bibs';
import { addBeside, changeBeside } from '../../../api/write/beside';
import type { BibFate, Change, EffectBody } from '../Change';

interface Bib {
  readonly bibid: number;
  readonly prefix: string | null;
  readonly number: number;
  readonly chip_code: string | null;
}
const toBib = ([bibid, prefix, number, chip_code]: readonly unknown[]): Bib => ({
  bibid: Number(bibid),
  prefix: prefix as string | null,
  number: Number(number),
  chip_code: chip_code as string | null,
});

/** Where each pool was left in a transaction: a long bulk action would else pass over all bibs that it has given out itself. */
const marks = new WeakMap<Transaction, Map<number, number>>();
const freeSql = `select bibid, prefix, number, chip_code from bibs where bib_poolid = $1 and number >= $2 and state = 'free' and deleted_at is null order by number limit 1 for update skip locked`;
/** The rest of a statement over the pools `p` that serve $1 event, $2 distance and $3 branch, or only $4, in the order in which they are drawn from. */
export const servingPools = `
   from bib_pools p
  where p.eventid = $1 and p.deleted_at is null and (cardinality(coalesce(p.distanceids, '{}')) = 0 or $2 = any(p.distanceids)) and (p.branch is null or p.branch = $3) and ($4::bigint is null or p.bib_poolid = $4)
  order by cardinality(coalesce(p.distanceids, '{}')) = 0, p.branch is null, not p.is_primary, p.start`;
const poolsSql = `select p.bib_poolid ${servingPools}`;

const nextFree = async (tx: Transaction, pool: number): Promise<Bib | null> => {
  const known = marks.get(tx) ?? marks.set(tx, new Map()).get(tx)!;
  const from = known.get(pool) ?? 0;
  const [row] = await tx.run(freeSql, [pool, from]);
  if (row) {
    known.set(pool, Number(row[2]));
    return toBib(row);
  }
  if (from === 0) return null;
  known.delete(pool); // bibs below the mark may have come back meanwhile
  return nextFree(tx, pool);
};

/** The first free bib of the pools that serve the inscription, in their order; locked, so that two desks never take the same. `null` when all are empty. */
const drawBib = async (tx: Transaction, { eventid, distanceid, gender }: Inscription, pool: number | null): Promise<Bib | null> => {
  for (const [id] of await tx.run(poolsSql, [eventid, distanceid, gender, pool])) {
    const bib = await nextFree(tx, Number(id));
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
const namedSql =
  'select bibid, prefix, number, chip_code, state from bibs where eventid = $1 and prefix is not distinct from $2 and number = $3 and deleted_at is null for update';
/** One certain number: a free bib, a new one that is in no pool, or a number that several may wear where the event allows it. */
const namedBib = async (
  tx: Transaction,
  { eventid }: Inscription,
  { prefix, number }: { readonly prefix: string | null; readonly number: number },
): Promise<Named> => {
  const find = () => tx.run(namedSql, [eventid, prefix, number]);
  let [row] = await find();
  if (!row) {
    await addBeside(tx, bibs, { eventid, prefix, number });
    [row] = await find();
  }
  if (!row) throw taken(number, 'assigned');
  if (row[4] === 'free') return { bib: toBib(row), shares: false };
  const [[allowed] = []] =
    row[4] === 'assigned' ? await tx.run('select allow_duplicate_numbers from events where eventid = $1', [eventid]) : [];
  if (allowed !== true) throw taken(number, row[4]);
  return { bib: null, shares: true };
};

const wear = async ({ tx, id, write }: Change, bib: Bib): Promise<void> => {
  await changeBeside(tx, bibs, 't.bibid = $7', [bib.bibid], { state: 'assigned', inscriptionid: id, reason: null });
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

const fateSql = `
  select case when e.changes_close_at < now() or p.return_until < now() then 'restricted' else 'free' end
    from bibs b join events e on e.eventid = b.eventid left join bib_pools p on p.bib_poolid = b.bib_poolid where b.bibid = $1`;

/** Takes the bib away. Unless somebody says otherwise it is free again, or restricted once bibs are being printed or were handed out. */
export const freeBib: EffectBody = async ({ tx, now, details, write }) => {
  if (details.bib) await namedBib(tx, now, details.bib); // whoever gives out bibs locks the bib before its pool
  if (now.bibid) {
    const wasHanded = now.kit_status === 'delivered' || now.kit_status === 'partial';
    const [[usual] = []] = details.fate ? [] : await tx.run(fateSql, [now.bibid]);
    const fate = details.fate ?? (wasHanded ? 'restricted' : (usual as BibFate | undefined)) ?? 'free';
    const reason = fate === 'free' ? null : (details.reason ?? null);
    await changeBeside(tx, bibs, 't.bibid = $7', [now.bibid], { state: fate, inscriptionid: null, reason });
    const left = marks.get(tx);
    if (fate === 'free') left?.clear();
  }
  if (now.number !== null && now.number !== undefined)
    write({ bibid: null, prefix: null, number: null, chip_code: null, shares_number: false });
};
