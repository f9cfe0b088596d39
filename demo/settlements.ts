import type pg from 'pg';
import { registry } from '@/resources';
import { gateway_settlements } from '@/resources/gateway_settlements/gateway_settlements';
import { readSettlement, settlementCsv, type SettlementLine } from '../server/adapters/paymentGateway/settlementCsv';
import { createAudited } from '../server/api/write/audited';
import { applySettlement } from '../server/features/settlements/applySettlement';
import { nameOf } from '../server/features/settlements/readSettlements';
import { inSystemTransaction } from '../server/kernel/transaction';
import { day, iso } from './calendar';

const provider = 'demo',
  days = 6,
  dayLetters = 10;
/** What the gateway says of a day; on one of them it forgot a charge, and keeps more of another. */
const fileOf = (lines: readonly SettlementLine[], isOdd: boolean): string =>
  settlementCsv(isOdd ? lines.slice(1).map((line, at) => (at === 0 ? { ...line, fee_cents: line.fee_cents + 125 } : line)) : lines);

/** Settlements of the last days, read as the product reads them. */
export const seedSettlements = async (pool: pg.Pool, now: Date): Promise<void> => {
  for (let ago = days; ago > 0; ago -= 1) {
    const on = iso(now.getTime() - ago * day).slice(0, dayLetters);
    const { rows } = await pool.query<SettlementLine>(
      `select type, provider_ref as id, idempotency_key as key, amount_cents, provider_fee_cents as fee_cents, currency, paid_at as happened_at from payments
        where provider = $1 and type = 'charge' and status in ('paid', 'refunded', 'partially_refunded') and (paid_at at time zone 'America/Mexico_City')::date = $2 order by paid_at, paymentid`,
      [provider, on],
    );
    await inSystemTransaction({ pool, registry }, async (tx) => {
      const gateway_settlementid = await createAudited(tx, gateway_settlements, {
        name: nameOf(provider, on),
        provider,
        day: on,
        status: 'waiting',
      });
      await applySettlement(tx, { gateway_settlementid, provider, day: on }, readSettlement(fileOf(rows, ago === 2)));
    });
  }
  // It was compared on those days, not on the one on which the demo is made.
  await pool.query('update payments set updated = greatest(created, settled_at) where settled_at is not null');
};
