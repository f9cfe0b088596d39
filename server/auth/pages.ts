import type { AuthDeps } from './AuthDeps';

type Say = (key: string) => string;

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
const escape = (text: string): string => text.replace(/[&<>"']/g, (character) => entities[character] ?? character);

/** The languages of the pages; the first is the fallback. */
export const languages = ['es', 'en'] as const;
export type Language = (typeof languages)[number];

const isLanguage = (text: string): text is Language => languages.some((language) => language === text);

/** The language asked for in the address, else the best of Accept-Language, else Spanish. */
export const pageLanguage = (asked: unknown, acceptLanguage: string | undefined): Language => {
  if (typeof asked === 'string' && isLanguage(asked)) return asked;
  const wanted = (acceptLanguage ?? '').split(',').map((part) => {
    const [tag = '', quality] = part.trim().split(';q=');
    return { language: tag.slice(0, 2).toLowerCase(), weight: quality === undefined ? 1 : Number(quality) || 0 };
  });
  const best = wanted.filter(({ weight }) => weight > 0).sort((left, right) => right.weight - left.weight).find(({ language }) => isLanguage(language));
  return best && isLanguage(best.language) ? best.language : 'es';
};

const worded = new Set(['CredentialsSignin', 'SessionRequired', 'MissingCSRF', 'Configuration', 'AccessDenied', 'locked', 'busy']);

/** The key of the one message shown for an error; whatever else the address says is never shown. */
export const errorKey = (error: unknown, code: unknown): string | null => {
  if (typeof error !== 'string' || error === '') return null;
  const name = error === 'CredentialsSignin' && typeof code === 'string' && worded.has(code) ? code : error;
  return `auth.errors.${worded.has(name) ? name : 'unknown'}`;
};

interface Frame { readonly deps: AuthDeps; readonly language: Language; readonly callbackUrl: string }

const bib = `<svg class="bib" viewBox="0 0 96 72" width="96" height="72" aria-hidden="true" focusable="false">
<rect class="paper" x="1" y="1" width="94" height="70" rx="6"/><path class="strip" d="M1 18V7a6 6 0 0 1 6-6h82a6 6 0 0 1 6 6v11z"/>
<g class="pins"><circle cx="8" cy="8" r="2.5"/><circle cx="88" cy="8" r="2.5"/><circle cx="8" cy="64" r="2.5"/><circle cx="88" cy="64" r="2.5"/></g>
<text x="48" y="57" text-anchor="middle">42</text></svg>`;

const languageLinks = ({ language, callbackUrl }: Frame, say: Say): string => languages.map((other) => other === language
  ? `<span lang="${other}" aria-current="true">${escape(say(`languages.${other}`))}</span>`
  : `<a lang="${other}" hreflang="${other}" href="?${escape(new URLSearchParams({ lng: other, callbackUrl }).toString())}">${escape(say(`languages.${other}`))}</a>`).join('');

const layout = (frame: Frame, say: Say, title: string, content: string): string => `<!doctype html>
<html lang="${frame.language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>${escape(title)} · Dorsal</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${frame.deps.basePath}/login.css">
</head>
<body>
<main>
<p class="brand">${bib}<span>Dorsal</span></p>
<h1>${escape(title)}</h1>
${content}
</main>
<footer><nav aria-label="${escape(say('languages.label'))}">${languageLinks(frame, say)}</nav></footer>
</body>
</html>`;

const sayIn = ({ deps, language }: Frame): Say => (key) => deps.translate(`auth.${key}`, language);

const notice = (frame: Frame, key: string | null): string => {
  if (key === null) return '';
  const calm = key.endsWith('.SessionRequired');
  return `<p class="notice${calm ? ' calm' : ''}" id="problem" role="${calm ? 'status' : 'alert'}">${escape(frame.deps.translate(key, frame.language))}</p>`;
};

const hidden = (fields: Readonly<Record<string, string>>): string =>
  Object.entries(fields).map(([name, value]) => `<input type="hidden" name="${name}" value="${escape(value)}">`).join('');

/** The login page: a plain form, so that it works before and without any script. */
export const loginPage = (frame: Frame, state: { readonly csrfToken: string; readonly email: string; readonly error: string | null }): string => {
  const say = sayIn(frame);
  const wrong = state.error === null || state.error.endsWith('.SessionRequired') ? '' : ' aria-describedby="problem"';
  const focus = (on: boolean): string => (on ? ' autofocus' : '');
  return layout(frame, say, say('login.title'), `<p class="lead">${escape(say('login.lead'))}</p>
${notice(frame, state.error)}
<form method="post" action="${frame.deps.basePath}/callback/credentials">
${hidden({ csrfToken: state.csrfToken, callbackUrl: frame.callbackUrl, lng: frame.language })}
<label for="email">${escape(say('login.email'))}</label>
<input id="email" name="email" type="email" inputmode="email" autocomplete="username" autocapitalize="none" spellcheck="false" maxlength="254" required value="${escape(state.email)}"${wrong}${focus(state.email === '')}>
<label for="password">${escape(say('login.password'))}</label>
<input id="password" name="password" type="password" autocomplete="current-password" maxlength="1024" required${wrong}${focus(state.email !== '')}>
<button type="submit">${escape(say('login.submit'))}</button>
</form>
<p class="help">${escape(say('login.help'))}</p>`);
};

/** Asks before ending the session, since a link alone must never do it. */
export const logoutPage = (frame: Frame, csrfToken: string): string => {
  const say = sayIn(frame);
  return layout(frame, say, say('logout.title'), `<p class="lead">${escape(say('logout.lead'))}</p>
<form method="post" action="${frame.deps.basePath}/signout">
${hidden({ csrfToken, callbackUrl: frame.callbackUrl, lng: frame.language })}
<button type="submit">${escape(say('logout.submit'))}</button>
</form>
<p class="help"><a href="${escape(frame.deps.appOrigins[0] ?? frame.deps.origin)}/">${escape(say('logout.stay'))}</a></p>`);
};

/** Says in one sentence what went wrong and offers the way back. */
export const errorPage = (frame: Frame, error: string): string => {
  const say = sayIn(frame);
  const again = `${frame.deps.basePath}/signin?${new URLSearchParams({ lng: frame.language })}`;
  return layout(frame, say, say('error.title'), `${notice(frame, error)}
<p class="help"><a href="${escape(again)}">${escape(say('error.again'))}</a></p>`);
};
