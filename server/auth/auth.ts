import type { FastifyInstance } from 'fastify';
import { accountRoutes } from './accountRoutes';
import { createAfterwards } from './afterwards';
import type { AuthDeps } from './AuthDeps';
import { parseCookies } from './cookies';
import { createParts, refuse } from './exchange';
import { guard } from './gates';
import { invitationRoutes } from './invitationRoutes';
import { createInvitations, type Invitations } from './invitations';
import { createLetters } from './letters';
import { pageRoutes } from './pageRoutes';
import { protocolRoutes } from './protocolRoutes';
import { createSite } from './site';
import { ticketRoutes, type Writing } from './ticketRoutes';
import { createTickets, type Tickets } from './tickets';
import { createTokenMint } from './tokens';

export type { AuthDeps } from './AuthDeps';

const usualInviteEveryMs = 5000;

const createWriting = (app: FastifyInstance, deps: AuthDeps, tickets: Tickets): Writing | null => {
  if (!deps.mail) return null;
  const letters = createLetters(deps, deps.mail, tickets);
  return { letters, invitations: createInvitations(deps.pool, letters, app.log) };
};

/** Looks for invitations to send while the application runs, one look at a time. */
const keepInviting = (app: FastifyInstance, { sendDue }: Invitations, everyMs = usualInviteEveryMs): void => {
  let looking: Promise<void> | null = null;
  const look = (): void => {
    looking ??= sendDue()
      .catch((error: unknown) => app.log.error({ err: error }, 'invitations'))
      .finally(() => {
        looking = null;
      });
  };
  let timer: NodeJS.Timeout | undefined;
  app.addHook('onListen', () => {
    look();
    timer = setInterval(look, everyMs).unref();
  });
  app.addHook('onClose', async () => {
    clearInterval(timer);
    await looking;
  });
};

/** Adds the authentication site and `/api/authenticate` to an application. */
export const registerAuth = async (app: FastifyInstance, deps: AuthDeps): Promise<void> => {
  const tickets = createTickets(deps.pool, deps.secret);
  const writing = createWriting(app, deps, tickets);
  const parts = createParts(deps, writing?.letters ?? null, createAfterwards(app));
  const site = createSite(parts);
  const tokens = createTokenMint(deps);
  if (writing) keepInviting(app, writing.invitations, deps.inviteEveryMs);

  await app.register(
    async (group) => {
      guard(group, parts, '/*');
      pageRoutes(group, parts, site);
      ticketRoutes(group, parts, tickets, writing);
      invitationRoutes(group, parts, site, tickets);
      accountRoutes(group, parts, site);
      protocolRoutes(group, parts, site);
      group.get('/jwks', async () => tokens.jwks());
    },
    { prefix: deps.basePath },
  );

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
