import { escape, field as inputField, hidden } from '../../auth/layout';
import { momentIn } from '../../kernel/regional';
import { claimTypes } from '@/resources/result_claims/result_claims';
import { framedPage, type Frame, type Say } from '../signing/framedPage';
import type { ClaimForm } from './claimForm';
import type { Claimable } from './readClaimable';

/** What is wrong with a claim, by field. */
export type Problems = Readonly<Partial<Record<'who' | 'distance' | 'type' | 'message' | 'email' | 'files', string>>>;
const sayIn =
  ({ translate, language }: Frame): Say =>
  (key, params) =>
    escape(translate(`claim.${key}`, language, params));

const pageOf = (frame: Frame, title: string, content: string): string => framedPage(frame, sayIn(frame), { title, content });
const alert = (text: string): string => `<p class="notice" id="problem" role="alert" tabindex="-1">${text}</p>`;
const nameOf = ({ language }: Frame, { name }: Claimable): string => escape(language === 'en' ? name.en || name.es : name.es);
const writeTo = (say: Say, { contact }: Claimable): string =>
  contact ? `<p class="help">${say('write')} <a href="mailto:${escape(contact)}">${escape(contact)}</a></p>` : '';

/** An address that leads nowhere, or a request that cannot be read. */
export const problemPage = (frame: Frame, name: 'unknown' | 'broken' | 'tooMany' | 'failed'): string => {
  const say = sayIn(frame);
  return pageOf(frame, say(`${name}.title`), `${alert(say(`${name}.text`))}<p class="help">${say(`${name}.how`)}</p>`);
};

/** Says why nothing can be claimed now. */
export const closedPage = (frame: Frame, event: Claimable): string => {
  const say = sayIn(frame),
    name = event.standing === 'over' ? 'over' : 'none';
  return pageOf(
    frame,
    say(`${name}.title`),
    `<p class="lead">${nameOf(frame, event)}</p>${alert(say(`${name}.text`))}${writeTo(say, event)}`,
  );
};

/** Says that a claim was taken, and until when it is answered. */
export const takenPage = (frame: Frame, event: Claimable, due_at: string): string => {
  const say = sayIn(frame);
  const until = escape(momentIn(frame.language, event.timezone, due_at));
  return pageOf(
    frame,
    say('taken.title'),
    `<p class="lead">${nameOf(frame, event)}</p><p class="notice calm" role="status">${say('taken.text')}</p><p>${say('taken.until')} <strong>${until}</strong>. ${say('taken.mail')}</p>`,
  );
};

/** The form of a claim, with what was typed and what is wrong with it. */
export const claimPage = (frame: Frame, event: Claimable, form: ClaimForm, problems: Problems): string => {
  const say = sayIn(frame);
  const typed = (name: string): string => escape(form.field(name));
  const marks = (name: keyof Problems): string => (problems[name] ? ` aria-invalid="true" aria-describedby="${name}-problem"` : '');
  const said = (name: keyof Problems): string =>
    problems[name] ? `<p class="wrong" id="${name}-problem">${say(`problems.${problems[name]}`)}</p>` : '';
  const option = (value: string, label: string, chosen: string): string =>
    `<option value="${escape(value)}"${value === chosen ? ' selected' : ''}>${escape(label)}</option>`;
  const [first] = event.sets;
  const until = first ? escape(momentIn(frame.language, event.timezone, first.claim_until)) : '';
  const distance =
    event.sets.length < 2
      ? ''
      : `<label for="distance">${say('fields.distance')}</label>${said('distance')}<select id="distance" name="distance"${marks('distance')}><option value="">${say('fields.choose')}</option>${event.sets
          .map((set) => option(String(set.distanceid), set.distance, form.field('distance')))
          .join('')}</select>`;
  const types = claimTypes
    .map((type) => option(type, frame.translate(`result_claims.choices.type.${type}`, frame.language), form.field('type')))
    .join('');
  return pageOf(
    frame,
    say('ask.title'),
    `<p class="lead">${nameOf(frame, event)}</p>${Object.keys(problems).length > 0 ? alert(say('ask.problem')) : ''}<p>${say('ask.lead')} <strong>${until}</strong>.</p>
<form method="post" enctype="multipart/form-data" action="/claim/${escape(event.slug)}">
${hidden({ lng: frame.language })}
${said('who')}${inputField('who', say('fields.who'), `type="text" autocomplete="off" autocapitalize="characters" spellcheck="false" maxlength="20" required value="${typed('who')}"${marks('who')}`, say('fields.whoHint'))}
${distance}<label for="type">${say('fields.type')}</label>${said('type')}<select id="type" name="type" required${marks('type')}><option value="">${say('fields.choose')}</option>${types}</select>
<label for="message">${say('fields.message')}</label>${said('message')}<textarea id="message" name="message" rows="5" maxlength="2000" required${marks('message')}>${typed('message')}</textarea>
${said('email')}${inputField('email', say('fields.email'), `type="email" autocomplete="email" maxlength="254" required value="${typed('email')}"${marks('email')}`, say('fields.emailHint'))}
<label for="files">${say('fields.files')}</label><p class="hint">${say('fields.filesHint')}</p>${said('files')}
<input id="files" name="files" type="file" multiple accept="image/png,image/jpeg,image/webp,application/pdf"${marks('files')}>
<button type="submit">${say('ask.submit')}</button>
</form>${writeTo(say, event)}`,
  );
};
