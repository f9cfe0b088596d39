import { httpPush } from './httpPush';
import { localPush } from './localPush';
import type { Push } from './Push';

interface PushConfig {
  readonly pushService: string | undefined;
  readonly production: boolean;
  readonly authSecret: string;
}

/** The push service that is configured, the local one where people try the product out, and none in production without one. */
export const createPush = ({ pushService, production, authSecret }: PushConfig): Push | null => {
  if (pushService !== undefined) return httpPush(pushService);
  return production ? null : localPush(authSecret);
};
