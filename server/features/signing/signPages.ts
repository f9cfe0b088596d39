import { escape, field as inputField, hidden, languages, type Language } from '../../auth/layout';
import { momentIn } from '../../kernel/regional';
import { assets, framedPage, type Frame as PageFrame, type Say } from './framedPage';
import { idTypes, relationships, typesName, type FieldName, type Problems } from './problemsOf';
import type { Signing, Text } from './readSigning';
import type { SignForm } from './SignForm';
import { textMark } from './signWaiver';

/** A frame of the page of a registration. */
export interface Frame extends PageFrame {
  /** The address of the link; absent where the link is wrong. */
  readonly path?: string;
}
const sayIn =
  ({ translate, language }: Frame): Say =>
  (key, params) =>
    escape(translate(`sign.${key}`, language, params));

const eventOf = ({ language }: Frame, { event }: Signing): string => (language === 'en' ? event.en || event.es : event.es);
/** The languages as buttons of the form on the page, so that nothing that was typed is lost. */
const buttonsOf = ({ language, translate }: Frame): string =>
  languages
    .map((other) => {
      const name = escape(translate(`sign.languages.${other}`, language));
      return other === language
        ? `<span lang="${other}" aria-current="true">${name}</span>`
        : `<button class="link" lang="${other}" form="signing" formnovalidate name="read" value="${other}">${name}</button>`;
    })
    .join('');
const pageOf = (frame: Frame, page: Parameters<typeof framedPage>[2]): string => framedPage(frame, sayIn(frame), page);

const alert = (text: string, id = 'problem'): string => `<p class="notice" id="${id}" role="alert" tabindex="-1">${text}</p>`;
const calm = (text: string): string => `<p class="notice calm" role="status">${text}</p>`;
/** The organizer as a way on. */
const writeTo = (say: Say, contact: string): string =>
  contact ? `<p class="help">${say('write')} <a href="mailto:${escape(contact)}">${escape(contact)}</a></p>` : '';
const lead = (frame: Frame, signing: Signing): string =>
  `<p class="lead">${escape(eventOf(frame, signing))}<br><span class="soft">${escape(momentIn(frame.language, signing.timezone, signing.start_at))}</span></p>`;
const post = ({ path = '' }: Frame, part = ''): string => escape(`${path}${part}`);

/** A link that is not ours, or a request that cannot be read. */
export const problemPage = (frame: Frame, name: 'unknown' | 'broken' | 'tooMany' | 'failed'): string => {
  const say = sayIn(frame);
  return pageOf(frame, {
    title: say(`${name}.title`),
    content: `${alert(say(`${name}.text`))}<p class="help">${say(`${name}.how`)}</p>${frame.path ? `<p class="help"><a href="${post(frame)}?lng=${frame.language}">${say('again')}</a></p>` : ''}`,
  });
};

/** Says in one sentence why there is nothing to sign, and what the person can do. */
export const standingPage = (frame: Frame, signing: Signing): string => {
  const say = sayIn(frame),
    { standing } = signing;
  return pageOf(frame, {
    title: say(`${standing}.title`),
    content: `${lead(frame, signing)}${alert(say(`${standing}.text`))}<p class="help">${say(`${standing}.how`)}</p>${writeTo(say, signing.contact)}`,
  });
};

/** Asks who opened the link. A wrong folio and a wrong birth date get the same answer. */
export const identifyPage = (
  frame: Frame,
  signing: Signing,
  { problem, folio = '' }: { readonly problem?: 'wrong' | 'tooMany' | 'late'; readonly folio?: string } = {},
): string => {
  const say = sayIn(frame),
    isSigned = signing.standing === 'signed';
  const wrong = problem && problem !== 'late' ? ' aria-invalid="true" aria-describedby="problem"' : '';
  return pageOf(frame, {
    title: say(isSigned ? 'signed.title' : 'identify.title'),
    content: `${lead(frame, signing)}${isSigned ? calm(say('signed.text')) : ''}${problem ? alert(say(`identify.${problem}`)) : ''}
<p>${say(isSigned ? 'signed.how' : 'identify.lead')}</p>
<form method="post" action="${post(frame, '/identify')}">
${hidden({ lng: frame.language })}
${inputField('folio', say('identify.folio'), `type="text" autocomplete="off" autocapitalize="characters" spellcheck="false" maxlength="20" required value="${escape(folio)}"${wrong}`, say('identify.folioHint'))}
${inputField('birth_date', say('identify.birthDate'), `type="date" autocomplete="bday" min="1900-01-01" required${wrong}`)}
<button type="submit">${say('identify.submit')}</button>
</form>
${writeTo(say, signing.contact)}`,
  });
};

/** The words of the text in the language of the page, or in Spanish where it was written in no other. */
const wordsOf = ({ language }: Frame, { body }: Text): { readonly html: string; readonly lang: Language } => {
  const html = language === 'en' ? body.en : body.es;
  const [words, lang]: readonly [string, Language] = html ? [html, language] : [body.es, 'es'];
  return { html: words.replaceAll('<a ', '<a target="_blank" rel="noopener noreferrer" '), lang };
};

