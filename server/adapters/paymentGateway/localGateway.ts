import { randomInt } from 'node:crypto';
import type pg from 'pg';
import { derive } from '../../kernel/secrets';
import type { PaymentGateway } from './PaymentGateway';

const referenceLength = 14,
  secretLength = 32;
const digits = (length: number): string => Array.from({ length }, () => randomInt(10)).join('');
const openSql = `
  insert into gateway_charges (charge_key, amount_cents, currency, method, reference, expires_at) values ($1, $2, $3, $4, $5, $6)
  on conflict (charge_key) do update set charge_key = excluded.charge_key returning chargeid, reference`;

/** What the reports of the local gateway are signed with, from the root secret. */
export const localWebhookSecret = (secret: string): string => derive(secret, 'payment gateway', secretLength).toString('base64url');

/** Keeps charges in the database and asks nobody for money: for trying the product out. Its references begin with LOCAL, so that none is taken for a real one. */
export const localGateway = (pool: pg.Pool, secret: string): PaymentGateway => ({
  name: 'local',
  webhookSecret: localWebhookSecret(secret),
  open: async ({ key, amount_cents, currency, method, expires_at }) => {
    const { rows } = await pool.query<{ chargeid: number | string; reference: string }>(openSql, [
      key,
      amount_cents,
      currency,
      method,
      `LOCAL-${digits(referenceLength)}`,
      expires_at,
    ]);
    const { chargeid, reference } = rows[0]!;
    return { provider_ref: `local-${chargeid}`, reference, url: null };
  },
});
