import type { FastifyInstance } from 'fastify';
import type { FilePlaces } from './api/files/keepFile';
import type { Config } from './config';
import { followupRoutes } from './features/followup/followupRoutes';
import { signRoutes } from './features/signing/signRoutes';
import type { ApiDeps } from './kernel/ApiDeps';

const mostLooks = 120;

/** The pages of links that people without an account have, each group with its own limits. */
export const publicPages = async (
  app: FastifyInstance,
  api: ApiDeps,
  { authSecret: secret, publicOrigin: origin }: Config,
  { places, mostRequests }: { readonly places: FilePlaces; readonly mostRequests: number | false },
): Promise<void> => {
  const looks = mostRequests === false ? false : Math.min(mostRequests, mostLooks);
  await app.register(async (scope) => followupRoutes(scope, api.pool, { secret, mostLooks: looks }));
  await app.register(async (scope) => signRoutes(scope, api, { secret, origin, mostLooks: looks, places }));
};
