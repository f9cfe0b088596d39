import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Kind, NoSchemaIntrospectionCustomRule, type DocumentNode, type ExecutionResult, type GraphQLResolveInfo } from 'graphql';
import mercurius, { type MercuriusContext } from 'mercurius';
import type { AnyResource, Service } from '@/schema';
import { oneRoot, serviceSdl } from '@/schema/project/graphql';
import type { ApiDeps, Bearer } from '../../kernel/ApiDeps';
import { noteCalled } from '../../kernel/calledFor';
import { callOf } from '../../kernel/callOf';
import { localeOf } from '../../kernel/messages';
import { readList, type ListQuery } from '../list/readList';
import { readOne } from '../list/readOne';
import { settleFilter, type AskedList } from '../list/settleFilter';
import { inWatchedRead, lookingAt, noteReads } from '../audit/noteReads';
import type { Call } from '../../kernel/transaction';
import { createAnswerCost, mostBytes, tooLong, type AnswerCost } from './answerCost';
import { judgeSize, refuseJson } from './documentSize';
import { fixedQueries } from './fixedQueries';
import { overHttp, shortAnswers } from './overHttp';
import { presentError } from '../../kernel/presentError';
import { presentErrors } from './presentErrors';
import { fewRootFields, oneOperation } from './rules';
import { Filter, Json } from './scalars';
import { listAsked, recordAsked } from './selectionOf';
import { createTurns, type TakeTurn } from './turns';

declare module 'mercurius' {
  interface MercuriusContext {
    readonly call: Call;
    readonly deps: ApiDeps;
    readonly answer: Answer;
    readonly takeTurn: TakeTurn;
  }
}
declare module 'fastify' {
  interface FastifyRequest {
    bearer: Bearer | null;
  }
}

/** What the root fields of a document have read so far, and the lists that all of them request. */
interface Answer {
  bytes: number;
  readonly asked: AskedList[];
}
const kept = 512,
  maxTokens = 4000;

/** Adds the rows of a root field to the size of the whole answer. */
const spend = (answer: Answer, bytes: number): void => {
  answer.bytes += bytes;
  if (answer.bytes > mostBytes) throw tooLong();
};

const rootsOf = (cost: AnswerCost) => (resource: AnyResource) => ({
  [resource.name]: (_: unknown, query: ListQuery, { deps, call, answer, takeTurn }: MercuriusContext, info: GraphQLResolveInfo) => {
    answer.asked.push({ resource, filter: query.filter });
    return takeTurn(async () => {
      const filter = await settleFilter({ deps, call, resource }, query.filter, answer.asked);
      const page = await inWatchedRead(deps, call, lookingAt(resource), async (tx, shows) => {
        const found = await readList(tx, resource, { ...query, filter }, listAsked(info, resource, tx.registry));
        await noteReads(tx, resource, found.items);
        shows(resource, found.items);
        return found;
      });
      spend(answer, cost.ofRows(info.fieldNodes[0], page.items));
      return page;
    });
  },
  [oneRoot(resource)]: (
    _: unknown,
    args: Readonly<Record<string, number>>,
    { deps, call, answer, takeTurn }: MercuriusContext,
    info: GraphQLResolveInfo,
  ) =>
    takeTurn(async () => {
      const row = await inWatchedRead(deps, call, 'read', async (tx, shows) => {
        const found = await readOne(tx, resource, args[resource.key] ?? 0, recordAsked(info, resource, tx.registry));
        await noteReads(tx, resource, [found]);
        shows(resource, [found], args[resource.key]);
        return found;
      });
      spend(answer, cost.ofRows(info.fieldNodes[0], [row]));
      return row;
    }),
});

/** The first root field of a document, by which its calls are counted. */
const rootFieldOf = ({ definitions }: DocumentNode): string | undefined =>
  definitions
    .flatMap((each) => (each.kind === Kind.OPERATION_DEFINITION ? each.selectionSet.selections : []))
    .flatMap((each) => (each.kind === Kind.FIELD ? [each.name.value] : []))[0];

/** The GraphQL endpoint of one service, at `/v2/{service}/_/graphql`. The bearer is verified before a query is parsed. */
export const graphqlService = (
  app: FastifyInstance,
  deps: ApiDeps,
  service: Service,
  { development }: { readonly development: boolean },
): void => {
  const served = deps.registry.all.filter((resource) => resource.service === service);
  const fixed = fixedQueries(service),
    cost = createAnswerCost(deps.registry);
  void app.register(
    async (scope) => {
      scope.decorateRequest('bearer', null);
      shortAnswers(scope, (request) => presentError(tooLong(), deps.translate, localeOf(request.headers['accept-language'])));
      overHttp(scope);
      scope.addHook('preHandler', async (request) => {
        request.bearer = await deps.verifyBearer(request.headers.authorization, request.ip);
      });
      await scope.register(mercurius, {
        schema: serviceSdl(service, deps.registry, fixed),
        path: '/graphql',
        jit: 1,
        graphiql: false,
        cache: kept,
        allowBatchedQueries: false,
        resolvers: {
          Filter,
          JSON: Json,
          Query: { service: () => service, ...Object.assign({}, ...served.map(rootsOf(cost))), ...fixed?.resolvers },
        },
        context: (request: FastifyRequest) => {
          const { bearer } = request;
          return {
            call: callOf(request),
            deps: bearer ? { ...deps, verifyBearer: async () => bearer } : deps,
            answer: { bytes: 0, asked: [] },
            takeTurn: createTurns(deps.pool),
          };
        },
        validationRules: [oneOperation, fewRootFields, ...(development ? [] : [NoSchemaIntrospectionCustomRule])],
        additionalRouteOptions: {
          bodyLimit: 128 * 1024,
          config: { onlyAsks: true, query: ['query', 'operationName', 'variables', 'extensions'] },
        },
        graphql: { parseOptions: { maxTokens }, validateOptions: { maxErrors: 5 } },
        errorFormatter: (result: ExecutionResult, context) => {
          const request = (context as Partial<MercuriusContext> | null)?.reply?.request;
          const { failed, refusal, ...presented } = presentErrors(
            { translate: deps.translate, locale: localeOf(request?.headers['accept-language']), suggests: development },
            result,
            request?.id,
          );
          if (refusal !== undefined) noteCalled(request, { refusal });
          if (failed) for (const error of result.errors ?? []) request?.log.error({ err: error.originalError ?? error }, 'graphql');
          return presented;
        },
      });
      scope.graphql.addHook('preParsing', async (_schema, source) => refuseJson(source));
      scope.graphql.addHook('preValidation', async (_schema, document) => judgeSize(document));
      scope.graphql.addHook('preExecution', async (schema, document, { reply }, variables) => {
        const field = rootFieldOf(document);
        if (field !== undefined) noteCalled(reply.request, { field });
        cost.judge(schema, document, variables ?? {});
      });
      if (!fixed) return;
      scope.graphql.extendSchema(fixed.extension);
      scope.graphql.defineResolvers(fixed.extended as never);
    },
    { prefix: `/v2/${service}/_` },
  );
};
