import { z } from 'zod';
import { outsideService } from '../outsideService';
import type { BillingGateway, Collected } from './StoredCards';

const answer = z.object({
  id: z.string().min(1).max(120),
  reference: z.string().max(120).nullish(),
  url: z
    .url({ protocol: /^https$/ })
    .max(500)
    .nullish(),
});

const notSettled = 404;
const refunded = z.object({
  id: z.string().min(1).max(120),
  status: z.enum(['done', 'sent', 'failed']),
  reason: z.string().max(200).nullish(),
});

const cardPage = z.object({ id: z.string().min(1).max(120), url: z.url({ protocol: /^https$/ }).max(500) });
const collection = z.object({
  id: z.string().min(1).max(120),
  status: z.enum(['paid', 'declined', 'sent']),
  decline_code: z.string().max(60).nullish(),
});
const collectedIn = async (response: Response): Promise<Collected> => {
  const { id, status, decline_code = null } = collection.parse(await response.json());
  return { provider_ref: id, state: status, decline_code };
};

/**
 * A gateway behind an address such as `https://key:webhook-secret@payments.example.com/v1?name=banco`: `POST {address}/charges` with the charge as JSON, the key as bearer and `idempotency-key`.
 *
 * It answers `{ id, reference?, url? }`. Money goes back by `POST {address}/refunds`, which answers `{ id, status, reason? }`.
 * A card is stored on a page from `POST {address}/cards`, and charged by `POST {address}/collections`; `GET {address}/collections/{key}` says what became of that.
 * What was settled for a day is `GET {address}/settlements/2027-01-31`, a CSV, or 404 while it is not settled.
 */
export const httpGateway = (address: string): BillingGateway => {
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
    askCard: async (page) => {
      const response = await ask('/cards', { post: { body: page, key: page.key } });
      if (!response.ok) throw new Error(`the payment gateway answered ${response.status}`);
      const { id, url } = cardPage.parse(await response.json());
      return { session: id, url };
    },
    collect: async (money) => {
      const response = await ask('/collections', { post: { body: money, key: money.key } });
      if (!response.ok) throw new Error(`the payment gateway answered ${response.status}`);
      return collectedIn(response);
    },
    lookUp: async (key) => {
      const response = await ask(`/collections/${encodeURIComponent(key)}`);
      if (response.status === 404) return null;
      if (!response.ok) throw new Error(`the payment gateway answered ${response.status}`);
      return collectedIn(response);
    },
    settlement: async (day) => {
      const response = await ask(`/settlements/${day}`);
      if (response.status === notSettled) return null;
      if (!response.ok) throw new Error(`the payment gateway answered ${response.status}`);
      return response.text();
    },
  };
};
