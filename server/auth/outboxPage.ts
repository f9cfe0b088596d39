import type { KeptLetter } from '../adapters/mail/Mail';
import { escape, type Frame, layout, linkTo, sayIn } from './layout';

const withLinks = (text: string): string => escape(text).replace(/https?:\/\/[^\s<]+/g, (url) => `<a href="${url}">${url}</a>`);

/** The letters that a demonstration stores instead of sending them. */
export const outboxPage = (frame: Frame, letters: readonly KeptLetter[]): string => {
  const say = sayIn(frame);
  const items = letters
    .map(
      ({ mailid, to, subject, text, unsubscribe, attachments = [] }) =>
        `<li><h2 id="mail-${mailid}">${escape(subject)}</h2><p class="soft">${say('outbox.to')} ${escape(to)}</p><p class="letter">${withLinks(text)}</p>${unsubscribe === undefined ? '' : `<p class="soft">List-Unsubscribe: <a href="${escape(unsubscribe)}">${escape(unsubscribe)}</a></p>`}${attachments.map(({ filename, contentType, content }) => `<p><a download="${escape(filename)}" href="data:${escape(contentType)};base64,${content.toString('base64')}">${escape(filename)}</a></p>`).join('')}</li>`,
    )
    .join('');
  return layout(
    frame,
    say('outbox.title'),
    `<p class="lead">${say('outbox.lead')}</p>
${items === '' ? `<p>${say('outbox.empty')}</p>` : `<ul class="letters">${items}</ul>`}
<p class="help"><a href="${linkTo(frame, '/signin')}">${say('error.again')}</a></p>`,
  );
};
