import type { FastifyInstance, FastifyRequest } from 'fastify';
import { NoSchemaIntrospectionCustomRule, type ExecutionResult, type GraphQLResolveInfo } from 'graphql';
import mercurius, { type MercuriusContext } from 'mercurius';
import type { AnyResource, Service } from '@/schema';
import { oneRoot, serviceSdl } from '@/schema/project/graphql';
import type { ApiDeps } from '../ApiDeps';
import { callOf } from '../callOf';
import { localeOf } from '../messages';
import { readList, type ListQuery } from '../list/readList';
import { readOne } from '../list/readOne';
import { noteReads } from '../noteReads';
import { inTransaction, type Call } from '../transaction';
import { fixedQueries } from './fixedQueries';
import { overHttp } from './overHttp';
import { presentErrors } from './presentErrors';
import { fewRootFields, oneOperation } from './rules';
import { Filter, Json } from './scalars';
import { listAsked, recordAsked } from './selectionOf';

declare module 'mercurius' {
  interface MercuriusContext { readonly call: Call; readonly deps: ApiDeps }
}

const depth = 6, kept = 512, maxTokens = 4000;

const rootsOf = (resource: AnyResource) => ({
  [resource.name]: (_: unknown, query: ListQuery, { deps, call }: MercuriusContext, info: GraphQLResolveInfo) =>
    inTransaction(deps, call, 'read', async (tx) => {
      const page = await readList(tx, resource, query, listAsked(info, resource, tx.registry));
      await noteReads(tx, resource, page.items);
      return page;
    }),
  [oneRoot(resource)]: (_: unknown, args: Readonly<Record<string, number>>, { deps, call }: MercuriusContext, info: GraphQLResolveInfo) =>
    inTransaction(deps, call, 'read', async (tx) => {
      const row = await readOne(tx, resource, args[resource.key] ?? 0, recordAsked(info, resource, tx.registry));
      await noteReads(tx, resource, [row]);
      return row;
    }),
});

/** The GraphQL endpoint of one service, at `/v2/{service}/_/graphql`. */
export const graphqlService = (app: FastifyInstance, deps: ApiDeps, service: Service, { introspection }: { readonly introspection: boolean }): void => {
  const served = deps.registry.all.filter((resource) => resource.service === service);
  const fixed = fixedQueries(service);
  void app.register(async (scope) => {
    overHttp(scope);
    await scope.register(mercurius, {
      schema: serviceSdl(service, deps.registry, fixed), path: '/graphql', jit: 1, queryDepth: depth, graphiql: false, cache: kept, allowBatchedQueries: false,
      resolvers: { Filter, JSON: Json, Query: { service: () => service, ...Object.assign({}, ...served.map(rootsOf)), ...fixed?.resolvers } },
      context: (request: FastifyRequest) => ({ call: callOf(request), deps }),
      validationRules: [oneOperation, fewRootFields, ...(introspection ? [] : [NoSchemaIntrospectionCustomRule])],
      additionalRouteOptions: { bodyLimit: 128 * 1024 },
      graphql: { parseOptions: { maxTokens }, validateOptions: { maxErrors: 5 } },
      errorFormatter: (result: ExecutionResult, context) => {
        const request = (context as Partial<MercuriusContext> | null)?.reply?.request;
        const { failed, ...presented } = presentErrors(deps.translate, localeOf(request?.headers['accept-language']), result, request?.id);
        if (failed) for (const error of result.errors ?? []) request?.log.error({ err: error.originalError ?? error }, 'graphql');
        return presented;
      },
    });
    if (!fixed) return;
    scope.graphql.extendSchema(fixed.extension);
    scope.graphql.defineResolvers(fixed.extended as never);
  }, { prefix: `/v2/${service}/_` });
};
