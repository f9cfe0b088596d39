import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type Account, normalizeEmail } from './accounts';
import { cookieText, parseCookies, setCookie } from './cookies';
import { fieldsOf, languageOf, sendCookies, showPage, textOf } from './exchange';
import type { Invitations } from './invitations';
import { errorName, type Frame } from './layout';
import type { Letters } from './letters';
import { judgeNewPassword } from './newPassword';
import { outboxPage } from './outboxPage';
import type { SiteParts } from './SiteParts';
import { deadTicketPage, forgotPage, resetPage } from './ticketPages';
import type { TicketHolder, Tickets } from './tickets';

const emailKept = 120; // seconds

/** What the pages around letters use; null when this installation cannot send any. */
export interface Writing {
  readonly letters: Letters;
  readonly invitations: Invitations;
}

/** Forgotten passwords and, in a demonstration, the stored letters. */
export const ticketRoutes = (app: FastifyInstance, parts: SiteParts, tickets: Tickets, writing: Writing | null): void => {
  const { accounts, afterwards, deps, devices, lockout, names, origins, showsLetters } = parts;
  const frameOf = (request: FastifyRequest, query: Readonly<Record<string, string>> = {}): Frame => ({
    deps,
    language: languageOf(request),
    callbackUrl: origins.safeCallbackUrl(null),
    query,
  });
  const goTo = (request: FastifyRequest, reply: FastifyReply, path: string, query: Readonly<Record<string, string>>): FastifyReply =>
    reply.redirect(`${deps.basePath}${path}?${new URLSearchParams({ ...query, lng: languageOf(request) })}`, 303);

  const writeTo = async (email: string, ip: string, { letters, invitations }: Writing): Promise<void> => {
    if (!(await lockout.attemptLetter(email, ip))) return;
    const account = await accounts.find(email);
    if (account?.status === 'active') await letters.reset(account);
    if (!account || account.status === 'invited') {
      await invitations.resend(email);
      await invitations.sendDue();
    }
  };

  app.get('/forgot', async (request, reply) => {
    const { error, done, request: requestId } = fieldsOf(request.query);
    return showPage(
      deps,
      reply,
      forgotPage(frameOf(request), { error: errorName(error, undefined), done, requestId, demonstrates: await showsLetters() }),
    );
  });

  app.post('/forgot', (request, reply) => {
    if (!writing) return goTo(request, reply, '/forgot', { error: 'EMAIL_REQUIRES_ADAPTER_ERROR', request: request.id });
    const email = normalizeEmail(textOf(fieldsOf(request.body)['email']).slice(0, 320));
    afterwards(request.log, () => writeTo(email, request.ip, writing));
    return goTo(request, reply, '/forgot', { done: 'sent' });
  });

  const dead = (request: FastifyRequest, reply: FastifyReply): FastifyReply =>
    showPage(deps, reply, deadTicketPage(frameOf(request), writing !== null), 410);

  const choosePassword = async (request: FastifyRequest, userid: number, holder: TicketHolder, fresh: string): Promise<void> => {
    await accounts.setPassword(userid, fresh);
    const account: Account | null = await accounts.byId(userid);
    if (writing && account && holder.hasPassword) afterwards(request.log, () => writing.letters.changed(account));
    await lockout.forgive({ email: normalizeEmail(holder.email), ip: request.ip, device: null });
  };

  /** Anybody who reads the mail of an account may sign in with this browser from now on, even while others guess the password. */
  const deviceCookie = async (request: FastifyRequest, userid: number): Promise<readonly string[]> => {
    const account = await accounts.byId(userid);
    return account ? [devices.remember(cookieText(parseCookies(request.headers.cookie).get(names.device)), account)] : [];
  };

  for (const purpose of ['reset', 'device'] as const) {
    app.get(`/${purpose}`, async (request, reply) => {
      const { ticket: given, error } = fieldsOf(request.query);
      const ticket = textOf(given);
      const holder = await tickets.peek(purpose, ticket);
      return holder
        ? showPage(deps, reply, resetPage(frameOf(request, { ticket }), purpose, holder, { ticket, error: errorName(error, undefined) }))
        : dead(request, reply);
    });

    app.post(`/${purpose}`, async (request, reply) => {
      const sent = fieldsOf(request.body);
      const ticket = textOf(sent['ticket']),
        fresh = textOf(sent['fresh']);
      const waiting = await tickets.peek(purpose, ticket);
      if (!waiting) return dead(request, reply);
      const wrong =
        purpose === 'reset'
          ? await judgeNewPassword(fresh, textOf(sent['again']), { email: waiting.email, published: deps.published ?? [] })
          : null;
      if (wrong !== null) return goTo(request, reply, `/${purpose}`, { ticket, error: wrong });
      const holder = await tickets.redeem(purpose, ticket);
      if (!holder || holder.userid === null) return dead(request, reply);
      if (purpose === 'reset') await choosePassword(request, holder.userid, holder, fresh);
      sendCookies(reply, [setCookie(names.email, holder.email, emailKept), ...(await deviceCookie(request, holder.userid))]);
      return goTo(request, reply, '/signin', { done: purpose });
    });
  }

  app.get('/outbox', async (request, reply) => {
    if (!deps.mail?.recent || !(await showsLetters())) return reply.callNotFound();
    return showPage(deps, reply, outboxPage(frameOf(request), await deps.mail.recent()));
  });
};
