import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { services, type Service } from '@/schema';
import { serviceSdl } from '@/schema/project/graphql';
import { openApi } from '@/schema/project/openapi/openApi';
import { partOf } from '@/schema/unknown';
import { fixedQueries } from '../../api/graphql/fixedQueries';
import { restOnly } from '../../api/services';
import { pageLanguage } from '../../auth/layout';
import type { ApiDeps } from '../../kernel/ApiDeps';
import { notFound } from '../../kernel/DomainError';
import { graphqlPage, kindPage, servicesPage, styles, type Described, type Frame } from './referencePages';

const policy = "default-src 'none'; style-src 'self'; img-src data:; base-uri 'none'; frame-ancestors 'none'";
const send = (reply: FastifyReply, html: string): FastifyReply =>
  reply
    .header('content-security-policy', policy)
    .header('cache-control', 'public, max-age=300')
    .header('vary', 'accept-language')
    .type('text/html; charset=utf-8')
    .send(html);

/**
 * `/docs`: the reference of the API for people, from the documents that the services answer. It is as open as those documents, and needs
 * no script.
 */
export const referenceRoutes = (app: FastifyInstance, { registry, translate }: ApiDeps, origin: string): void => {
  const describe = (service: Service): Described => ({
    service,
    document: openApi(service, registry),
    hasGraphql: !restOnly.has(service),
  });
  const named = (text: string): Service => {
    const service = services.find((each) => each === text);
    if (!service) throw notFound();
    return service;
  };
  const frameOf = (request: FastifyRequest): Frame => ({
    translate,
    language: pageLanguage(partOf(request.query, 'lng'), request.headers['accept-language']),
    origin,
    path: encodeURI(decodeURI(request.url.split('?')[0] ?? '/docs')),
  });
  app.get(styles.address, (_request, reply) =>
    reply.header('cache-control', 'public, max-age=31536000, immutable').type('text/css; charset=utf-8').send(styles.text),
  );
  app.get('/docs', (request, reply) => send(reply, servicesPage(frameOf(request), services.map(describe))));
  app.get<{ Params: { readonly service: string } }>('/docs/:service/graphql', (request, reply) => {
    const service = named(request.params.service);
    if (restOnly.has(service)) throw notFound();
    return send(reply, graphqlPage(frameOf(request), service, serviceSdl(service, registry, fixedQueries(service))));
  });
  app.get<{ Params: { readonly service: string; readonly kind: string } }>('/docs/:service/:kind', (request, reply) => {
    const { service, kind } = request.params;
    const html = kindPage(frameOf(request), describe(named(service)), kind);
    if (html === null) throw notFound();
    return send(reply, html);
  });
};
