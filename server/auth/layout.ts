import { signInErrors } from './problems';
import type { AuthDeps } from './AuthDeps';

type Say = (key: string, params?: Readonly<Record<string, unknown>>) => string;

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

/** Text escaped for HTML, also inside quotes. */
export const escape = (text: string): string => text.replace(/[&<>"']/g, (character) => entities[character] ?? character);

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
  const best = wanted
    .filter(({ weight }) => weight > 0)
    .sort((left, right) => right.weight - left.weight)
    .find(({ language }) => isLanguage(language));
  return best && isLanguage(best.language) ? best.language : 'es';
};

/** What surrounds the content of every page. */
export interface Frame {
  readonly deps: AuthDeps;
  readonly language: Language;
  readonly callbackUrl: string;
  /** The part of the address that the language links keep. */
  readonly query?: Readonly<Record<string, string>>;
}

const bib = `<svg class="bib" viewBox="0 0 96 72" width="96" height="72" aria-hidden="true" focusable="false">
<rect class="paper" x="1" y="1" width="94" height="70" rx="6"/><path class="strip" d="M1 18V7a6 6 0 0 1 6-6h82a6 6 0 0 1 6 6v11z"/>
<g class="pins"><circle cx="8" cy="8" r="2.5"/><circle cx="88" cy="8" r="2.5"/><circle cx="8" cy="64" r="2.5"/><circle cx="88" cy="64" r="2.5"/></g>
<text x="48" y="57" text-anchor="middle">42</text></svg>`;

/** The texts of the pages in the language of a frame, escaped for HTML. */
export const sayIn =
  ({ deps, language }: Frame): Say =>
  (key, params) =>
    escape(deps.translate(`auth.${key}`, language, params));

const languageLinks = ({ language, callbackUrl, query }: Frame, say: Say): string =>
  languages
    .map((other) =>
      other === language
        ? `<span lang="${other}" aria-current="true">${say(`languages.${other}`)}</span>`
        : `<a lang="${other}" hreflang="${other}" href="?${escape(new URLSearchParams({ lng: other, ...(query ?? { callbackUrl }) }).toString())}">${say(`languages.${other}`)}</a>`,
    )
    .join('');

/** A page of any site of the server; everything in it is already escaped. */
interface Shell {
  readonly language: Language;
  readonly title: string;
  /** The address of its style sheet. */
  readonly styles: string;
  readonly content: string;
  /** The label of the language links, and the links. */
  readonly languages: readonly [label: string, links: string];
  readonly scripts?: readonly string[];
}

/** A whole page. */
export const shell = ({ language, title, styles, content, languages: [label, links], scripts = [] }: Shell): string => `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>${title} · Dorsal</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${styles}">
${scripts.map((address) => `<script type="module" src="${address}"></script>\n`).join('')}</head>
<body>
<main>
<p class="brand">${bib}<span>Dorsal</span></p>
<h1>${title}</h1>
${content}
</main>
<footer><nav aria-label="${label}">${links}</nav></footer>
</body>
</html>`;

/** A whole page of this site around its content; `title` is already escaped. */
export const layout = (frame: Frame, title: string, content: string): string => {
  const say = sayIn(frame);
  return shell({
    language: frame.language,
    title,
    styles: `${frame.deps.basePath}/login.css`,
    content,
    languages: [say('languages.label'), languageLinks(frame, say)],
  });
};

const calmErrors = new Set(['SessionRequired', 'totp_required']);
const worded = new Set([
  ...signInErrors,
  'CredentialsSignin',
  'SessionRequired',
  'MissingCSRF',
  'AccessDenied',
  'locked',
  'challenge',
  'busy',
  'unavailable',
  'diskFull',
  'forbiddenOrigin',
  'notFound',
  'totp_required',
  'totp_wrong',
  'wrongProof',
  'passwordShort',
  'passwordLong',
  'passwordsDiffer',
  'passwordIsEmail',
  'passwordWeak',
  'nameMissing',
]);
const notices = new Set(['sent', 'reset', 'device', 'invitation', 'declined', 'password', 'secondFactorOff', 'sessionsEnded']);

/** The name of the one message shown for an error; nothing else of the address is shown. */
export const errorName = (error: unknown, code: unknown): string | null => {
  if (typeof error !== 'string' || error === '') return null;
  const name = error === 'CredentialsSignin' && typeof code === 'string' && worded.has(code) ? code : error;
  return worded.has(name) ? name : 'unknown';
};

/** The notice above the form of a page. */
export interface Notice {
  readonly error?: string | null;
  /** What has just been done. */
  readonly done?: unknown;
  /** The id of the failed request. */
  readonly requestId?: unknown;
}

const box = (calm: boolean, text: string): string =>
  `<p class="notice${calm ? ' calm' : ''}" id="problem" role="${calm ? 'status' : 'alert'}">${text}</p>`;

/** The notice of a page, and whether the fields below refer to it (`aria-describedby`). */
export const notice = (frame: Frame, { error = null, done, requestId }: Notice): { readonly html: string; readonly wrong: string } => {
  const say = sayIn(frame);
  if (error === null) return { html: typeof done === 'string' && notices.has(done) ? box(true, say(`done.${done}`)) : '', wrong: '' };
  const calm = calmErrors.has(error);
  const id =
    typeof requestId === 'string' && /^[\w-]{1,64}$/.test(requestId)
      ? `<p class="help">${say('error.request')} <code>${requestId}</code></p>`
      : '';
  return { html: `${box(calm, say(`errors.${error}`))}${id}`, wrong: calm ? '' : ' aria-describedby="problem"' };
};

/** Hidden fields. */
export const hidden = (fields: Readonly<Record<string, string>>): string =>
  Object.entries(fields)
    .map(([name, value]) => `<input type="hidden" name="${name}" value="${escape(value)}">`)
    .join('');

/** One labelled field; `attributes` are already escaped. */
export const field = (id: string, label: string, attributes: string, hint = ''): string =>
  `<label for="${id}">${label}</label>
${hint === '' ? '' : `<p class="hint" id="${id}-hint">${hint}</p>`}<input id="${id}" name="${id}" ${attributes}>`;

/** The address of a page of this site in the language of a frame. */
export const linkTo = ({ deps, language }: Frame, path: string, query: Readonly<Record<string, string>> = {}): string =>
  escape(`${deps.basePath}${path}?${new URLSearchParams({ ...query, lng: language })}`);

/** The address that a form of this site posts to. */
export const postTo = ({ deps }: Frame, path: string): string => `${deps.basePath}${path}`;
