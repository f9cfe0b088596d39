import { derive } from '../../kernel/secrets';
import type { Push } from './Push';

const secretLength = 32;

/** Stores the delivery and marks it as local; no phone is reached. For demonstrations. */
export const localPush = (secret: string): Push => ({
  name: 'local',
  webhookSecret: derive(secret, 'push service', secretLength).toString('base64url'),
  send: async ({ key }) => ({ provider_ref: `local-${key}`, status: 'sent' }),
});
