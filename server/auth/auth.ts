import type { FastifyInstance } from 'fastify';
import type { AuthDeps } from './AuthDeps';
import { parseCookies } from './cookies';
import { createParts, refuse } from './exchange';
import { guard } from './gates';
import { pageRoutes } from './pageRoutes';
import { protocolRoutes } from './protocolRoutes';
import { createSite } from './site';
import { createTokenMint } from './tokens';

export type { AuthDeps } from './AuthDeps';

/** Adds the authentication site and `/api/authenticate` to an application. */
export const registerAuth = async (app: FastifyInstance, deps: AuthDeps): Promise<void> => {
  const parts = createParts(deps);
  const site = createSite(parts);
  const tokens = createTokenMint(deps);

  await app.register(async (group) => {
    guard(group, parts, '/*');
    group.setNotFoundHandler((request, reply) => refuse(deps, request, reply, 404, 'notFound'));
    pageRoutes(group, parts, site);
    protocolRoutes(group, parts, site);
    group.get('/jwks', async () => tokens.jwks());
  }, { prefix: deps.basePath });

  await app.register(async (group) => {
    guard(group, parts, '/api/authenticate');
    group.post('/api/authenticate', async (request, reply) => {
      const sid = await site.sidOf(parseCookies(request.headers.cookie));
      const session = sid === null ? null : await parts.sessions.touch(sid);
      if (sid === null || session === null) return refuse(deps, request, reply, 401, 'unauthenticated');
      return reply.type('text/plain; charset=utf-8').send(await tokens.mint(sid, session));
    });
  });
};
