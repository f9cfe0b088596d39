import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { toShortLine } from '../kernel/toOneLine';
import { parseCookies, setCookie } from './cookies';
import { fieldsOf, languageOf, sendCookies, showPage, textOf } from './exchange';
import { answerPage, beginPage, otherPersonPage, signInFirstPage, type Asked } from './invitationPages';
import { errorName, type Frame } from './layout';
import { judgeNewPassword } from './newPassword';
import { offerIn } from './offer';
import type { Site } from './site';
import type { SiteParts } from './SiteParts';
import { deadTicketPage } from './ticketPages';
import type { TicketHolder, Tickets } from './tickets';

const path = '/invitation',
  emailKept = 120, // seconds
  longestName = 80;

/** The viewer of an invitation: a signed-in person, or somebody unknown. */
interface Visitor {
  readonly sid: string;
  readonly userid: number;
}
type Invited = TicketHolder & { readonly membershipid: number };

/** What showing and answering an invitation share: the viewer, the invited person, and the pages. */
const createVisits = ({ accounts, deps, origins, sessions }: SiteParts, site: Site, tickets: Tickets) => {
  const home = origins.safeCallbackUrl(null);
  const frameOf = (request: FastifyRequest, ticket: string): Frame => ({
    deps,
    language: languageOf(request),
    callbackUrl: home,
    query: { ticket },
  });
  const goTo = (request: FastifyRequest, reply: FastifyReply, at: string, query: Readonly<Record<string, string>>): FastifyReply =>
    reply.redirect(`${deps.basePath}${at}?${new URLSearchParams({ ...query, lng: languageOf(request) })}`, 303);
  const dead = (request: FastifyRequest, reply: FastifyReply): FastifyReply =>
    showPage(deps, reply, deadTicketPage({ ...frameOf(request, ''), query: {} }, deps.mail !== null), 410);

  const visitorOf = async (request: FastifyRequest): Promise<Visitor | null> => {
    const sid = await site.sidOf(parseCookies(request.headers.cookie));
    const session = sid === null ? null : await sessions.touch(sid);
    return sid !== null && session ? { sid, userid: session.user.userid } : null;
  };
  const invitedBy = async (ticket: string): Promise<Invited | null> => {
    const holder = await tickets.peek('invitation', ticket);
    return holder && holder.membershipid !== null ? { ...holder, membershipid: holder.membershipid } : null;
  };

  const show = async (request: FastifyRequest, reply: FastifyReply, ticket: string, holder: Invited): Promise<FastifyReply> => {
    const visitor = await visitorOf(request),
      frame = frameOf(request, ticket);
    if (visitor && visitor.userid !== holder.userid) return showPage(deps, reply, otherPersonPage(frame), 403);
    const invitation = await accounts.invitation(holder.membershipid);
    if (!invitation) return dead(request, reply);
    const asked: Asked = {
      ticket,
      email: holder.email,
      offer: offerIn(deps, frame.language, invitation),
      error: errorName(fieldsOf(request.query)['error'], undefined),
    };
    if (visitor) return showPage(deps, reply, answerPage(frame, asked));
    if (!holder.hasAccount) return showPage(deps, reply, beginPage(frame, asked, holder.name));
    return showPage(
      deps,
      reply,
      signInFirstPage(frame, asked, `${deps.origin}${deps.basePath}${path}?${new URLSearchParams({ ticket, lng: frame.language })}`),
    );
  };
  return { home, frameOf, goTo, dead, visitorOf, invitedBy, show };
};
type Visits = ReturnType<typeof createVisits>;

/** How an invitation is accepted: by a member, or by somebody who opens an account for it. */
const createAnswers = ({ accounts, deps, names, sessions }: SiteParts, tickets: Tickets, { dead, goTo, home }: Visits) => {
  const becomeMember = async (request: FastifyRequest, reply: FastifyReply, holder: Invited, visitor: Visitor): Promise<FastifyReply> => {
    const organizationid = await accounts.accept(visitor.userid, holder.membershipid, request.id);
    if (organizationid === null) return dead(request, reply);
    await sessions.choose(visitor.sid, organizationid);
    return reply.redirect(home, 303);
  };

  /** Nobody has an account with this address: the person with the letter opens one and accepts. */
  const begin = async (
    request: FastifyRequest,
    reply: FastifyReply,
    ticket: string,
    { email, membershipid }: Invited,
  ): Promise<FastifyReply> => {
    const sent = fieldsOf(request.body),
      fresh = textOf(sent['fresh']);
    const [first_name, last_name] = [
      toShortLine(textOf(sent['first_name']), longestName),
      toShortLine(textOf(sent['last_name']), longestName),
    ];
    const wrong =
      first_name === '' || last_name === ''
        ? 'nameMissing'
        : await judgeNewPassword(fresh, textOf(sent['again']), { email, published: deps.published ?? [] });
    if (wrong !== null) return goTo(request, reply, path, { ticket, error: wrong });
    const holder = await tickets.redeem('invitation', ticket);
    const userid = holder && (await accounts.open({ email, first_name, last_name, locale: languageOf(request) }, request.id));
    if (userid === null) return dead(request, reply);
    await accounts.setPassword(userid, fresh);
    await accounts.accept(userid, membershipid, request.id);
    sendCookies(reply, [setCookie(names.email, email, emailKept)]);
    return goTo(request, reply, '/signin', { done: 'invitation' });
  };
  return { becomeMember, begin };
};

/** The page behind the link of an invitation: only the invited person can accept or decline. */
export const invitationRoutes = (app: FastifyInstance, parts: SiteParts, site: Site, tickets: Tickets): void => {
  const { accounts, deps } = parts;
  const visits = createVisits(parts, site, tickets);
  const { dead, frameOf, goTo, home, invitedBy, show, visitorOf } = visits;
  const { becomeMember, begin } = createAnswers(parts, tickets, visits);

  app.get(path, async (request, reply) => {
    const ticket = textOf(fieldsOf(request.query)['ticket']);
    const holder = await invitedBy(ticket);
    return holder ? show(request, reply, ticket, holder) : dead(request, reply);
  });

  app.post(path, async (request, reply) => {
    const sent = fieldsOf(request.body),
      ticket = textOf(sent['ticket']);
    const holder = await invitedBy(ticket);
    if (!holder) return dead(request, reply);
    const visitor = await visitorOf(request);
    if (visitor && visitor.userid !== holder.userid) return showPage(deps, reply, otherPersonPage(frameOf(request, ticket)), 403);
    if (!visitor && holder.hasAccount) return goTo(request, reply, path, { ticket });
    if (sent['answer'] === 'decline') {
      await accounts.decline(holder.email, holder.membershipid, request.id);
      return visitor ? reply.redirect(home, 303) : goTo(request, reply, '/signin', { done: 'declined' });
    }
    return visitor ? becomeMember(request, reply, holder, visitor) : begin(request, reply, ticket, holder);
  });
};
