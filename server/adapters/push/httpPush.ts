import { z } from 'zod';
import type { Push } from './Push';

const sendMs = 15_000;
const answer = z.object({ id: z.string().min(1).max(200), status: z.enum(['sent', 'delivered']).default('sent') });

/**
 * A service behind an address such as `https://key:webhook-secret@push.example.com/v1`: `POST {address}/messages` with the message as JSON, the key as bearer and `idempotency-key`.
 *
 * It answers `{ id, status? }` and knows the devices of a recipient; redirects are not followed, since they would carry the key elsewhere.
 */
export const httpPush = (address: string): Push => {
  const { origin, pathname, username, password } = new URL(address);
  return {
    name: 'remote', webhookSecret: password === '' ? undefined : decodeURIComponent(password),
    send: async ({ key, ...message }) => {
      const response = await fetch(`${origin}${pathname.replace(/\/$/, '')}/messages`, {
        method: 'POST', redirect: 'error', signal: AbortSignal.timeout(sendMs), body: JSON.stringify(message),
        headers: { 'content-type': 'application/json', authorization: `Bearer ${decodeURIComponent(username)}`, 'idempotency-key': key },
      });
      if (!response.ok) throw new Error(`the push service answered ${response.status}`);
      const { id, status } = answer.parse(await response.json());
      return { provider_ref: id, status };
    },
  };
};
