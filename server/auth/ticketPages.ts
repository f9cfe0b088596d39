import { escape, field, type Frame, hidden, layout, linkTo, notice, type Notice, postTo, sayIn } from './layout';
import { minPasswordLength } from './newPassword';
import type { TicketHolder } from './tickets';

/** The two fields for choosing a password. */
export const newPasswordFields = (frame: Frame, wrong: string): string => {
  const say = sayIn(frame);
  const shared = `type="password" autocomplete="new-password" minlength="${minPasswordLength}" maxlength="1024" required`;
  return `${field('fresh', say('password.fresh'), `${shared} aria-describedby="fresh-hint${wrong === '' ? '' : ' problem'}"`, say('password.rule', { min: minPasswordLength }))}
${field('again', say('password.again'), `${shared}${wrong}`)}`;
};

/** The same, after the name of the account, which password managers look for. */
export const newPasswordFor = (
  frame: Frame,
  email: string,
  wrong: string,
): string => `<input class="gone" type="text" name="username" autocomplete="username" value="${escape(email)}" readonly tabindex="-1" aria-hidden="true">
${newPasswordFields(frame, wrong)}`;

/** Asks for the e-mail that a link is sent to. The answer does not reveal whether the account exists. */
export const forgotPage = (frame: Frame, state: Notice & { readonly demonstrates: boolean }): string => {
  const say = sayIn(frame);
  const { html, wrong } = notice(frame, state);
  const back = `<p class="help"><a href="${linkTo(frame, '/signin')}">${say('error.again')}</a></p>`;
  const outbox = state.demonstrates ? `<p class="help"><a href="${linkTo(frame, '/outbox')}">${say('login.outbox')}</a></p>` : '';
  if (state.done === 'sent' && !state.error) return layout(frame, say('forgot.title'), `${html}${back}${outbox}`);
  return layout(
    frame,
    say('forgot.title'),
    `<p class="lead">${say('forgot.lead')}</p>
${html}
<form method="post" action="${postTo(frame, '/forgot')}">
${hidden({ lng: frame.language })}
${field('email', say('login.email'), `type="email" inputmode="email" autocomplete="username" autocapitalize="none" spellcheck="false" maxlength="254" required autofocus${wrong}`)}
<button type="submit">${say('forgot.submit')}</button>
</form>${back}`,
  );
};

/** The page behind the link of a reset, which asks for a password, or of a letter that lets a browser in. */
export const resetPage = (
  frame: Frame,
  purpose: 'reset' | 'device',
  { email }: TicketHolder,
  state: Notice & { readonly ticket: string },
): string => {
  const say = sayIn(frame);
  const { html, wrong } = notice(frame, state);
  return layout(
    frame,
    say(`${purpose}.title`),
    `<p class="lead">${say(`${purpose}.lead`, { email })}</p>
${html}
<form method="post" action="${postTo(frame, `/${purpose}`)}">
${hidden({ ticket: state.ticket, lng: frame.language })}
${purpose === 'reset' ? newPasswordFor(frame, email, wrong) : ''}
<button type="submit">${say(`${purpose}.submit`)}</button>
</form>`,
  );
};

/** A link that was used, has expired or never existed. */
export const deadTicketPage = (frame: Frame, writes: boolean): string => {
  const say = sayIn(frame);
  return layout(
    frame,
    say('dead.title'),
    `<p class="lead">${say('dead.lead')}</p>
<p class="help">${writes ? `<a href="${linkTo(frame, '/forgot')}">${say('dead.again')}</a>` : say('login.help')}</p>`,
  );
};
