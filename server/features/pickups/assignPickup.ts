import { innovasport_pickups } from '@/resources/innovasport_pickups/innovasport_pickups';
import { inscriptions, type Inscription } from '@/resources/inscriptions/inscriptions';
import type { PickupBatch } from '@/resources/pickup_batches/pickup_batches';
import { createAllAudited } from '../../api/write/audited';
import { randomCode } from '../../kernel/codes';
import { columnsOf } from '../../kernel/columnsOf';
import type { Forecast } from '../../kernel/defineHooks';
import { conflict, invalid, problemAt, type DomainError } from '../../kernel/DomainError';
import type { Group } from '../../kernel/group';
import { select, selectAll } from '../../kernel/select';
import { sql } from '../../kernel/sql';
import type { Transaction } from '../../kernel/transaction';
import { lockBatches } from './batches';

interface AssignInput {
  readonly pickup_batchid: number;
}
interface Asked {
  readonly id: number;
  readonly eventid: number;
}
const codeLength = 8;
const p = columnsOf(innovasport_pickups);
const i = columnsOf(inscriptions);

const otherEvent = invalid([problemAt('input.pickup_batchid', 'INVALID_REFERENCE')]);
const sent = conflict('PICKUP_BATCH_SENT', [problemAt('input.pickup_batchid', 'PICKUP_BATCH_SENT')]);
const already = conflict('PICKUP_EXISTS');

/** Why registrations do not come into a batch. */
const judge = async (
  tx: Transaction,
  batch: PickupBatch | undefined,
  asked: readonly Asked[],
): Promise<ReadonlyMap<number, DomainError>> => {
  const ids = asked.map(({ id }) => id);
  const have = new Set(
    await tx.asOwner(() =>
      selectAll(tx, p.inscriptionid, sql`from ${p} where ${p.inscriptionid} = any(${ids}::bigint[]) and ${p.deleted_at} is null`),
    ),
  );
  return new Map(
    asked.flatMap(({ id, eventid }) => {
      const refusal = batch?.eventid !== eventid ? otherEvent : batch.status !== 'open' ? sent : have.has(id) ? already : null;
      return refusal ? [[id, refusal] as const] : [];
    }),
  );
};

/** Puts registrations into an open batch; each gets a code of its own, which nobody else ever has. */
export const assignPickup = async (group: Group<Inscription>, { pickup_batchid }: AssignInput): Promise<void> => {
  const { tx } = group;
  const [batch] = await lockBatches(tx, [pickup_batchid]);
  const refused = await judge(
    tx,
    batch,
    group.members().map(({ id, row }) => ({ id, eventid: row.eventid })),
  );
  group.refuseWhere((_row, id) => refused.get(id));
  if (!batch) return;
  const { store_code, store_name, city, window_start, window_end } = batch;
  const assigned_at = new Date().toISOString();
  await createAllAudited(
    tx,
    innovasport_pickups,
    group.members().map(({ id, row: { eventid, name, number, tshirt_size, distanceid } }) => ({
      inscriptionid: id,
      eventid,
      name,
      number,
      tshirt_size,
      distanceid,
      pickup_batchid,
      store_code,
      store_name,
      city,
      window_start,
      window_end,
      assigned_at,
      status: 'assigned' as const,
      pickup_code: `IS${randomCode(codeLength)}`,
    })),
  );
};

/** The same without writing. */
export const foreseePickup =
  ({ pickup_batchid }: AssignInput): Forecast =>
  async ({ tx, ids }) => {
    const [batch] = await lockBatches(tx, [pickup_batchid]);
    const asked = await select(
      tx,
      { id: i.inscriptionid, eventid: i.eventid },
      sql`from ${i} where ${i.inscriptionid} = any(${ids}::bigint[])`,
    );
    return judge(tx, batch, asked);
  };