/** What is on the page of the text: what was typed before, and what is wrong with it. */
export interface Typed {
  readonly visit: string;
  readonly form: SignForm | null;
  readonly problems: Problems;
  /** Whether the text was replaced while it was being read. */
  readonly hasChanged?: boolean;
}
const fieldset = (say: Say, { form, problems }: Typed) => {
  const typed = (name: string): string => form?.field(name) ?? '';
  const marks = (name: FieldName): string => (problems[name] ? ` aria-invalid="true" aria-describedby="${name}-problem"` : '');
  const said = (name: FieldName): string =>
    problems[name] ? `<p class="wrong" id="${name}-problem">${say(`problems.${problems[name]}`)}</p>` : '';
  const choice = (name: 'relationship' | 'id_type', options: readonly string[]): string =>
    `<label for="${name}">${say(`fields.${name}`)}</label>${said(name)}
<select id="${name}" name="${name}" required${marks(name)}><option value="">${say('fields.choose')}</option>${options
      .map((each) => `<option value="${each}"${typed(name) === each ? ' selected' : ''}>${say(`${name}.${each}`)}</option>`)
      .join('')}</select>`;
  return { typed, marks, said, choice };
};

const signatureOf = (frame: Frame, { name, folio }: Signing, text: Text, page: Typed): string => {
  const say = sayIn(frame),
    { typed, marks, said, choice } = fieldset(say, page);
  const types = typesName(text),
    label = say(text.isMinor ? 'fields.guardianName' : 'fields.name');
  return [
    text.isMinor ? `<p>${say('minor', { name })}</p>` : text.way === 'typed' ? '' : `<p>${say('signsAs', { name })}</p>`,
    types
      ? `<label for="signer_name">${label}</label>${text.way === 'typed' ? `<p class="hint">${say('fields.nameIsSignature')}</p>` : ''}${said('signer_name')}
<input id="signer_name" name="signer_name" type="text" autocomplete="name" maxlength="160" required value="${escape(typed('signer_name'))}"${marks('signer_name')}>`
      : '',
    text.isMinor ? choice('relationship', relationships) : '',
    text.needsId
      ? `${choice('id_type', idTypes)}<label for="id_file">${say('fields.id_file')}</label><p class="hint" id="id_file-hint">${say('fields.idHint')}</p>${said('id_file')}
<input id="id_file" name="id_file" type="file" accept="image/png,image/jpeg,image/webp,application/pdf" required${marks('id_file')}>`
      : '',
    text.way === 'drawn'
      ? `<div class="drawing" data-typed="${escape(types ? '' : name)}"><p class="label" id="drawing-label">${say('fields.drawing')}</p>${said('drawing')}
<noscript><p class="wrong">${say('drawing.noScript')}</p></noscript>
<canvas id="pad" role="img" aria-labelledby="drawing-label"></canvas>
<p class="tools"><button class="plain small" type="button" data-pad="clear" hidden>${say('drawing.clear')}</button><button class="plain small" type="button" data-pad="type" hidden>${say('drawing.type')}</button></p>
<p class="gone" role="status" data-pad="said" data-cleared="${say('drawing.cleared')}" data-written="${say('drawing.written')}"></p>
<input type="hidden" name="drawing" value="${escape(typed('drawing'))}"></div>`
      : '',
    `${said('accept')}<label class="check"><input type="checkbox" name="accept" value="yes" required${typed('accept') === 'yes' && !page.hasChanged ? ' checked' : ''}${marks('accept')}><span>${say('fields.accept')}</span></label>
<p class="hint" id="read-first" hidden>${say('readFirst')}</p>
<button type="submit" name="do" value="sign">${say('submit')}</button>
<p class="help">${say('kept', { folio })}</p>`,
  ]
    .filter(Boolean)
    .join('\n');
};

/** The text in force and the form that signs it. */
export const textPage = (frame: Frame, signing: Signing, text: Text, page: Typed): string => {
  const say = sayIn(frame),
    { html, lang } = wordsOf(frame, text),
    isWrong = Object.keys(page.problems).length > 0;
  const edition = `${escape(text.title)} · ${say('version', { revision: text.revision ?? 1 })}`;
  return pageOf(frame, {
    title: say('text.title'),
    languages: buttonsOf(frame),
    scripts: [assets.watch, ...(text.way === 'drawn' ? [assets.draw] : [])],
    content: `${lead(frame, signing)}<dl class="offer"><dt>${say('athlete')}</dt><dd>${escape(signing.name)}</dd><dt>${say('race')}</dt><dd>${escape(signing.distance)} · ${escape(signing.folio)}</dd></dl>
${page.hasChanged ? alert(say('text.changed')) : isWrong ? alert(say('text.wrong')) : ''}
<div class="waiver"><h2 id="edition">${edition}</h2>
${lang === frame.language ? '' : `<p class="hint">${say('text.onlySpanish')}</p>`}<div class="words" id="words" lang="${lang}"${text.mustScroll ? ' data-scroll' : ''}>${html}<p class="gone" id="end"></p></div></div>
<form id="signing" method="post" action="${post(frame)}" enctype="multipart/form-data">
${hidden({ lng: frame.language, visit: page.visit, text: textMark(text) })}
${signatureOf(frame, signing, text, page)}
</form>`,
  });
};

/** Says who signed when, and offers the copy. */
export const signedPage = (frame: Frame, signing: Signing, visit: string, isNew: boolean): string => {
  const say = sayIn(frame),
    { signature } = signing;
  const when = signature?.signed_at ? momentIn(frame.language, signing.timezone, signature.signed_at) : '';
  return pageOf(frame, {
    title: say(isNew ? 'done.title' : 'signed.title'),
    content: `${lead(frame, signing)}${calm(signature ? say('done.text', { name: signature.signer, when }) : say('signed.text'))}
<p>${say('done.how')}</p>
<form method="post" action="${post(frame, '/copy')}">${hidden({ visit, lng: frame.language })}<button type="submit">${say('done.copy')}</button></form>
${writeTo(say, signing.contact)}`,
  });
};
