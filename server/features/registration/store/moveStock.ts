import { store_movements, type StoreMovement } from '@/resources/store_movements/store_movements';
import { store_products } from '@/resources/store_products/store_products';
import { store_variants } from '@/resources/store_variants/store_variants';
import { appendRows } from '../../../api/write/columns';
import { columnsOf } from '../../../kernel/columnsOf';
import { conflict, invalid, problemAt } from '../../../kernel/DomainError';
import { select, value, type Selected } from '../../../kernel/select';
import { sql } from '../../../kernel/sql';
import type { Transaction } from '../../../kernel/transaction';

type MovementType = StoreMovement['type'];
interface Change {
  readonly received?: number;
  readonly reserved?: number;
  readonly sold?: number;
  readonly adjusted?: number;
}
/** How each movement changes the counts, for one piece. */
const changes: Readonly<Record<MovementType, Change>> = {
  receive: { received: 1 },
  reserve: { reserved: 1 },
  release: { reserved: -1 },
  sell: { reserved: -1, sold: 1 },
  return: { sold: -1 },
  write_off: { sold: -1, adjusted: -1 },
  adjust: { adjusted: 1 },
  loss: { adjusted: -1 },
};

/** Pieces of a variant that move; `qty` is negative only for an adjustment that finds fewer. */
export interface StockMove {
  readonly variantid: number;
  readonly type: MovementType;
  readonly qty: number;
  readonly saleid?: number;
  readonly reason?: string | null | undefined;
}

const v = columnsOf(store_variants, 'v');
const p = columnsOf(store_products, 'p');
const shape = {
  variantid: v.variantid,
  productid: v.productid,
  available: v.available,
  name: v.name,
  price_cents: value<number>(sql`coalesce(${v.price_cents}, ${p.price_cents})`),
  organizationid: v.organizationid,
  eventid: p.eventid,
  product: p.name,
  max_per_order: p.max_per_order,
  isOnSale: value<boolean>(sql`coalesce(${v.active}, false) and coalesce(${p.active}, false) and ${p.deleted_at} is null`),
};
/** A variant that is locked, with what its product says of it. */
export type LockedVariant = Selected<typeof shape>;

/** Locks variants in the order in which their counts are written, so that sales wait for each other and never in a circle. */
export const lockVariants = async (tx: Transaction, variantids: readonly number[]): Promise<readonly LockedVariant[]> => {
  const found = await select(
    tx,
    shape,
    sql`from ${v} join ${p} on ${p.productid} = ${v.productid} where ${v.variantid} = any(${variantids}::bigint[]) and ${v.deleted_at} is null
        order by ${p.productid}, ${v.variantid} for no key update of p, v`,
  );
  if (found.length < new Set(variantids).size) throw invalid([problemAt('input.lines', 'INVALID_REFERENCE')]);
  return found;
};

const rowOf = ({ type, qty, variantid, saleid, reason }: StockMove, productid: number) => {
  const { received = 0, reserved = 0, sold = 0, adjusted = 0 } = changes[type];
  return {
    variantid,
    productid,
    type,
    qty: Math.abs(qty),
    received_change: received * qty,
    reserved_change: reserved * qty,
    sold_change: sold * qty,
    adjusted_change: adjusted * qty,
    stock_change: (received + adjusted - reserved - sold) * qty,
    saleid: saleid ?? null,
    reason: reason ?? null,
  };
};

/** Writes movements of variants, at most one of each. Pieces that are not there do not move. */
export const moveStock = (tx: Transaction, moves: readonly StockMove[]): Promise<void> =>
  tx.asOwner(async () => {
    const locked = await lockVariants(
      tx,
      moves.map(({ variantid }) => variantid),
    );
    const rows = locked.flatMap((variant) =>
      moves.filter(({ variantid }) => variantid === variant.variantid).map((move) => ({ variant, row: rowOf(move, variant.productid) })),
    );
    for (const { variant, row } of rows)
      if (row.stock_change < 0 && (variant.available ?? 0) + row.stock_change < 0)
        throw conflict('NO_STOCK_LEFT', [problemAt(row.saleid === null ? 'input.qty' : 'input.lines', 'NO_STOCK_LEFT')], {
          name: variant.name.es,
          left: variant.available ?? 0,
        });
    await appendRows(
      tx,
      store_movements,
      rows.map(({ row }) => row),
    );
  });
