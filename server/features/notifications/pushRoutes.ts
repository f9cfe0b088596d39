import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { notification_deliveries } from '@/resources/notification_deliveries/notification_deliveries';
import type { Push } from '../../adapters/push/Push';
import { signatureHeaders } from '../../adapters/signature';
import type { ApiDeps } from '../../kernel/ApiDeps';
import { notFound } from '../../kernel/DomainError';
import { signedRoute } from '../../api/rest/signedRoute';
import { inSystemTransaction, type Transaction } from '../../kernel/transaction';
import { columnsOf } from '../../kernel/columnsOf';
import { select, selectAll } from '../../kernel/select';
import { sql } from '../../kernel/sql';

const longestError = 500;
const report = z.object({
  type: z.enum(['delivered', 'opened', 'failed']),
  id: z.string().min(1).max(200),
  at: z.iso.datetime({ offset: true }).nullish(),
  error: z.string().max(longestError).nullish(),
});
type Report = z.infer<typeof report>;

/** What a report may still change: a message that was opened has arrived, no matter what is reported later. */
const before: Readonly<Record<Report['type'], readonly string[]>> = {
  delivered: ['sent'],
  opened: ['sent', 'delivered'],
  failed: ['sent'],
};
const d = columnsOf(notification_deliveries);

/** Stores a report if it still changes something. The times of the service are limited to the time since sending. */
const move = (tx: Transaction, ids: readonly number[], { type, at, error }: Report) => {
  const sets = [
    sql`${d.status} = ${type}, ${d.updated} = now(), ${d.version} = ${d.version} + 1`,
    ...(type === 'failed' ? [sql`${d.error} = ${error ?? null}`] : []),
    ...(type === 'opened' ? [sql`${d.opened_at} = least(now(), greatest(${d.sent_at}, coalesce(${at ?? null}::timestamptz, now())))`] : []),
  ];
  return select(
    tx,
    { id: d.notification_deliveryid },
    (list) =>
      sql`update ${d} set ${sql.join(sets, sql`, `)} where ${d.notification_deliveryid} = any(${ids}::bigint[]) and ${d.status} = any(${before[type]}::text[]) returning ${list}`,
  );
};

const settle = async (tx: Transaction, provider: string, message: Report): Promise<Report['type'] | 'known'> => {
  const found = await selectAll(
    tx,
    d.notification_deliveryid,
    sql`from ${d} where ${d.provider} = ${provider} and ${d.provider_ref} = ${message.id} and ${d.deleted_at} is null for no key update`,
  );
  if (found.length === 0) throw notFound();
  return (await move(tx, found, message)).length > 0 ? message.type : 'known';
};

/** The route for reports of the push service. A repeated report changes nothing and gets the same answer. */
export const pushRoutes = (app: FastifyInstance, deps: Pick<ApiDeps, 'pool' | 'registry'>, push: Push | null): void => {
  if (!push?.webhookSecret) return;
  const { name, webhookSecret: secret } = push;
  signedRoute(app, { path: '/api/push/webhook', header: signatureHeaders.push, secret }, report, (message) =>
    inSystemTransaction(deps, async (tx) => ({ outcome: await settle(tx, name, message) })),
  );
};
