import { escape, field, type Frame, hidden, layout, linkTo, notice, type Notice, postTo, sayIn } from './layout';

const focus = (on: boolean): string => (on ? ' autofocus' : '');
const codeField =
  'type="text" inputmode="text" autocomplete="one-time-code" autocapitalize="none" spellcheck="false" maxlength="32" required';

/** The contents of the login page besides its frame. */
export interface LoginState extends Notice {
  readonly csrfToken: string;
  readonly email: string;
  /** Whether letters can be sent, so that a forgotten password has a way out. */
  readonly writes: boolean;
  /** Whether the letters of this installation can be read here. */
  readonly demonstrates: boolean;
}

/** The login page: a plain form, so that it works without any script. */
export const loginPage = (frame: Frame, state: LoginState): string => {
  const say = sayIn(frame);
  const { html, wrong } = notice(frame, state);
  const own = hidden({ csrfToken: state.csrfToken, callbackUrl: frame.callbackUrl, lng: frame.language });
  return layout(
    frame,
    say('login.title'),
    `<p class="lead">${say('login.lead')}</p>
${html}
<form method="post" action="${postTo(frame, '/callback/credentials')}">
${own}
${field('email', say('login.email'), `type="email" inputmode="email" autocomplete="username" autocapitalize="none" spellcheck="false" maxlength="254" required value="${escape(state.email)}"${wrong}${focus(state.email === '')}`)}
${field('password', say('login.password'), `type="password" autocomplete="current-password" maxlength="1024" required${wrong}${focus(state.email !== '')}`)}
<button type="submit">${say('login.submit')}</button>
</form>
${frame.deps.company ? `<form class="other" method="post" action="${postTo(frame, '/signin/company')}">${own}<button class="plain" type="submit">${say('login.company')}</button></form>` : ''}
<p class="help">${state.writes ? `<a href="${linkTo(frame, '/forgot')}">${say('login.forgot')}</a>` : say('login.help')}</p>
${state.demonstrates ? `<p class="help"><a href="${linkTo(frame, '/outbox')}">${say('login.outbox')}</a></p>` : ''}`,
  );
};

/** The second of two forms: the code of the device, or a recovery code. */
export const codePage = (frame: Frame, state: Notice & { readonly csrfToken: string }): string => {
  const say = sayIn(frame);
  const { html, wrong } = notice(frame, state);
  return layout(
    frame,
    say('code.title'),
    `<p class="lead">${say('code.lead')}</p>
${html}
<form method="post" action="${postTo(frame, '/callback/credentials')}">
${hidden({ csrfToken: state.csrfToken, callbackUrl: frame.callbackUrl, lng: frame.language })}
${field('totp', say('code.code'), `${codeField}${wrong} autofocus`)}
<button type="submit">${say('code.submit')}</button>
</form>
<p class="help">${say('code.help')}</p>
<p class="help"><a href="${linkTo(frame, '/signin', { callbackUrl: frame.callbackUrl })}">${say('code.back')}</a></p>`,
  );
};

/** Asks before ending the session, because opening a link must never do it. */
export const logoutPage = (frame: Frame, csrfToken: string): string => {
  const say = sayIn(frame);
  return layout(
    frame,
    say('logout.title'),
    `<p class="lead">${say('logout.lead')}</p>
<form method="post" action="${postTo(frame, '/signout')}">
${hidden({ csrfToken, callbackUrl: frame.callbackUrl, lng: frame.language })}
<button type="submit">${say('logout.submit')}</button>
</form>
<p class="help"><a href="${escape(frame.deps.appOrigins[0] ?? frame.deps.origin)}/">${say('logout.stay')}</a></p>
<p class="help"><a href="${linkTo(frame, '/account')}">${say('account.title')}</a></p>`,
  );
};

/** Says in one sentence what went wrong and offers a way back. */
export const errorPage = (frame: Frame, state: Notice): string => {
  const say = sayIn(frame);
  return layout(
    frame,
    say('error.title'),
    `${notice(frame, state).html}
<p class="help"><a href="${linkTo(frame, '/signin')}">${say('error.again')}</a></p>`,
  );
};
