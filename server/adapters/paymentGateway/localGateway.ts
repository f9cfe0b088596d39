import { randomInt } from 'node:crypto';
import type pg from 'pg';
import { derive } from '../../kernel/secrets';
import type { PaymentGateway } from './PaymentGateway';
import { settlementCsv, type SettlementType } from './settlementCsv';
import { gateway_charges, gateway_refunds } from '../../database/gatewayTables';
import { columnsOf } from '../../kernel/columnsOf';
import { runnerOf } from '../../kernel/runnerOf';
import { dayOf } from '../../kernel/dayOf';
import { execute, select, selectOne, value } from '../../kernel/select';
import { sql } from '../../kernel/sql';

const referenceLength = 14,
  secretLength = 32;
/** Its name in the rows of payments. */
export const localGatewayName = 'local';
const digits = (length: number): string => Array.from({ length }, () => randomInt(10)).join('');
const c = columnsOf(gateway_charges);
const r = columnsOf(gateway_refunds);

/** The secret that signs the reports of the local gateway, derived from the root secret. */
export const localWebhookSecret = (secret: string): string => derive(secret, 'payment gateway', secretLength).toString('base64url');

/** The gateway of a demonstration, at which anybody counts as having paid. */
export interface LocalGateway extends PaymentGateway {
  /** Counts a charge as paid, once; nothing when it knows none of that name. */
  readonly capture: (provider_ref: string) => Promise<{ readonly amount_cents: number; readonly currency: string } | null>;
}
/** Whether an installation has no other gateway. */
export const isLocalGateway = (gateway: PaymentGateway): gateway is LocalGateway => 'capture' in gateway;
const share = 0.029,
  fixed = 250;
/** What it keeps of a charge, in cents. */
export const localFeeOf = (amount_cents: number): number => Math.round(amount_cents * share) + fixed;
const idOf = (provider_ref: string): number => Number(/^local-(\d{1,15})$/.exec(provider_ref)?.[1] ?? 0);

/**
 * Stores charges in the database and asks nobody for money, for demonstrations. Its references start with LOCAL, so that nobody takes
 * one for a real one.
 */
export const localGateway = (pool: pg.Pool, secret: string): LocalGateway => ({
  name: localGatewayName,
  webhookSecret: localWebhookSecret(secret),
  open: async ({ key, amount_cents, currency, method, expires_at }) => {
    const given = `LOCAL-${digits(referenceLength)}`;
    const opened = await selectOne(
      runnerOf(pool),
      { chargeid: c.chargeid, reference: c.reference },
      (list) => sql`
        insert into ${c} (${c.charge_key}, ${c.amount_cents}, ${c.currency}, ${c.method}, ${c.reference}, ${c.expires_at}) values (${key}, ${amount_cents}, ${currency}, ${method}, ${given}, ${expires_at})
        on conflict (${c.charge_key}) do update set ${c.charge_key} = excluded.${c.charge_key} returning ${list}`,
    );
    if (!opened) throw new Error('the charge was not kept');
    return { provider_ref: `local-${opened.chargeid}`, reference: opened.reference, url: null };
  },
  capture: async (provider_ref) => {
    const runner = runnerOf(pool);
    const known = await selectOne(
      runner,
      { amount_cents: c.amount_cents, currency: c.currency },
      sql`from ${c} where ${c.chargeid} = ${idOf(provider_ref)}`,
    );
    if (known)
      await execute(
        runner,
        sql`update ${c} set ${c.captured_at} = now(), ${c.fee_cents} = ${localFeeOf(known.amount_cents)} where ${c.chargeid} = ${idOf(provider_ref)} and ${c.captured_at} is null`,
      );
    return known ?? null;
  },
  refund: async ({ key, charge, amount_cents, currency }) => {
    await execute(
      runnerOf(pool),
      sql`insert into ${r} (${r.refund_key}, ${r.chargeid}, ${r.amount_cents}, ${r.currency}) values (${key}, ${idOf(charge) || null}, ${amount_cents}, ${currency}) on conflict do nothing`,
    );
    return { provider_ref: `local-r-${key}`, state: 'done', reason: null };
  },
  settlement: async (day) => {
    const moved = await select(
      runnerOf(pool),
      {
        type: value<SettlementType>(sql`m.type`),
        id: value<string>(sql`m.id`),
        key: value<string>(sql`m.key`),
        amount_cents: value<number>(sql`m.amount_cents`),
        fee_cents: value<number>(sql`m.fee_cents`),
        currency: value<string>(sql`m.currency`),
        happened_at: value<string>(sql`m.happened_at`),
      },
      (list) => sql`
        select ${list} from (
          select 'charge' as type, 'local-' || ${c.chargeid} as id, ${c.charge_key} as key, ${c.amount_cents} as amount_cents, coalesce(${c.fee_cents}, 0) as fee_cents, ${c.currency} as currency, ${c.captured_at} as happened_at
            from ${c} where ${dayOf(sql`${c.captured_at}`)} = ${day}::date
          union all
          select 'refund', 'local-r-' || ${r.refund_key}, ${r.refund_key}, ${r.amount_cents}, 0, ${r.currency}, ${r.created} from ${r} where ${dayOf(sql`${r.created}`)} = ${day}::date
        ) m order by m.happened_at, m.id`,
    );
    return settlementCsv(moved);
  },
});
