import { renderSVG } from 'uqr';
import { escape, field, type Frame, hidden, layout, linkTo, notice, type Notice, postTo, sayIn } from './layout';
import type { Enrolment } from './secondFactor';
import type { OpenSession } from './sessions';
import { newPasswordFields } from './ticketPages';

/** The name of the product, of which this module knows nothing. */
const homeZone = 'America/Mexico_City';
const moment = (frame: Frame, at: Date): string =>
  escape(
    new Intl.DateTimeFormat(frame.language === 'es' ? 'es-MX' : 'en-GB', {
      day: '2-digit',
      month: '2-digit',
      year: 'numeric',
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
      timeZone: homeZone,
    }).format(at),
  );

const browsers: readonly (readonly [string, RegExp])[] = [
  ['Edge', /Edg\//],
  ['Opera', /OPR\//],
  ['Firefox', /Firefox\//],
  ['Chrome', /Chrome\//],
  ['Safari', /Safari\//],
];
const systems: readonly (readonly [string, RegExp])[] = [
  ['Android', /Android/],
  ['iOS', /iPhone|iPad/],
  ['Windows', /Windows/],
  ['macOS', /Mac OS/],
  ['Linux', /Linux/],
];
const firstOf = (names: typeof browsers, userAgent: string): string | undefined => names.find(([, mark]) => mark.test(userAgent))?.[0];
const deviceOf = (userAgent: string, unknown: string): string =>
  [firstOf(browsers, userAgent), firstOf(systems, userAgent)].filter(Boolean).join(' · ') || unknown;

/** The contents of the account page. */
export interface AccountState extends Notice {
  readonly token: string;
  readonly email: string;
  readonly current: string;
  readonly sessions: readonly OpenSession[];
  readonly secondFactor: { readonly on: boolean; readonly codesLeft: number };
}

const own = (frame: Frame, token: string): string => hidden({ token, lng: frame.language });
const code = 'type="text" inputmode="text" autocomplete="one-time-code" autocapitalize="none" spellcheck="false" maxlength="32" required';
const proofFields = (frame: Frame, wrong: string): string => {
  const say = sayIn(frame);
  return `${field('password', say('login.password'), `type="password" autocomplete="current-password" maxlength="1024" required${wrong}`)}
${field('totp', say('code.code'), `${code}${wrong}`)}`;
};

const sessionItem = (frame: Frame, state: AccountState, session: OpenSession): string => {
  const say = sayIn(frame);
  const isThis = session.id === state.current;
  const device = escape(deviceOf(session.userAgent, frame.deps.translate('auth.account.unknownDevice', frame.language)));
  const act = isThis
    ? `<span class="here">${say('account.thisOne')}</span>`
    : `<form method="post" action="${postTo(frame, '/account/sessions/end')}">${own(frame, state.token)}${hidden({ id: session.id })}<button class="plain small" type="submit" aria-label="${say('account.end')}: ${device}, ${moment(frame, session.lastActive)}">${say('account.end')}</button></form>`;
  return `<li><div><strong>${device}</strong><br><span class="soft">${moment(frame, session.lastActive)} · ${escape(session.ip)}</span></div>${act}</li>`;
};

/** The account page: the second step, the password, and the open sessions. */
export const accountPage = (frame: Frame, state: AccountState): string => {
  const say = sayIn(frame);
  const { on, codesLeft } = state.secondFactor;
  const factor = on
    ? `<p>${say('account.factorOn')} ${say('account.codesLeft', { count: codesLeft })}</p><p><a href="${linkTo(frame, '/account/second-factor')}">${say('account.manageFactor')}</a></p>`
    : `<p>${say('account.factorOff')}</p><form method="post" action="${postTo(frame, '/account/second-factor/start')}">${own(frame, state.token)}<button type="submit">${say('account.turnOn')}</button></form>`;
  return layout(
    frame,
    say('account.title'),
    `<p class="lead">${escape(state.email)}</p>
${notice(frame, state).html}
<section aria-labelledby="factor"><h2 id="factor">${say('account.factor')}</h2>${factor}</section>
<section aria-labelledby="password"><h2 id="password">${say('login.password')}</h2><p><a href="${linkTo(frame, '/account/password')}">${say('account.changePassword')}</a></p></section>
<section aria-labelledby="sessions"><h2 id="sessions">${say('account.sessions')}</h2>
<ul class="sessions">${state.sessions.map((session) => sessionItem(frame, state, session)).join('')}</ul>
<form method="post" action="${postTo(frame, '/account/sessions/end-all')}">${own(frame, state.token)}<button class="plain" type="submit">${say('account.endAll')}</button></form></section>
<p class="help"><a href="${escape(frame.deps.appOrigins[0] ?? frame.deps.origin)}/">${say('account.back')}</a></p>`,
  );
};

interface FactorState extends Notice {
  readonly token: string;
}
const backToAccount = (frame: Frame): string =>
  `<p class="help"><a href="${linkTo(frame, '/account')}">${sayIn(frame)('account.title')}</a></p>`;

/** Shows a new secret as a picture and as text, and asks for a code that proves that a device knows it. */
export const enrolPage = (frame: Frame, { uri, secret }: Enrolment, state: FactorState): string => {
  const say = sayIn(frame);
  const { html, wrong } = notice(frame, state);
  const picture = renderSVG(uri, { border: 3 }).replace('<svg ', `<svg class="qr" role="img" aria-label="${say('enrol.picture')}" `);
  return layout(
    frame,
    say('enrol.title'),
    `<p class="lead">${say('enrol.lead')}</p>
${html}
<ol class="steps"><li>${say('enrol.scan')}${picture}
<p>${say('enrol.manual')}</p><p><code class="secret">${escape((secret.match(/.{1,4}/g) ?? []).join(' '))}</code></p></li>
<li>${say('enrol.prove')}
<form method="post" action="${postTo(frame, '/account/second-factor')}">
${own(frame, state.token)}
${proofFields(frame, wrong)}
<button type="submit">${say('account.turnOn')}</button>
</form></li></ol>
${backToAccount(frame)}`,
  );
};

/** The choices after the second step is on: new recovery codes, or turning it off. */
export const factorPage = (frame: Frame, state: FactorState): string => {
  const say = sayIn(frame);
  const { html, wrong } = notice(frame, state);
  return layout(
    frame,
    say('account.factor'),
    `<p class="lead">${say('factor.lead')}</p>
${html}
<form method="post" action="${postTo(frame, '/account/second-factor/change')}">
${own(frame, state.token)}
${proofFields(frame, wrong)}
<button type="submit" name="act" value="codes">${say('factor.renew')}</button>
<button class="plain" type="submit" name="act" value="off">${say('factor.turnOff')}</button>
</form>
${backToAccount(frame)}`,
  );
};

/** Shows the recovery codes, the only time that they can be read. */
export const codesPage = (frame: Frame, codes: readonly string[]): string => {
  const say = sayIn(frame);
  return layout(
    frame,
    say('codes.title'),
    `<p class="lead">${say('codes.lead')}</p>
<ul class="codes">${codes.map((each) => `<li><code>${escape(each)}</code></li>`).join('')}</ul>
<p class="help"><a href="${linkTo(frame, '/account')}">${say('codes.kept')}</a></p>`,
  );
};

/** Changes one's own password. */
export const passwordPage = (frame: Frame, state: FactorState & { readonly email: string }): string => {
  const say = sayIn(frame);
  const { html, wrong } = notice(frame, state);
  return layout(
    frame,
    say('account.changePassword'),
    `${html}
<form method="post" action="${postTo(frame, '/account/password')}">
${own(frame, state.token)}
<input class="gone" type="text" name="username" autocomplete="username" value="${escape(state.email)}" readonly tabindex="-1" aria-hidden="true">
${field('password', say('password.current'), `type="password" autocomplete="current-password" maxlength="1024" required${wrong}`)}
${newPasswordFields(frame, wrong)}
<button type="submit">${say('account.changePassword')}</button>
</form>
${backToAccount(frame)}`,
  );
};
