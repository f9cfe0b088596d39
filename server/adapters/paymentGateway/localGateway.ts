import { randomInt } from 'node:crypto';
import type pg from 'pg';
import { derive } from '../../kernel/secrets';
import type { PaymentGateway } from './PaymentGateway';
import { gateway_charges } from '../../database/tables';
import { columnsOf } from '../../kernel/columnsOf';
import { runnerOf } from '../../kernel/runnerOf';
import { selectOne } from '../../kernel/select';
import { sql } from '../../kernel/sql';

const referenceLength = 14,
  secretLength = 32;
const digits = (length: number): string => Array.from({ length }, () => randomInt(10)).join('');
const c = columnsOf(gateway_charges);

/** The secret that signs the reports of the local gateway, derived from the root secret. */
export const localWebhookSecret = (secret: string): string => derive(secret, 'payment gateway', secretLength).toString('base64url');

/**
 * Stores charges in the database and asks nobody for money, for demonstrations. Its references start with LOCAL, so that nobody takes
 * one for a real one.
 */
export const localGateway = (pool: pg.Pool, secret: string): PaymentGateway => ({
  name: 'local',
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
  refund: ({ key }) => Promise.resolve({ provider_ref: `local-r-${key}`, state: 'done', reason: null }),
});
