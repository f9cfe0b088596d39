import { openPieces, type DeskKit, type DeskPerson } from '@/domain/registration/desk';
import { kit_items } from '@/resources/kit_items/kit_items';
import type { KitDelivery } from '@/resources/kit_deliveries/kit_deliveries';
import { updateAudited } from '../../api/write/audited';
import { columnsOf } from '../../kernel/columnsOf';
import { conflict, invalid } from '../../kernel/DomainError';
import { select } from '../../kernel/select';
import { sql } from '../../kernel/sql';
import type { Transaction } from '../../kernel/transaction';

/** A piece as somebody says that it is handed out. */
export interface AskedPiece {
  readonly kit_itemid: number;
  readonly qty: number;
  readonly status: 'delivered' | 'missing' | 'swapped';
}
type HandedItem = NonNullable<KitDelivery['items']>[number];
type Handed = Pick<HandedItem, 'kit_itemid' | 'qty' | 'status'>;

/** The pieces that a delivery hands out: those that are asked for, otherwise everything that is still open. */
export const judgePieces = (
  kit: DeskKit | null,
  person: Pick<DeskPerson, 'handed'>,
  asked: readonly AskedPiece[] | null | undefined,
): readonly HandedItem[] => {
  const open = openPieces(kit, person);
  const wanted = asked ?? open.map(({ kit_itemid, qty }): AskedPiece => ({ kit_itemid, qty, status: 'delivered' }));
  const seen = new Set<number>();
  return wanted.map(({ kit_itemid, qty, status }, at) => {
    const path = `input.items.${at}.kit_itemid`;
    const known = kit?.pieces.find((piece) => piece.kit_itemid === kit_itemid);
    if (!known || seen.has(kit_itemid)) throw invalid([{ path, code: 'PIECE_UNKNOWN' }]);
    seen.add(kit_itemid);
    const left = open.find((piece) => piece.kit_itemid === kit_itemid)?.qty ?? 0;
    if (status !== 'missing' && qty > left) throw conflict('PIECE_HANDED', [{ path: `input.items.${at}.qty`, code: 'PIECE_HANDED' }]);
    return { kit_itemid, name: known.name['es'] ?? '', qty: status === 'missing' ? 0 : qty, status, old_size: null, new_size: null };
  });
};

const p = columnsOf(kit_items);
/** Moves counted pieces out of the stock, or back into it with `-1`. The rows are locked in one order, so that desks wait for each other. */
export const countPieces = async (tx: Transaction, items: readonly Handed[], direction: 1 | -1): Promise<void> => {
  const moved = new Map(items.filter(({ qty }) => qty > 0).map(({ kit_itemid, qty }) => [kit_itemid, qty * direction]));
  if (moved.size === 0) return;
  const counted = await select(
    tx,
    { kit_itemid: p.kit_itemid, stock: p.stock },
    sql`from ${p} where ${p.kit_itemid} = any(${[...moved.keys()]}::bigint[]) and ${p.stock} is not null order by ${p.kit_itemid} for no key update`,
  );
  for (const { kit_itemid, stock } of counted) {
    const left = (stock ?? 0) - (moved.get(kit_itemid) ?? 0);
    if (left < 0) {
      const at = items.findIndex((item) => item.kit_itemid === kit_itemid);
      throw conflict('NO_PIECE_LEFT', [{ path: `input.items.${at}.qty`, code: 'NO_PIECE_LEFT' }]);
    }
    await updateAudited(tx, kit_items, (row) => sql`${row.kit_itemid} = ${kit_itemid}`, { stock: left });
  }
};
