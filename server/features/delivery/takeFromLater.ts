import { inscriptions } from '@/resources/inscriptions/inscriptions';
import { inscription_log } from '@/resources/inscription_log/inscription_log';
import type { Handing } from '@/resources/kit_deliveries/handingFields';
import { kit_deliveries, type KitDelivery } from '@/resources/kit_deliveries/kit_deliveries';
import { sizes, type Size } from '@/domain/registration/sizes';
import { isOneOf, numberIn, textIn } from '@/schema/unknown';
import { readStored } from '../../api/list/stored';
import { columnsOf } from '../../kernel/columnsOf';
import type { DomainError } from '../../kernel/DomainError';
import { openGroup } from '../../kernel/group';
import { selectAll, selectOne, value } from '../../kernel/select';
import { sql, type SQL } from '../../kernel/sql';
import type { Transaction } from '../../kernel/transaction';
import { removeNumber, updateNumber } from '../registration/actions/numbers';
import { updateTshirt } from '../registration/actions/shirts';
import { attempt } from '../registration/attempt';
import { lockInscription, takeBack } from './takeBack';

const k = columnsOf(kit_deliveries, 'k');
const i = columnsOf(inscriptions, 'i');
const l = columnsOf(inscription_log);

/** The first delivery of the event after an instant that gave away what is wanted. */
const laterOne = async (tx: Transaction, { eventid, inscriptionid }: Handing, at: string, gave: SQL): Promise<KitDelivery | null> => {
  const [id] = await selectAll(
    tx,
    k.kit_deliveryid,
    sql`from ${k} join ${i} on ${i.inscriptionid} = ${k.inscriptionid} where ${k.eventid} = ${eventid} and ${k.inscriptionid} <> ${inscriptionid} and ${k.delivered_at} > ${at}
        and ${k.status} in ('delivered', 'partial') and ${k.deleted_at} is null and ${gave} order by ${k.delivered_at} limit 1`,
  );
  return id === undefined ? null : readStored(tx, kit_deliveries, id);
};

/** The value that a field of a registration had before a desk changed it. */
const formerOf = async (tx: Transaction, inscriptionid: number, field: string): Promise<unknown> => {
  const found = await selectOne(
    tx,
    { old: value<unknown>(sql`(select c -> 'old' from jsonb_array_elements(${l.changes}) c where c ->> 'field' = ${field})`) },
    sql`from ${l} where ${l.inscriptionid} = ${inscriptionid} and ${l.changes} @> ${JSON.stringify([{ field }])}::jsonb order by ${l.logid} desc limit 1`,
  );
  return found?.old ?? null;
};

/** The person of the later delivery wears the number again that they had, or none when somebody else has it by now. */
const returnNumber = async (tx: Transaction, inscriptionid: number): Promise<void> => {
  const [number, prefix] = [await formerOf(tx, inscriptionid, 'number'), await formerOf(tx, inscriptionid, 'prefix')];
  const row = await readStored(tx, inscriptions, inscriptionid);
  if (!row) return;
  const former = numberIn(number);
  const refusal =
    former === null ? true : await attempt(tx, () => updateNumber(tx, row, { number: former, prefix: textIn(prefix), old_bib: 'free' }));
  if (refusal === null) return;
  const { group, refusals } = openGroup(tx, [{ id: inscriptionid, row }]);
  await removeNumber(group, { old_bib: 'free', reason: 'BIB_TAKEN' });
  for (const each of refusals.values()) throw each;
};
const returnSize = async (tx: Transaction, inscriptionid: number, tshirt_size: Size): Promise<void> => {
  const row = await readStored(tx, inscriptions, inscriptionid);
  if (!row) return;
  const { group, refusals } = openGroup(tx, [{ id: inscriptionid, row }]);
  await updateTshirt(group, { tshirt_size });
  for (const each of refusals.values()) throw each;
};

/**
 * Two desks without a network gave the same bib, or the last shirt of a size: the first by the time of the devices keeps it. The later
 * delivery waits for a supervisor, and its person has the number or the size of before. Answers whether anything was taken.
 */
export const takeFromLater = async (tx: Transaction, handing: Handing, at: string, refusal: DomainError): Promise<boolean> => {
  const code = refusal.errors[0]?.code ?? refusal.code;
  const { number, prefix = null, tshirt_size } = handing;
  if (code === 'BIB_TAKEN' && number !== null && number !== undefined) {
    const later = await laterOne(
      tx,
      handing,
      at,
      sql`${k.number_delivered} = ${number} and ${i.number} = ${number} and ${i.prefix} is not distinct from ${prefix}`,
    );
    if (!later) return false;
    await lockInscription(tx, later.inscriptionid);
    await takeBack(tx, later, 'conflict', code);
    await returnNumber(tx, later.inscriptionid);
    return true;
  }
  if (code === 'NO_SIZE_LEFT' && tshirt_size) {
    const later = await laterOne(
      tx,
      handing,
      at,
      sql`${i.tshirt_size} = ${tshirt_size} and ${k.items} @> ${JSON.stringify([{ new_size: tshirt_size, status: 'swapped' }])}::jsonb`,
    );
    const former = later?.items?.find(({ new_size }) => new_size === tshirt_size)?.old_size;
    if (!later || !isOneOf(sizes, former)) return false;
    await lockInscription(tx, later.inscriptionid);
    await takeBack(tx, later, 'conflict', code);
    await returnSize(tx, later.inscriptionid, former);
    return true;
  }
  return false;
};
