import { kitFor } from '@/domain/registration/desk';
import { kit_deliveries, type KitDelivery } from '@/resources/kit_deliveries/kit_deliveries';
import { inscriptions } from '@/resources/inscriptions/inscriptions';
import { updateRow } from '../../api/write/columns';
import { columnsOf } from '../../kernel/columnsOf';
import { exists, execute } from '../../kernel/select';
import { sql } from '../../kernel/sql';
import type { Transaction } from '../../kernel/transaction';
import { countPieces } from './pieces';
import { readKits } from './readKits';
import { readPerson } from './readPeople';
import { takeShirt } from './shirts';
import { kitStatusOf, markKit } from './standing';

const i = columnsOf(inscriptions);
const k = columnsOf(kit_deliveries);

/** Desks that work on the same registration wait for each other. */
export const lockInscription = (tx: Transaction, inscriptionid: number): Promise<void> =>
  execute(tx, sql`select 1 from ${i} where ${i.inscriptionid} = ${inscriptionid} for no key update`);

const hasShirt = ({ items }: Pick<KitDelivery, 'items'>, shirts: ReadonlySet<number>): boolean =>
  (items ?? []).some(({ kit_itemid, qty }) => qty > 0 && shirts.has(kit_itemid));

type Taken = Pick<KitDelivery, 'kit_deliveryid' | 'inscriptionid' | 'eventid' | 'items'>;

/** Takes back what a delivery handed out; it keeps what was recorded, with its new state and the reason. */
export const takeBack = async (
  tx: Transaction,
  delivery: Taken,
  status: 'voided' | 'returned' | 'conflict',
  reason: string,
): Promise<void> => {
  const { kit_deliveryid, inscriptionid, eventid } = delivery;
  await lockInscription(tx, inscriptionid);
  const kits = await readKits(tx, eventid);
  const shirts = new Set(kits.flatMap(({ pieces }) => pieces.filter(({ type }) => type === 'tshirt').map(({ kit_itemid }) => kit_itemid)));
  await countPieces(tx, delivery.items ?? [], -1);
  if (hasShirt(delivery, shirts)) await takeShirt(tx, inscriptionid, reason);
  await updateRow(tx, kit_deliveries, kit_deliveryid, { status, void_reason: reason });
  const person = await readPerson(tx, inscriptionid);
  if (!person) return;
  const isHanded = await exists(
    tx,
    sql`from ${k} where ${k.inscriptionid} = ${inscriptionid} and ${k.status} in ('delivered', 'partial') and ${k.deleted_at} is null`,
  );
  const left = kitStatusOf(kitFor(kits, person.distanceid), person.handed, isHanded);
  await markKit(tx, { ...person, eventid }, status === 'returned' && left === 'pending' ? 'returned' : left, reason);
};

/** A delivery that never counted ends. */
export const closeConflict = (tx: Transaction, kit_deliveryid: number, reason: string): Promise<void> =>
  updateRow(tx, kit_deliveries, kit_deliveryid, { status: 'voided', void_reason: reason });
