import { isAmong } from '@/domain/registration/lifecycle';
import { innovasport_pickups } from '@/resources/innovasport_pickups/innovasport_pickups';
import { inscriptions, type Inscription } from '@/resources/inscriptions/inscriptions';
import { pickup_batches, type PickupBatch } from '@/resources/pickup_batches/pickup_batches';
import { audit } from '../../api/audit/audit';
import { readStored } from '../../api/list/stored';
import { updateAudited, updateEachAudited } from '../../api/write/audited';
import { removeRow } from '../../api/write/columns';
import { mirroredFields } from '../../adapters/recordService/Mirror';
import type { ApiDeps } from '../../kernel/ApiDeps';
import { columnsOf } from '../../kernel/columnsOf';
import { pick, select, selectAll, value } from '../../kernel/select';
import { sql, type SQL } from '../../kernel/sql';
import { inSystemTransaction, type Transaction } from '../../kernel/transaction';
import { layAllDown, waitingFor } from '../letters/layDown';
import { queueRecords, queueReport } from '../exchange/mirrorState';
import { storePickups } from '../exchange/storePickups';

/** Kits that are sent or taken back in one transaction: a fraction of a second on the embedded engine. */
export const pickupsAtOnce = 200;

const b = columnsOf(pickup_batches);
const p = columnsOf(innovasport_pickups, 'p');
const i = columnsOf(inscriptions, 'i');
/** States of a kit that is on its way to a store or waits there. */
export const underWay = ['shipped', 'received', 'ready', 'notified', 'not_claimed'] as const;
const atStores = sql`any(${[...underWay]}::text[])`;

/** Batches as they are now, locked before their kits: two who work on one do so one after the other. */
export const lockBatches = async (tx: Transaction, ids: readonly number[]): Promise<readonly PickupBatch[]> => {
  await selectAll(
    tx,
    b.pickup_batchid,
    sql`from ${b} where ${b.pickup_batchid} = any(${[...ids]}::bigint[]) and ${b.deleted_at} is null order by ${b.pickup_batchid} for no key update`,
  );
  const found: PickupBatch[] = [];
  for (const id of [...new Set(ids)].sort((one, other) => one - other)) {
    const batch = await readStored(tx, pickup_batches, id);
    if (batch) found.push(batch);
  }
  return found;
};

/** Takes kits out of their batches, as if they had never been in them. */
export const removePickups = async (tx: Transaction, ids: readonly number[]): Promise<void> => {
  for (const id of ids) {
    const before = await readStored(tx, innovasport_pickups, id);
    if (!before) continue;
    await removeRow(tx, innovasport_pickups, id);
    await audit(tx, { resource: innovasport_pickups, id, verb: 'delete', before, after: null });
  }
};

const toSend = {
  pickupid: p.pickupid,
  pickup_code: p.pickup_code,
  assigned_at: p.assigned_at,
  ...pick(i, 'inscriptionid', 'eventid', 'folio', 'name', 'number', 'tshirt_size', 'distanceid', 'email'),
  status: value<Inscription['status']>(sql`${i.status}`),
};
/** How the file of a batch is called. */
export const fileOf = ({ store_code, pickup_batchid }: Pick<PickupBatch, 'store_code' | 'pickup_batchid'>): string =>
  `${store_code.toLowerCase()}-${pickup_batchid}.csv`;

/** Sends the next kits of a batch as their registrations are now; answers whether there are more. Who has no place any more gets nothing. */
const sendNext = async (tx: Transaction, id: number): Promise<boolean> => {
  const [batch] = await lockBatches(tx, [id]);
  if (batch?.status !== 'sending') return false;
  const found = await select(
    tx,
    toSend,
    sql`from ${p} join ${i} on ${i.inscriptionid} = ${p.inscriptionid} where ${p.pickup_batchid} = ${id} and ${p.status} = 'assigned' and ${p.deleted_at} is null
        order by ${p.pickupid} limit ${pickupsAtOnce} for update of p`,
  );
  const going = found.filter(({ status }) => isAmong('active', status));
  await removePickups(
    tx,
    found.filter(({ status }) => !isAmong('active', status)).map(({ pickupid }) => pickupid),
  );
  const { store_code, store_name, city, window_start, window_end } = batch;
  const shipped_at = new Date().toISOString();
  const shared = {
    store_code,
    store_name,
    city,
    window_start,
    window_end,
    status: 'shipped',
    shipped_at,
    batch_file: fileOf(batch),
  } as const;
  const changes = going.map(({ pickupid, name, number, tshirt_size, distanceid }) => ({
    id: pickupid,
    values: { ...shared, name, number, tshirt_size, distanceid },
  }));
  await updateEachAudited(tx, innovasport_pickups, changes);
  const names = new Set(mirroredFields(storePickups));
  await queueRecords(
    tx,
    storePickups,
    'shipped',
    going.map((kit) => ({
      folio: kit.folio,
      ...Object.fromEntries(Object.entries({ ...kit, ...shared }).filter(([name]) => names.has(name))),
    })),
  );
  const waiting = await waitingFor(
    tx,
    going.map(({ inscriptionid }) => inscriptionid),
    'pickup',
  );
  await layAllDown(
    tx,
    going.filter(({ inscriptionid, email }) => email !== null && !waiting.has(inscriptionid)),
    'pickup',
  );
  const goesOn = found.length === pickupsAtOnce;
  if (!goesOn) await updateAudited(tx, pickup_batches, (row) => sql`${row.pickup_batchid} = ${id}`, { status: 'sent' });
  return goesOn;
};

