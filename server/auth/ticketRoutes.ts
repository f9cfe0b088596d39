import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type Account, normalizeEmail } from './accounts';
import { setCookie } from './cookies';
import { fieldsOf, languageOf, sendCookies, showPage, textOf } from './exchange';
import type { Invitations } from './invitations';
import { errorName, type Frame } from './layout';
import type { Letters } from './letters';
import { judgeNewPassword } from './newPassword';
import { outboxPage } from './outboxPage';
import type { SiteParts } from './SiteParts';
import { deadTicketPage, forgotPage, ticketPage } from './ticketPages';
import type { Purpose, TicketHolder, Tickets } from './tickets';

const emailKept = 120; // seconds

/** What the pages around letters work with; null where this installation cannot write any. */
export interface Writing { readonly letters: Letters; readonly invitations: Invitations }

/** Forgotten passwords, invitations and, in a demonstration, the letters themselves. */
export const ticketRoutes = (app: FastifyInstance, parts: SiteParts, tickets: Tickets, writing: Writing | null): void => {
  const { accounts, deps, lockout, names, origins } = parts;
  const frameOf = (request: FastifyRequest, query: Readonly<Record<string, string>> = {}): Frame =>
    ({ deps, language: languageOf(request), callbackUrl: origins.safeCallbackUrl(null), query });
  const goTo = (request: FastifyRequest, reply: FastifyReply, path: string, query: Readonly<Record<string, string>>): FastifyReply =>
    reply.redirect(`${deps.basePath}${path}?${new URLSearchParams({ ...query, lng: languageOf(request) })}`, 303);
  const demonstrates = async (): Promise<boolean> => deps.mail?.recent !== undefined && accounts.demonstrates();

  const underWay = new Set<Promise<void>>();
  app.addHook('onClose', async () => void await Promise.all(underWay));
  /** Works on after the answer has left, so that its time tells nothing either. */
  const afterwards = (request: FastifyRequest, work: () => Promise<void>): void => {
    const running = work().catch((error: unknown) => request.log.error({ err: error }, 'a letter was not sent')).finally(() => underWay.delete(running));
    underWay.add(running);
  };

  const writeTo = async (email: string, ip: string, { letters, invitations }: Writing): Promise<void> => {
    if (!await lockout.attemptLetter(email, ip)) return;
    const account = await accounts.find(email);
    if (account?.status === 'active') await letters.reset(account);
    if (account?.status === 'invited') {
      await invitations.resend(account.userid);
      await invitations.sendDue();
    }
  };

  app.get('/forgot', async (request, reply) => {
    const { error, done, request: requestId } = fieldsOf(request.query);
    return showPage(deps, reply, forgotPage(frameOf(request), { error: errorName(error, undefined), done, requestId, demonstrates: await demonstrates() }));
  });

  app.post('/forgot', (request, reply) => {
    if (!writing) return goTo(request, reply, '/forgot', { error: 'EMAIL_REQUIRES_ADAPTER_ERROR', request: request.id });
    const email = normalizeEmail(textOf(fieldsOf(request.body)['email']).slice(0, 320));
    afterwards(request, () => writeTo(email, request.ip, writing));
    return goTo(request, reply, '/forgot', { done: 'sent' });
  });

  const dead = (request: FastifyRequest, reply: FastifyReply): FastifyReply => showPage(deps, reply, deadTicketPage(frameOf(request), writing !== null), 410);

  const choosePassword = async (request: FastifyRequest, holder: TicketHolder, fresh: string): Promise<void> => {
    await accounts.setPassword(holder.userid, fresh);
    const account: Account | null = await accounts.byId(holder.userid);
    if (writing && account && holder.hasPassword) afterwards(request, () => writing.letters.changed(account));
  };

  const finish = async (request: FastifyRequest, purpose: Purpose, holder: TicketHolder, fresh: string | null): Promise<void> => {
    if (fresh !== null) await choosePassword(request, holder, fresh);
    if (purpose === 'invitation' && holder.membershipid !== null) await accounts.accept(holder.userid, holder.membershipid, request.id);
    if (purpose === 'reset') await lockout.forgive(holder.email, request.ip);
  };

  for (const purpose of ['reset', 'invitation'] as const) {
    app.get(`/${purpose}`, async (request, reply) => {
      const { ticket: given, error } = fieldsOf(request.query);
      const ticket = textOf(given);
      const holder = await tickets.peek(purpose, ticket);
      return holder ? showPage(deps, reply, ticketPage(frameOf(request, { ticket }), purpose, holder, { ticket, error: errorName(error, undefined) })) : dead(request, reply);
    });

    app.post(`/${purpose}`, async (request, reply) => {
      const sent = fieldsOf(request.body);
      const ticket = textOf(sent['ticket']);
      const waiting = await tickets.peek(purpose, ticket);
      if (!waiting) return dead(request, reply);
      const fresh = purpose === 'reset' || !waiting.hasPassword ? textOf(sent['fresh']) : null;
      const wrong = fresh === null ? null : judgeNewPassword(fresh, textOf(sent['again']), waiting.email);
      if (wrong !== null) return goTo(request, reply, `/${purpose}`, { ticket, error: wrong });
      const holder = await tickets.redeem(purpose, ticket);
      if (!holder) return dead(request, reply);
      await finish(request, purpose, holder, fresh);
      sendCookies(reply, [setCookie(names.email, holder.email, emailKept)]);
      return goTo(request, reply, '/signin', { done: purpose });
    });
  }

  app.get('/outbox', async (request, reply) => {
    if (!deps.mail?.recent || !await accounts.demonstrates()) return reply.callNotFound();
    return showPage(deps, reply, outboxPage(frameOf(request), await deps.mail.recent()));
  });
};
