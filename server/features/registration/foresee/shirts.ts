import type { Inscription } from '@/resources/inscriptions/inscriptions';
import { tshirt_models } from '@/resources/tshirt_models/tshirt_models';
import { tshirt_movements } from '@/resources/tshirt_movements/tshirt_movements';
import { tshirt_stock } from '@/resources/tshirt_stock/tshirt_stock';
import { columnsOf } from '../../../kernel/columnsOf';
import type { Forecast } from '../../../kernel/defineHooks';
import { conflict, invalid, type DomainError } from '../../../kernel/DomainError';
import { value } from '../../../kernel/select';
import { sql, type SQL } from '../../../kernel/sql';
import { noSize } from '../effects/shirts';
import { factsOf, i } from './facts';
import { openLedger, type Ledger } from './ledger';

const m = columnsOf(tshirt_models, 'm');
const s = columnsOf(tshirt_stock, 's');
const v = columnsOf(tshirt_movements, 'v');

/** Joins the stock of a model in a size. */
export const joinStock = (model: SQL, size: SQL): SQL =>
  sql`left join ${s} on ${s.tshirt_modelid} = ${model} and ${s.size} = ${size} and ${s.deleted_at} is null`;
/** The joined stock, and whether the athlete already has a shirt. */
export const stockShape = {
  stock: value<number | null>(sql`${s.tshirt_stockid}`),
  left: value<number | null>(sql`case when ${s.oversell} then null else coalesce(${s.available}, 0) end`),
  hasShirt: value<boolean>(
    sql`case when ${i.kit_status} = 'pending' then false else exists (select 1 from ${v} where ${v.inscriptionid} = ${i.inscriptionid} having sum(${v.delivered_change}) > 0) end`,
  ),
};
interface Wish {
  readonly stock: number | null;
  readonly left: number | null;
  readonly hasShirt: boolean;
}
const noSuchSize = invalid([{ path: 'tshirt_size', code: 'NO_SUCH_SIZE' }]);
/** Why a shirt of a model and size is not available; the ledger counts those already taken. */
export const noShirt = (shirts: Ledger, { stock, left, hasShirt }: Wish, size: string): DomainError | null => {
  if (hasShirt) return null;
  if (stock === null) return noSuchSize;
  shirts.know(stock, left);
  return shirts.has(stock) ? null : noSize(size);
};

interface ShirtInput {
  readonly tshirt_modelid?: number | null | undefined;
  readonly tshirt_size: NonNullable<Inscription['tshirt_size']>;
}
const unchanged = conflict('UNCHANGED');
const foreign = invalid([{ path: 'input.tshirt_modelid', code: 'INVALID_REFERENCE' }]);

/**
 * Shirts of one size, of the requested model or of each registration's own. An exchanged shirt returns to another size, which nobody
 * here takes.
 */
export const foreseeSize = ({ tshirt_modelid, tshirt_size }: ShirtInput): Forecast => {
  const shirts = openLedger();
  const none = noSize(tshirt_size);
  const model = sql`coalesce(${tshirt_modelid ?? null}::bigint, ${i.tshirt_modelid})`;
  const serves = sql`${m.eventid} = ${i.eventid} and ${m.active} and ${m.deleted_at} is null and (cardinality(coalesce(${m.distanceids}, '{}')) = 0 or ${i.distanceid} = any(${m.distanceids}))`;
  const shape = {
    ...stockShape,
    model: value<number | null>(model),
    isSame: value<boolean>(sql`${model} is not distinct from ${i.tshirt_modelid} and ${i.tshirt_size} is not distinct from ${tshirt_size}`),
    isServed: value<boolean>(sql`coalesce(${serves}, false)`),
  };
  const joins = sql`left join ${m} on ${m.tshirt_modelid} = ${model} ${joinStock(model, sql`${tshirt_size}`)}`;
  return async ({ tx, ids }) => {
    const refused = new Map<number, DomainError>();
    for (const { id, isSame, isServed, ...wish } of await factsOf(tx, ids, shape, joins)) {
      if (isSame) refused.set(id, unchanged);
      else if (wish.model !== null && !isServed) refused.set(id, foreign);
      else if (wish.model !== null) {
        const refusal = noShirt(shirts, wish, tshirt_size);
        if (refusal) refused.set(id, refusal.code === none.code ? none : refusal);
        else if (wish.stock !== null && !wish.hasShirt) shirts.take(wish.stock);
      }
    }
    return refused;
  };
};
