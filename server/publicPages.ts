import type { FastifyInstance } from 'fastify';
import type { PaymentGateway } from './adapters/paymentGateway/PaymentGateway';
import { localGatewayName } from './adapters/paymentGateway/localGateway';
import type { FilePlaces } from './api/files/keepFile';
import type { Config } from './config';
import { claimRoutes } from './features/claims/claimRoutes';
import { affiliationRoutes } from './features/fmtri/affiliationRoutes';
import { referenceRoutes } from './features/reference/referenceRoutes';
import { followupRoutes } from './features/followup/followupRoutes';
import { unsubscribeRoutes } from './features/unsubscribing/unsubscribeRoutes';
import { signRoutes } from './features/signing/signRoutes';
import { feedRoutes } from './features/siteFeed/feedRoutes';
import { localCardRoutes } from './features/localCards/localCardRoutes';
import { siteRoutes } from './features/site/siteRoutes';
import type { Signals } from './jobs/openSignals';
import type { ApiDeps } from './kernel/ApiDeps';

const mostLooks = 120;
/** Everybody at a finish line shares one address. */
const usualSiteLooks = 1_200;

interface PublicOptions {
  readonly places: FilePlaces;
  readonly mostRequests: number | false;
  readonly mostSiteLooks?: number | undefined;
  readonly signals?: Signals | undefined;
  readonly gateway: PaymentGateway | null;
}

/** The pages of links that people without an account have, each group with its own limits. */
export const publicPages = async (
  app: FastifyInstance,
  api: ApiDeps,
  { authSecret: secret, publicOrigin: origin }: Config,
  { places, mostRequests, mostSiteLooks = usualSiteLooks, signals, gateway }: PublicOptions,
): Promise<void> => {
  const looks = mostRequests === false ? false : Math.min(mostRequests, mostLooks);
  await app.register(async (scope) => claimRoutes(scope, api, { mostLooks: looks, places }));
  await app.register(async (scope) => followupRoutes(scope, api.pool, { secret, mostLooks: looks, signals }));
  await app.register(async (scope) =>
    siteRoutes(scope, api, {
      origin,
      secret,
      storages: places.storages,
      drawings: places.drawings,
      mostLooks: mostRequests === false ? false : mostSiteLooks,
    }),
  );
  await app.register(async (scope) =>
    feedRoutes(scope, api, { secret, origin, mostLooks: mostRequests === false ? false : mostSiteLooks }),
  );
  await app.register(async (scope) => signRoutes(scope, api, { secret, origin, mostLooks: looks, places }));
  await app.register(async (scope) => affiliationRoutes(scope, api, { secret, origin, mostLooks: looks, places, gateway }));
  if (gateway?.name === localGatewayName) await app.register(async (scope) => localCardRoutes(scope, api, looks));
  await app.register(async (scope) => referenceRoutes(scope, api, origin));
  await app.register(async (scope) => unsubscribeRoutes(scope, api, { secret, mostLooks: looks }));
};