/** The kit comes back from its store, which gets a report. */
const bringBack = async (tx: Transaction, which: SQL): Promise<number> => {
  const found = await select(
    tx,
    pick(p, 'pickupid', 'pickup_code'),
    sql`from ${p} where ${which} and ${p.status} = ${atStores} and ${p.deleted_at} is null order by ${p.pickupid} limit ${pickupsAtOnce} for update`,
  );
  await updateAudited(tx, innovasport_pickups, (row) => sql`${row.pickupid} = any(${found.map(({ pickupid }) => pickupid)}::bigint[])`, {
    status: 'returned',
    returned_at: new Date().toISOString(),
  });
  for (const { pickup_code } of found) await queueReport(tx, storePickups, pickup_code, 'returned');
  return found.length;
};

/** Takes the next kits of a batch back that nobody fetched; answers whether there are more. */
const takeNext = async (tx: Transaction, id: number): Promise<boolean> => {
  const [batch] = await lockBatches(tx, [id]);
  if (batch?.status !== 'taking_back') return false;
  const goesOn = (await bringBack(tx, sql`${p.pickup_batchid} = ${id}`)) === pickupsAtOnce;
  if (!goesOn)
    await updateAudited(tx, pickup_batches, (row) => sql`${row.pickup_batchid} = ${id}`, {
      status: 'closed',
      closed_at: new Date().toISOString(),
    });
  return goesOn;
};

const nextOf = { sending: sendNext, taking_back: takeNext } as const;
/** Does the first portion of a step of a batch, and the others in further transactions. */
export const goOn = async (tx: Transaction, id: number, step: keyof typeof nextOf): Promise<void> => {
  if (await nextOf[step](tx, id)) tx.further((later) => nextOf[step](later, id));
};

/** Ends steps of batches that a call left half way. */
export const completeBatches = async (deps: Pick<ApiDeps, 'pool' | 'registry'>, isOver: () => boolean = () => false): Promise<void> => {
  for (const step of ['sending', 'taking_back'] as const) {
    const open = await inSystemTransaction(deps, (tx) =>
      selectAll(tx, b.pickup_batchid, sql`from ${b} where ${b.status} = ${step} and ${b.deleted_at} is null order by ${b.pickup_batchid}`),
    );
    for (const id of open) while (!isOver() && (await inSystemTransaction(deps, (tx) => nextOf[step](tx, id))));
  }
};

type Stepped = Pick<Inscription, 'inscriptionid' | 'status'>;
/** After a step of registrations: a kit of somebody who gave up the place leaves its open batch, and comes back from its store. */
export const settlePickups = async (tx: Transaction, rows: readonly Stepped[]): Promise<void> => {
  const gone = rows.filter(({ status }) => isAmong('closed', status));
  if (gone.length === 0) return;
  const theirs = sql`${p.inscriptionid} = any(${gone.map(({ inscriptionid }) => inscriptionid)}::bigint[])`;
  await tx.asOwner(async () => {
    const inBatches = await selectAll(
      tx,
      value<number>(sql`distinct ${p.pickup_batchid}`),
      sql`from ${p} where ${theirs} and ${p.pickup_batchid} is not null and ${p.deleted_at} is null`,
    );
    if (inBatches.length > 0) await lockBatches(tx, inBatches);
    const assigned = await selectAll(
      tx,
      p.pickupid,
      sql`from ${p} where ${theirs} and ${p.status} = 'assigned' and ${p.pickup_batchid} is not null and ${p.deleted_at} is null for update`,
    );
    await removePickups(tx, assigned);
    while ((await bringBack(tx, theirs)) === pickupsAtOnce);
  });
};
