import multipart from '@fastify/multipart';
import swagger from '@fastify/swagger';
import type { FastifyInstance } from 'fastify';
import { services, type Service } from '@/schema';
import { openApi } from '@/schema/project/openapi/openApi';
import type { ApiDeps } from '../kernel/ApiDeps';
import { callOf } from '../kernel/callOf';
import { graphqlService } from './graphql/graphqlService';
import type { FilePlaces } from './files/keepFile';
import { resourceRoutes } from './rest/restRoutes';
import { recentRuns } from './actions/runs';
import { inTransaction } from '../kernel/transaction';

/** The only service without GraphQL. */
export const restOnly: ReadonlySet<string> = new Set<string>(['kits']);
/** The limits of one write by multipart: its files, and the bytes of its values. */
const mostFiles = 10,
  mostValues = 1024 * 1024;

/** What a feature adds to a service besides its resources. */
export type ServiceRoutes = (scope: FastifyInstance, deps: ApiDeps) => void;

interface ServiceOptions {
  readonly development: boolean;
  readonly places: FilePlaces;
  readonly routes: { readonly [S in Service]?: readonly ServiceRoutes[] };
}

/** The eight v2 services: REST for all, GraphQL for seven, and the OpenAPI document of each. */
export const registerServices = (app: FastifyInstance, deps: ApiDeps, options: ServiceOptions): void => {
  const limits = { files: mostFiles, fields: 1, fieldSize: mostValues, fileSize: Math.max(...Object.values(options.places.limits)) };
  for (const service of services) {
    if (!restOnly.has(service)) graphqlService(app, deps, service, options);
    const served = deps.registry.all.filter((resource) => resource.service === service);
    void app.register(
      async (scope) => {
        await scope.register(swagger, { mode: 'static', specification: { document: openApi(service, deps.registry) as never } });
        await scope.register(multipart, { limits });
        scope.get('/openapi.json', async () => scope.swagger());
        for (const resource of served) resourceRoutes(scope, deps, resource, options.places);
        if (service === 'organization')
          scope.get('/permissions', (request) => inTransaction(deps, callOf(request), 'read', async (tx) => tx.grants));
        for (const routes of options.routes[service] ?? []) routes(scope, deps);
        if (service === 'general')
          scope.get('/runs', (request) =>
            inTransaction(deps, callOf(request), 'read', async (tx) => ({ items: await recentRuns(tx, deps.translate) })),
          );
      },
      { prefix: `/v2/${service}` },
    );
  }
};
