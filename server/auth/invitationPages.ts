import { escape, field, type Frame, hidden, layout, linkTo, notice, type Notice, postTo, sayIn } from './layout';
import type { Offer } from './offer';
import { newPasswordFor } from './ticketPages';

/** An invitation that is about to be answered. */
export interface Asked extends Notice {
  readonly ticket: string;
  readonly offer: Offer;
  readonly email: string;
}

const says = (frame: Frame, { offer, email }: Asked): string => {
  const say = sayIn(frame);
  const line = (part: 'sender' | 'profile' | 'events' | 'until'): string =>
    `<dt>${say(`invitation.${part}`)}</dt><dd>${escape(offer[part])}</dd>`;
  return `<p class="lead">${say('invitation.lead', { organization: offer.organization, email })}</p>
<dl class="offer">${line('sender')}${line('profile')}${line('events')}${line('until')}</dl>`;
};
const answer = (
  frame: Frame,
  { ticket }: Asked,
  name: 'accept' | 'decline',
  inside = '',
): string => `<form method="post" action="${postTo(frame, '/invitation')}">
${hidden({ ticket, lng: frame.language, answer: name })}${inside}
<button${name === 'decline' ? ' class="plain"' : ''} type="submit">${sayIn(frame)(`invitation.${name}`)}</button>
</form>`;
const pageOf = (frame: Frame, asked: Asked, content: string): string =>
  layout(
    frame,
    sayIn(frame)('invitation.title'),
    `${says(frame, asked)}
${content}`,
  );

/** Asks a signed-in person. */
export const answerPage = (frame: Frame, asked: Asked): string =>
  pageOf(frame, asked, `${notice(frame, asked).html}${answer(frame, asked, 'accept')}${answer(frame, asked, 'decline')}`);

/** Asks people without an account for a name and a password. The name given by the sender is only a proposal. */
export const beginPage = (frame: Frame, asked: Asked, name: string): string => {
  const say = sayIn(frame);
  const { html, wrong } = notice(frame, asked);
  const [first = '', ...others] = name.split(' ');
  const named = (id: string, part: 'given' | 'family', value: string): string =>
    field(id, say(`invitation.${id}`), `type="text" autocomplete="${part}-name" maxlength="80" required value="${escape(value)}"`);
  return pageOf(
    frame,
    asked,
    `${html}${answer(
      frame,
      asked,
      'accept',
      `
${named('first_name', 'given', first.slice(0, 80))}
${named('last_name', 'family', others.join(' ').slice(0, 80))}
${newPasswordFor(frame, asked.email, wrong)}`,
    )}${answer(frame, asked, 'decline')}`,
  );
};

/** The invited person has an account and has to sign in. */
export const signInFirstPage = (frame: Frame, asked: Asked, callbackUrl: string): string =>
  pageOf(
    frame,
    asked,
    `<p class="help">${sayIn(frame)('invitation.signInFirst')}</p>
<p><a class="button" href="${linkTo(frame, '/signin', { callbackUrl })}">${sayIn(frame)('login.submit')}</a></p>`,
  );

/** The signed-in person is not the invited one; the page reveals nothing more. */
export const otherPersonPage = (frame: Frame): string =>
  layout(
    frame,
    sayIn(frame)('invitation.title'),
    `<p class="notice" role="alert">${sayIn(frame)('invitation.otherPerson')}</p>
<p class="help"><a href="${linkTo(frame, '/signout')}">${sayIn(frame)('logout.title')}</a></p>`,
  );
