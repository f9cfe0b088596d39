import { tshirt_movements, type TshirtMovement } from '@/resources/tshirt_movements/tshirt_movements';
import { tshirt_stock } from '@/resources/tshirt_stock/tshirt_stock';
import { conflict, invalid, type DomainError } from '../../../kernel/DomainError';
import type { Transaction } from '../../../kernel/transaction';
import { Entangled } from '../../../kernel/group';
import { appendRows } from '../../../api/write/columns';
import type { Change, EffectBody } from '../Change';
import { columnsOf } from '../../../kernel/columnsOf';
import { select, selectAll, value } from '../../../kernel/select';
import { sql } from '../../../kernel/sql';

const s = columnsOf(tshirt_stock);
const m = columnsOf(tshirt_movements);
export const noSize = (size: string): DomainError =>
  conflict('NO_SIZE_LEFT', [{ path: 'tshirt_size', code: 'NO_SIZE_LEFT', params: { size } }], { size });

const readStock = (tx: Transaction, models: readonly number[], wanted: readonly string[]) =>
  select(
    tx,
    { tshirt_stockid: s.tshirt_stockid, model: s.tshirt_modelid, size: s.size, available: s.available, oversell: s.oversell },
    sql`from ${s} where (${s.tshirt_modelid}, ${s.size}) in (select * from unnest(${models}::bigint[], ${wanted}::text[])) and ${s.deleted_at} is null order by ${s.tshirt_stockid} for no key update`,
  );
const isSwap = ({ from, details }: Change): boolean => details.set?.tshirt_size !== undefined && from !== 'cancelled';
type Move = Pick<TshirtMovement, 'tshirt_stockid' | 'type'> & { readonly reserved_change: 1 | -1; readonly change: Change };
const moveAll = (tx: Transaction, moves: readonly Move[]): Promise<void> =>
  appendRows(
    tx,
    tshirt_movements,
    moves.map(({ tshirt_stockid, type, reserved_change, change: { id, details } }) => ({
      tshirt_stockid,
      type,
      qty: 1,
      reserved_change,
      inscriptionid: id,
      reason: details.reason ?? null,
    })),
  );

/** Those who have their shirt already. */
const withShirt = async (tx: Transaction, changes: readonly Change[]): Promise<ReadonlySet<unknown>> => {
  const handed = changes.filter(({ now }) => now.kit_status !== 'pending').map(({ id }) => id);
  if (handed.length === 0) return new Set();
  return new Set(
    await selectAll(
      tx,
      m.inscriptionid,
      sql`from ${m} where ${m.inscriptionid} = any(${handed}::bigint[]) group by ${m.inscriptionid} having sum(${m.delivered_change}) > 0`,
    ),
  );
};

/** Reserves one shirt of the model and size of each inscription. Without a model nothing is counted; athletes who have their shirt already get no second one. */
export const reserveSize: EffectBody = async (tx, changes) => {
  const wanting = changes.flatMap((change) => {
    const { tshirt_modelid: model, tshirt_size: size } = change.now;
    return model && size ? [{ change, model, size }] : [];
  });
  const handed = await withShirt(
    tx,
    wanting.map(({ change }) => change),
  );
  const open = wanting.filter(({ change }) => !handed.has(change.id));
  if (open.length === 0) return;
  const stocks = await readStock(
    tx,
    open.map(({ model }) => model),
    open.map(({ size }) => size),
  );
  const left = new Map(stocks.map(({ tshirt_stockid, available }) => [tshirt_stockid, available ?? 0]));
  const moves: Move[] = [];
  for (const { change, model, size } of open) {
    const stock = stocks.find((each) => each.model === model && each.size === size),
      available = stock ? (left.get(stock.tshirt_stockid) ?? 0) : 0;
    if (!stock) change.refuse(invalid([{ path: 'tshirt_size', code: 'NO_SUCH_SIZE' }]));
    else if (available < 1 && !stock.oversell) change.refuse(noSize(size));
    else {
      left.set(stock.tshirt_stockid, available - 1);
      moves.push({ change, tshirt_stockid: stock.tshirt_stockid, type: isSwap(change) ? 'swap_in' : 'reserve', reserved_change: 1 });
    }
  }
  await moveAll(tx, moves);
};

const promisedTo = async (tx: Transaction, inscriptionids: readonly number[]): Promise<ReadonlyMap<number, number>> => {
  const found = await select(
    tx,
    { id: value<number>(sql`${m.inscriptionid}`), stock: m.tshirt_stockid },
    sql`from ${m} where ${m.inscriptionid} = any(${inscriptionids}::bigint[]) group by ${m.inscriptionid}, ${m.tshirt_stockid} having sum(${m.reserved_change}) > 0`,
  );
  return new Map(found.map(({ id, stock }) => [id, stock]));
};

/** Inscriptions that exchange their sizes wait for each other in the same order. Answers the stocks from which the new ones come. */
const lockSwaps = async (tx: Transaction, swaps: readonly (readonly [change: Change, promised: number])[]): Promise<readonly number[]> => {
  const promised = swaps.map(([, stock]) => stock),
    models = swaps.map(([{ now }]) => now.tshirt_modelid ?? null),
    wanted = swaps.map(([{ now }]) => now.tshirt_size ?? null);
  const isWanted = sql`((${s.tshirt_modelid}, ${s.size}) in (select * from unnest(${models}::bigint[], ${wanted}::text[])) and ${s.deleted_at} is null)`;
  const found = await select(
    tx,
    { id: s.tshirt_stockid, isWanted: value<boolean | null>(isWanted) },
    sql`from ${s} where ${s.tshirt_stockid} = any(${promised}::bigint[]) or ${isWanted} order by ${s.tshirt_stockid} for no key update`,
  );
  return found.filter((stock) => stock.isWanted).map(({ id }) => id);
};

/** Gives back the reserved shirt; a shirt that was handed out does not come back. */
export const releaseSize: EffectBody = async (tx, changes) => {
  const promised = await promisedTo(
    tx,
    changes.map(({ id }) => id),
  );
  const having = changes.flatMap((change) => {
    const stock = promised.get(change.id);
    return stock === undefined ? [] : [[change, stock] as const];
  });
  const swaps = having.filter(([change]) => isSwap(change));
  const wanted = new Set(swaps.length > 0 ? await lockSwaps(tx, swaps) : []);
  // What one gives back another one may take, but not before it is their turn.
  if (changes.length > 1 && swaps.some(([, stock]) => wanted.has(stock))) throw new Entangled();
  await moveAll(
    tx,
    having.map(([change, tshirt_stockid]) => ({
      change,
      tshirt_stockid,
      type: isSwap(change) ? 'swap_out' : 'release',
      reserved_change: -1,
    })),
  );
};
