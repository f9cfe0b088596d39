import { z } from 'zod';
import { outsideService } from '../outsideService';
import type { PaymentGateway } from './PaymentGateway';

const answer = z.object({
  id: z.string().min(1).max(120),
  reference: z.string().max(120).nullish(),
  url: z
    .url({ protocol: /^https$/ })
    .max(500)
    .nullish(),
});

const refunded = z.object({
  id: z.string().min(1).max(120),
  status: z.enum(['done', 'sent', 'failed']),
  reason: z.string().max(200).nullish(),
});

/**
 * A gateway behind an address such as `https://key:webhook-secret@payments.example.com/v1?name=banco`: `POST {address}/charges` with the charge as JSON, the key as bearer and `idempotency-key`.
 *
 * It answers `{ id, reference?, url? }`. Money goes back by `POST {address}/refunds`, which answers `{ id, status, reason? }`.
 */
export const httpGateway = (address: string): PaymentGateway => {
  const { hostname, secret, option, ask } = outsideService(address);
  return {
    name: option('name') ?? hostname,
    webhookSecret: secret,
    open: async (charge) => {
      const response = await ask('/charges', { post: { body: charge, key: charge.key } });
      if (!response.ok) throw new Error(`the payment gateway answered ${response.status}`);
      const { id, reference = null, url = null } = answer.parse(await response.json());
      return { provider_ref: id, reference, url };
    },
    refund: async (refund) => {
      const response = await ask('/refunds', { post: { body: refund, key: refund.key } });
      if (!response.ok) throw new Error(`the payment gateway answered ${response.status}`);
      const { id, status, reason = null } = refunded.parse(await response.json());
      return { provider_ref: id, state: status, reason };
    },
  };
};
