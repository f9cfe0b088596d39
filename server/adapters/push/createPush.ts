import { httpPush } from './httpPush';
import { localPush } from './localPush';
import type { Push } from './Push';

interface PushConfig {
  readonly pushService: string | undefined;
  readonly production: boolean;
  readonly authSecret: string;
}

/** The configured push service, the local one in a demonstration, and none in production without configuration. */
export const createPush = ({ pushService, production, authSecret }: PushConfig): Push | null => {
  if (pushService !== undefined) return httpPush(pushService);
  return production ? null : localPush(authSecret);
};
