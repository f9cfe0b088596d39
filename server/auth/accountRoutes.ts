import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Account } from './accounts';
import { accountPage, codesPage, enrolPage, factorPage, passwordPage } from './accountPages';
import { cookieText, parseCookies, setCookie } from './cookies';
import { type Fields, fieldsOf, languageOf, sendCookies, showPage, textOf } from './exchange';
import { errorName, type Frame } from './layout';
import { judgeNewPassword } from './newPassword';
import { fingerprint, sameText } from '../kernel/secrets';
import { sessionId } from './sessions';
import type { Site } from './site';
import type { SiteParts } from './SiteParts';

const path = '/account';

/** The person on their account pages, and what they sent. */
interface Visit {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly sid: string;
  readonly account: Account;
  readonly sent: Fields;
  readonly frame: Frame;
  /** The token in the forms of these pages, valid for this session only. */
  readonly token: string;
}

type Act = (visit: Visit) => Promise<FastifyReply> | FastifyReply;

/** What the routes of the account share: the visitor, how a page is shown, and redirects. */
const createVisits = ({ accounts, deps, lockout, origins, passwords, sessions }: SiteParts, site: Site) => {
  const goTo = (request: FastifyRequest, reply: FastifyReply, at: string, query: Readonly<Record<string, string>> = {}): FastifyReply =>
    reply.redirect(`${deps.basePath}${at}?${new URLSearchParams({ ...query, lng: languageOf(request) })}`, 303);

  /** Only signed-in people pass, and changes need the token of their session. */
  const visit =
    (act: Act) =>
    async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
      const sid = await site.sidOf(parseCookies(request.headers.cookie));
      const session = sid === null ? null : await sessions.touch(sid);
      const account = session && (await accounts.byId(session.user.userid));
      if (sid === null || !account)
        return goTo(request, reply, '/signin', { error: 'SessionRequired', callbackUrl: `${deps.origin}${deps.basePath}${path}` });
      const sent = fieldsOf(request.body);
      const token = fingerprint(deps.secret, 'form of the account', sid);
      if (request.method === 'POST' && !sameText(textOf(sent['token']), token)) return goTo(request, reply, path, { error: 'MissingCSRF' });
      const frame: Frame = { deps, language: languageOf(request), callbackUrl: origins.safeCallbackUrl(null), query: {} };
      return act({ request, reply, sid, account, sent, token, frame });
    };

  const show = ({ reply }: Visit, html: string): FastifyReply => showPage(deps, reply, html);
  const stateOf = ({ request, token }: Visit) => {
    const { error, done } = fieldsOf(request.query);
    return { token, error: errorName(error, undefined), done };
  };

  /** An open session is not enough to change how a person signs in: the password is asked again, with the same limits as a code. */
  const knowsPassword = async ({ account, sent }: Visit): Promise<string | null> => {
    if (!(await lockout.attemptCode(account.userid))) return 'locked';
    return (await passwords.verify(account.hash, textOf(sent['password']))) ? null : 'wrongProof';
  };
  return { goTo, visit, show, stateOf, knowsPassword };
};
type Visits = ReturnType<typeof createVisits>;

const sessionRoutes = (
  app: FastifyInstance,
  { names, secondFactor, sessions }: SiteParts,
  { goTo, show, stateOf, visit }: Visits,
): void => {
  app.get(
    path,
    visit(async (each) => {
      const { account, frame, sid } = each;
      const factor = { on: await secondFactor.isOn(account.userid), codesLeft: await secondFactor.codesLeft(account.userid) };
      return show(
        each,
        accountPage(frame, {
          ...stateOf(each),
          email: account.email,
          current: sessionId(sid),
          sessions: await sessions.list(account.userid),
          secondFactor: factor,
        }),
      );
    }),
  );

  app.post(
    `${path}/sessions/end`,
    visit(async ({ account, reply, request, sent }) => {
      await sessions.end(account.userid, textOf(sent['id']));
      return goTo(request, reply, path, { done: 'sessionsEnded' });
    }),
  );

  app.post(
    `${path}/sessions/end-all`,
    visit(async ({ account, reply, request }) => {
      await sessions.endAll(account.userid);
      sendCookies(reply, [setCookie(names.session, '', 0)]);
      return goTo(request, reply, '/signin', { done: 'sessionsEnded' });
    }),
  );
};

