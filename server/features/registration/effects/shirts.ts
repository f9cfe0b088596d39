import { tshirt_movements } from '@/resources/tshirt_movements/tshirt_movements';
import { conflict, invalid, type DomainError } from '../../../kernel/DomainError';
import type { Transaction } from '../../../kernel/transaction';
import { appendRow } from '../../../api/write/columns';
import type { Change, EffectBody } from '../Change';

interface Stock {
  readonly tshirt_stockid: number;
  readonly available: number;
  readonly oversell: boolean;
}
export const noSize = (size: string): DomainError =>
  conflict('NO_SIZE_LEFT', [{ path: 'tshirt_size', code: 'NO_SIZE_LEFT', params: { size } }], { size });

const lockStock = async (tx: Transaction, tshirt_modelid: number, size: string): Promise<Stock | null> => {
  const [row] = await tx.run(
    'select tshirt_stockid, available, oversell from tshirt_stock where tshirt_modelid = $1 and size = $2 and deleted_at is null for no key update',
    [tshirt_modelid, size],
  );
  return row ? { tshirt_stockid: Number(row[0]), available: Number(row[1]), oversell: row[2] === true } : null;
};
const isSwap = ({ from, details }: Change): boolean => details.set?.tshirt_size !== undefined && from !== 'cancelled';
const move = (
  tx: Transaction,
  tshirt_stockid: number,
  type: string,
  reserved_change: 1 | -1,
  inscriptionid: number,
  reason: string | null | undefined,
): Promise<void> =>
  appendRow(tx, tshirt_movements, { tshirt_stockid, type, qty: 1, reserved_change, inscriptionid, reason: reason ?? null });

const wornSql = 'select 1 from tshirt_movements where inscriptionid = $1 having sum(delivered_change) > 0';

/** Promises one shirt of the inscription's model and size. Without a model nothing is counted, and who has the shirt already is promised no other. */
export const reserveSize: EffectBody = async (change) => {
  const { tx, id, now, details } = change;
  if (!now.tshirt_modelid || !now.tshirt_size) return;
  if (now.kit_status !== 'pending' && (await tx.run(wornSql, [id])).length > 0) return;
  const stock = await lockStock(tx, now.tshirt_modelid, now.tshirt_size);
  if (!stock) throw invalid([{ path: 'tshirt_size', code: 'NO_SUCH_SIZE' }]);
  if (stock.available < 1 && !stock.oversell) throw noSize(now.tshirt_size);
  await move(tx, stock.tshirt_stockid, isSwap(change) ? 'swap_in' : 'reserve', 1, id, details.reason);
};

const outstandingSql = `select tshirt_stockid from tshirt_movements where inscriptionid = $1 group by tshirt_stockid having sum(reserved_change) > 0`;

/** Two inscriptions that exchange their sizes wait for each other in the same order. */
const bothSql =
  'select 1 from tshirt_stock where tshirt_stockid = $1 or (tshirt_modelid = $2 and size = $3 and deleted_at is null) order by tshirt_stockid for no key update';

/** Gives back the shirt that was promised; one that was handed out is gone and stays so. */
export const releaseSize: EffectBody = async (change) => {
  const { tx, id, now, details } = change;
  const [promised] = await tx.run(outstandingSql, [id]);
  if (promised && isSwap(change)) await tx.run(bothSql, [promised[0], now.tshirt_modelid ?? null, now.tshirt_size ?? null]);
  if (promised) await move(tx, Number(promised[0]), isSwap(change) ? 'swap_out' : 'release', -1, id, details.reason);
};
