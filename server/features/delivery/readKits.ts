import type { DeskKit, Piece } from '@/domain/registration/desk';
import { kit_items } from '@/resources/kit_items/kit_items';
import { kits } from '@/resources/kits/kits';
import { columnsOf } from '../../kernel/columnsOf';
import { select, value } from '../../kernel/select';
import { sql } from '../../kernel/sql';
import type { Transaction } from '../../kernel/transaction';

const k = columnsOf(kits, 'k');
const p = columnsOf(kit_items, 'p');

/** The kits of an event that are in use, with their pieces in order. `lock` keeps the count of pieces for this transaction. */
export const readKits = async (tx: Transaction, eventid: number): Promise<readonly DeskKit[]> => {
  const found = await select(
    tx,
    { kitid: k.kitid, name: k.name, distanceids: value<readonly number[]>(sql`coalesce(${k.distanceids}, '{}')`) },
    sql`from ${k} where ${k.eventid} = ${eventid} and ${k.active} and ${k.deleted_at} is null order by ${k.kitid}`,
  );
  const pieces = await select(
    tx,
    {
      kitid: p.kitid,
      kit_itemid: p.kit_itemid,
      name: value<Piece['name']>(sql`${p.name}`),
      type: p.type,
      qty: p.qty,
      required: p.required,
      stock: p.stock,
    },
    sql`from ${p} where ${p.kitid} = any(${found.map(({ kitid }) => kitid)}::bigint[]) and ${p.deleted_at} is null order by ${p.sort}, ${p.kit_itemid}`,
  );
  return found.map((kit) => ({
    ...kit,
    pieces: pieces
      .filter(({ kitid }) => kitid === kit.kitid)
      .map(({ kitid: _kitid, ...piece }) => ({ ...piece, required: piece.required ?? true })),
  }));
};