const passwordRoutes = (app: FastifyInstance, parts: SiteParts, { goTo, knowsPassword, show, stateOf, visit }: Visits): void => {
  const { accounts, deps, devices, letters, lockout, names } = parts;
  app.get(
    `${path}/password`,
    visit((each) => show(each, passwordPage(each.frame, { ...stateOf(each), email: each.account.email }))),
  );

  app.post(
    `${path}/password`,
    visit(async (each) => {
      const { account, reply, request, sent } = each;
      const fresh = textOf(sent['fresh']);
      const wrong =
        (await judgeNewPassword(fresh, textOf(sent['again']), { email: account.email, published: deps.published ?? [] })) ??
        (await knowsPassword(each));
      if (wrong !== null) return goTo(request, reply, `${path}/password`, { error: wrong });
      await accounts.setPassword(account.userid, fresh);
      await lockout.forgiveCode(account.userid);
      await letters?.changed(account).catch((error: unknown) => request.log.error({ err: error }, 'a letter was not sent'));
      const changed = (await accounts.byId(account.userid)) ?? account;
      const device = devices.remember(cookieText(parseCookies(request.headers.cookie).get(names.device)), changed);
      sendCookies(reply, [setCookie(names.session, '', 0), setCookie(names.email, account.email, 120), device]);
      return goTo(request, reply, '/signin', { done: 'password' });
    }),
  );
};

const secondFactorRoutes = (
  app: FastifyInstance,
  { lockout, secondFactor }: SiteParts,
  { goTo, knowsPassword, show, stateOf, visit }: Visits,
): void => {
  app.post(
    `${path}/second-factor/start`,
    visit(async ({ account, reply, request }) => {
      await secondFactor.start(account.userid);
      return goTo(request, reply, `${path}/second-factor`);
    }),
  );

  app.get(
    `${path}/second-factor`,
    visit(async (each) => {
      const { account, frame, reply, request } = each;
      if (await secondFactor.isOn(account.userid)) return show(each, factorPage(frame, stateOf(each)));
      const enrolment = await secondFactor.pending(account.userid, account.email);
      return enrolment ? show(each, enrolPage(frame, enrolment, stateOf(each))) : goTo(request, reply, path);
    }),
  );

  app.post(
    `${path}/second-factor`,
    visit(async (each) => {
      const { account, frame, reply, request, sent } = each;
      const wrong = await knowsPassword(each);
      const codes = wrong === null ? await secondFactor.confirm(account.userid, textOf(sent['totp'])) : null;
      if (codes === null) return goTo(request, reply, `${path}/second-factor`, { error: wrong ?? 'wrongProof' });
      await lockout.forgiveCode(account.userid);
      return show(each, codesPage(frame, codes));
    }),
  );

  app.post(
    `${path}/second-factor/change`,
    visit(async (each) => {
      const { account, frame, reply, request, sent } = each;
      const wrong =
        (await knowsPassword(each)) ??
        ((await secondFactor.verify(account.userid, textOf(sent['totp']).slice(0, 64))) === 'right' ? null : 'wrongProof');
      if (wrong !== null) return goTo(request, reply, `${path}/second-factor`, { error: wrong });
      await lockout.forgiveCode(account.userid);
      if (sent['act'] !== 'off') return show(each, codesPage(frame, await secondFactor.renewCodes(account.userid)));
      await secondFactor.turnOff(account.userid);
      return goTo(request, reply, path, { done: 'secondFactorOff' });
    }),
  );
};

/** The account pages: sessions, password, second step. */
export const accountRoutes = (app: FastifyInstance, parts: SiteParts, site: Site): void => {
  const visits = createVisits(parts, site);
  sessionRoutes(app, parts, visits);
  passwordRoutes(app, parts, visits);
  secondFactorRoutes(app, parts, visits);
};
