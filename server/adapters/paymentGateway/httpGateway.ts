import { z } from 'zod';
import type { PaymentGateway } from './PaymentGateway';

const openMs = 15_000;
const answer = z.object({ id: z.string().min(1).max(120), reference: z.string().max(120).nullish(), url: z.url({ protocol: /^https$/ }).max(500).nullish() });

/**
 * A gateway behind an address such as `https://key:webhook-secret@payments.example.com/v1?name=banco`: `POST {address}/charges` with the charge as JSON, the key as bearer and `idempotency-key`.
 *
 * It answers `{ id, reference?, url? }`; redirects are not followed, since they would carry the key elsewhere.
 */
export const httpGateway = (address: string): PaymentGateway => {
  const { origin, pathname, username, password, searchParams, hostname } = new URL(address);
  return {
    name: searchParams.get('name') ?? hostname,
    webhookSecret: decodeURIComponent(password),
    open: async (charge) => {
      const response = await fetch(`${origin}${pathname.replace(/\/$/, '')}/charges`, {
        method: 'POST', redirect: 'error', signal: AbortSignal.timeout(openMs), body: JSON.stringify(charge),
        headers: { 'content-type': 'application/json', authorization: `Bearer ${decodeURIComponent(username)}`, 'idempotency-key': charge.key },
      });
      if (!response.ok) throw new Error(`the payment gateway answered ${response.status}`);
      const { id, reference = null, url = null } = answer.parse(await response.json());
      return { provider_ref: id, reference, url };
    },
  };
};
