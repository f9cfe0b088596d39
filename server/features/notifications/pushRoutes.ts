import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Push } from '../../adapters/push/Push';
import { signatureHeaders } from '../../adapters/signature';
import type { ApiDeps } from '../../kernel/ApiDeps';
import { notFound } from '../../kernel/DomainError';
import { signedRoute } from '../../api/rest/signedRoute';
import { inSystemTransaction, type Transaction } from '../../kernel/transaction';

const longestError = 500;
const report = z.object({
  type: z.enum(['delivered', 'opened', 'failed']),
  id: z.string().min(1).max(200),
  at: z.iso.datetime({ offset: true }).nullish(),
  error: z.string().max(longestError).nullish(),
});
type Report = z.infer<typeof report>;

/** What a report may still change: a message that was opened has arrived, whatever is told later. */
const before: Readonly<Record<Report['type'], readonly string[]>> = {
  delivered: ['sent'],
  opened: ['sent', 'delivered'],
  failed: ['sent'],
};
const findSql =
  'select notification_deliveryid from notification_deliveries where provider = $1 and provider_ref = $2 and deleted_at is null for no key update';
/** A clock of somebody else opens nothing before it was sent, nor tomorrow. */
const moveSql = `
  update notification_deliveries set status = $2, error = case when $2 = 'failed' then $4 else error end, updated = now(), version = version + 1,
         opened_at = case when $2 = 'opened' then least(now(), greatest(sent_at, coalesce($3::timestamptz, now()))) else opened_at end
   where notification_deliveryid = any($1::bigint[]) and status = any($5::text[]) returning 1`;

const settle = async (tx: Transaction, provider: string, { type, id, at, error }: Report): Promise<Report['type'] | 'known'> => {
  const found = (await tx.run(findSql, [provider, id])).map(([delivery]) => Number(delivery));
  if (found.length === 0) throw notFound();
  return (await tx.run(moveSql, [found, type, at ?? null, error ?? null, before[type]])).length > 0 ? type : 'known';
};

/** Where the push service says what became of a message. The same report again changes nothing and is answered alike. */
export const pushRoutes = (app: FastifyInstance, deps: Pick<ApiDeps, 'pool' | 'registry'>, push: Push | null): void => {
  if (!push?.webhookSecret) return;
  const { name, webhookSecret: secret } = push;
  signedRoute(app, { path: '/api/push/webhook', header: signatureHeaders.push, secret }, report, (told) =>
    inSystemTransaction(deps, async (tx) => ({ outcome: await settle(tx, name, told) })),
  );
};
