import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { payments } from '@/resources/payments/payments';
import { can } from '@/schema/project/access';
import { isLocalGateway, type LocalGateway } from '../../adapters/paymentGateway/localGateway';
import type { PaymentGateway } from '../../adapters/paymentGateway/PaymentGateway';
import type { ApiDeps } from '../../kernel/ApiDeps';
import { callOf } from '../../kernel/callOf';
import { forbidden, notFound } from '../../kernel/DomainError';
import { inSystemTransaction, inTransaction } from '../../kernel/transaction';
import { settle } from './gatewayRoutes';

const named = z.object({ id: z.string().max(120) });
const paidBy = z
  .object({
    card_bin: z
      .string()
      .regex(/^\d{6}(\d{2})?$/)
      .nullish(),
  })
  .nullish();

const payLocally = async (
  deps: Pick<ApiDeps, 'pool' | 'registry'>,
  gateway: LocalGateway,
  request: Pick<FastifyRequest, 'params' | 'body'>,
): Promise<{ readonly outcome: Awaited<ReturnType<typeof settle>> }> => {
  const { id } = named.parse(request.params),
    bin = paidBy.parse(request.body)?.card_bin;
  const charge = await gateway.capture(id);
  if (!charge) throw notFound();
  const message = { type: 'paid', id, ...charge, ...(bin && { card: { bin } }) } as const;
  return { outcome: await inSystemTransaction(deps, (tx) => settle(tx, gateway.name, message)) };
};

/**
 * `POST /api/local/charges/{id}/pay`: pays a charge of the local gateway, which reports it as another gateway would. For people of the
 * platform who may return money; an installation with a gateway has no such route.
 */
export const localPaymentRoutes = (app: FastifyInstance, deps: ApiDeps, gateway: PaymentGateway | null): void => {
  if (!gateway || !isLocalGateway(gateway)) return;
  app.post('/api/local/charges/:id/pay', (request) =>
    inTransaction(deps, callOf(request), 'write', async ({ grants }) => {
      if (!grants.is_platform || !can(grants, 'refund', payments)) throw forbidden();
    }).then(() => payLocally(deps, gateway, request)),
  );
};
