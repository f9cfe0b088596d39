import { tshirt_movements, type TshirtMovement } from '@/resources/tshirt_movements/tshirt_movements';
import { tshirt_stock } from '@/resources/tshirt_stock/tshirt_stock';
import { conflict, invalid, type DomainError } from '../../../kernel/DomainError';
import type { Transaction } from '../../../kernel/transaction';
import { appendRow } from '../../../api/write/columns';
import type { Change, EffectBody } from '../Change';
import { columnsOf } from '../../../kernel/columnsOf';
import { execute, exists, selectAll, selectOne } from '../../../kernel/select';
import { sql } from '../../../kernel/sql';

const s = columnsOf(tshirt_stock);
const m = columnsOf(tshirt_movements);
export const noSize = (size: string): DomainError =>
  conflict('NO_SIZE_LEFT', [{ path: 'tshirt_size', code: 'NO_SIZE_LEFT', params: { size } }], { size });

const lockStock = (tx: Transaction, tshirt_modelid: number, size: string) =>
  selectOne(
    tx,
    { tshirt_stockid: s.tshirt_stockid, available: s.available, oversell: s.oversell },
    sql`from ${s} where ${s.tshirt_modelid} = ${tshirt_modelid} and ${s.size} = ${size} and ${s.deleted_at} is null for no key update`,
  );
const isSwap = ({ from, details }: Change): boolean => details.set?.tshirt_size !== undefined && from !== 'cancelled';
const move = (
  tx: Transaction,
  tshirt_stockid: number,
  type: TshirtMovement['type'],
  reserved_change: 1 | -1,
  inscriptionid: number,
  reason: string | null | undefined,
): Promise<void> =>
  appendRow(tx, tshirt_movements, { tshirt_stockid, type, qty: 1, reserved_change, inscriptionid, reason: reason ?? null });

const hasShirt = (tx: Transaction, inscriptionid: number): Promise<boolean> =>
  exists(tx, sql`from ${m} where ${m.inscriptionid} = ${inscriptionid} having sum(${m.delivered_change}) > 0`);

/** Promises one shirt of the inscription's model and size. Without a model nothing is counted, and who has the shirt already is promised no other. */
export const reserveSize: EffectBody = async (change) => {
  const { tx, id, now, details } = change;
  if (!now.tshirt_modelid || !now.tshirt_size) return;
  if (now.kit_status !== 'pending' && (await hasShirt(tx, id))) return;
  const stock = await lockStock(tx, now.tshirt_modelid, now.tshirt_size);
  if (!stock) throw invalid([{ path: 'tshirt_size', code: 'NO_SUCH_SIZE' }]);
  if ((stock.available ?? 0) < 1 && !stock.oversell) throw noSize(now.tshirt_size);
  await move(tx, stock.tshirt_stockid, isSwap(change) ? 'swap_in' : 'reserve', 1, id, details.reason);
};

const promisedTo = async (tx: Transaction, inscriptionid: number): Promise<number | undefined> => {
  const [stock] = await selectAll(
    tx,
    m.tshirt_stockid,
    sql`from ${m} where ${m.inscriptionid} = ${inscriptionid} group by ${m.tshirt_stockid} having sum(${m.reserved_change}) > 0`,
  );
  return stock;
};

/** Two inscriptions that exchange their sizes wait for each other in the same order. */
const lockBoth = (tx: Transaction, promised: number, model: number | null, size: string | null): Promise<void> =>
  execute(
    tx,
    sql`select 1 from ${s} where ${s.tshirt_stockid} = ${promised} or (${s.tshirt_modelid} = ${model} and ${s.size} = ${size} and ${s.deleted_at} is null) order by ${s.tshirt_stockid} for no key update`,
  );

/** Gives back the shirt that was promised; one that was handed out is gone and stays so. */
export const releaseSize: EffectBody = async (change) => {
  const { tx, id, now, details } = change;
  const promised = await promisedTo(tx, id);
  if (promised && isSwap(change)) await lockBoth(tx, promised, now.tshirt_modelid ?? null, now.tshirt_size ?? null);
  if (promised) await move(tx, promised, isSwap(change) ? 'swap_out' : 'release', -1, id, details.reason);
};
