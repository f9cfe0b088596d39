import { z } from 'zod';
import { outsideService } from '../outsideService';
import type { Push } from './Push';

const answer = z.object({ id: z.string().min(1).max(200), status: z.enum(['sent', 'delivered']).default('sent') });

/**
 * A service behind an address such as `https://key:webhook-secret@push.example.com/v1`: `POST {address}/messages` with the message as JSON, the key as bearer and `idempotency-key`.
 *
 * It answers `{ id, status? }` and knows the devices of a recipient.
 */
export const httpPush = (address: string): Push => {
  const { secret, ask } = outsideService(address);
  return {
    name: 'remote',
    webhookSecret: secret || undefined,
    send: async ({ key, ...message }) => {
      const response = await ask('/messages', { post: { body: message, key } });
      if (!response.ok) throw new Error(`the push service answered ${response.status}`);
      const { id, status } = answer.parse(await response.json());
      return { provider_ref: id, status };
    },
  };
};
