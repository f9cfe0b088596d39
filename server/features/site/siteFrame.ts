import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { escape, languages, type Language } from '../../auth/layout';
import { regional } from '../../kernel/regional';
import type { Translate } from '../../kernel/messages';
import { smallPicture } from './pictureAddress';
import type { SiteEvent } from './readSite';

/** What every public page has. */
export interface Frame {
  readonly translate: Translate;
  readonly language: Language;
  /** The public origin of the product, for canonical addresses. */
  readonly origin: string;
  /** The path of the page with its search, without the language. */
  readonly path: string;
}
const styleText = readFileSync(new URL('./site.css', import.meta.url), 'utf8');
/** The style sheet and its address, which changes with its content. */
export const styles = { text: styleText, address: `/e/site-${createHash('sha256').update(styleText).digest('hex').slice(0, 10)}.css` };

type Say = (key: string, params?: Readonly<Record<string, unknown>>) => string;
/** The texts of the public pages, escaped for HTML. */
export const sayIn =
  ({ translate, language }: Frame): Say =>
  (key, params) =>
    escape(translate(`site.${key}`, language, params));

/** The name of an event in the language of a page, escaped. */
export const nameOf = ({ language }: Frame, { name }: Pick<SiteEvent, 'name'>): string =>
  escape(language === 'en' ? name.en || name.es : name.es);

/** Parts of an address in one line, each piece only once: venues are often written into the address again. */
export const partsOf = (parts: readonly (string | null)[]): string =>
  parts
    .flatMap((part) => part?.split(', ') ?? [])
    .reduce<string>((line, part) => (part && !line.includes(part) ? [line, part].filter(Boolean).join(', ') : line), '');

/** A day in words, in the time zone of the event. */
export const dayWords = ({ language }: Frame, { timezone }: Pick<SiteEvent, 'timezone'>, at: string): string =>
  new Intl.DateTimeFormat(regional[language], {
    timeZone: timezone,
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    year: 'numeric',
  }).format(new Date(at));
/** The same, escaped. */
export const dayIn = (frame: Frame, event: Pick<SiteEvent, 'timezone'>, at: string): string => escape(dayWords(frame, event, at));
/** An hour, in the time zone of the event. */
export const hourIn = ({ language }: Frame, { timezone }: Pick<SiteEvent, 'timezone'>, at: string): string =>
  escape(
    new Intl.DateTimeFormat(regional[language], { timeZone: timezone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }).format(
      new Date(at),
    ),
  );

/** An address with the language that a page is in, and other parameters; empty ones are left out. */
export const linkTo = (
  path: string,
  { language }: Pick<Frame, 'language'>,
  params: Readonly<Record<string, string | number>> = {},
): string => {
  const query = new URLSearchParams({ lang: language });
  for (const [name, value] of Object.entries(params)) if (value !== '') query.set(name, String(value));
  return escape(`${path}?${query.toString()}`);
};

/** Lines of a table that one page shows. */
export const perPage = 50;
/** The ways to the page before and the page after; nothing where there is only one. `search` is what both keep in their address. */
export const pagerOf = (
  frame: Frame,
  path: string,
  search: Readonly<Record<string, string | number>>,
  { page, total }: { readonly page: number; readonly total: number },
): string => {
  const say = sayIn(frame);
  const last = Math.max(1, Math.ceil(total / perPage));
  if (last === 1) return '';
  const step = (to: number, rel: 'prev' | 'next', isThere: boolean): string =>
    isThere
      ? `<a rel="${rel}" href="${linkTo(path, frame, { ...search, page: to > 1 ? to : '' })}">${say(`ranking.${rel}`)}</a>`
      : '<span></span>';
  return `<nav class="pager" aria-label="${say('ranking.pages')}">${step(page - 1, 'prev', page > 1)}<span>${say('ranking.page', { page, last })}</span>${step(page + 1, 'next', page < last)}</nav>`;
};

const other = (path: string, language: Language): string => {
  const [base = '', query = ''] = path.split('?');
  const params = new URLSearchParams(query);
  params.set('lang', language);
  return `${base}?${params.toString()}`;
};

interface Page {
  readonly event: SiteEvent | null;
  /** Already escaped, as everything below. */
  readonly title: string;
  readonly description: string;
  readonly content: string;
  /** The page of the event that this one is. */
  readonly current?: 'event' | 'results' | 'call';
  /** What search engines read. */
  readonly data?: object;
  /** The path of a picture of this page for networks, 1200 by 630; the cover of the event where it is absent. */
  readonly picture?: string;
  /** Pages of a search are not listed by search engines. */
  readonly isUnlisted?: boolean;
  /** The page that search engines list in place of this one. */
  readonly listedAs?: string;
}

const headOf = (frame: Frame, { event, title, description, data, isUnlisted, listedAs, picture }: Page): string => {
  const here = `${frame.origin}${other(frame.path, frame.language)}`;
  const alternates = languages
    .map((language) => `<link rel="alternate" hreflang="${language}" href="${escape(`${frame.origin}${other(frame.path, language)}`)}">`)
    .join('\n');
  const cover = picture
    ? `<meta property="og:image" content="${escape(frame.origin)}${picture}"><meta property="og:image:width" content="1200"><meta property="og:image:height" content="630"><meta name="twitter:card" content="summary_large_image">`
    : event?.cover
      ? `<meta property="og:image" content="${escape(new URL(event.cover, frame.origin).href)}">`
      : '';
  return `<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
${isUnlisted ? '<meta name="robots" content="noindex">' : ''}
<title>${title}</title>
<meta name="description" content="${description}">
<link rel="canonical" href="${escape(listedAs ? `${frame.origin}${other(listedAs, frame.language)}` : here)}">
${listedAs ? '' : alternates}
<meta property="og:title" content="${title}"><meta property="og:description" content="${description}"><meta property="og:type" content="website">${cover}
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${styles.address}">
${data ? `<script type="application/ld+json">${JSON.stringify(data).replaceAll('<', '\\u003c')}</script>` : ''}`;
};

const tabsOf = (frame: Frame, event: SiteEvent, current: Page['current']): string => {
  const say = sayIn(frame);
  const tabs = [
    ['event', `/e/${event.slug}`, true],
    ['results', `/e/${event.slug}/results`, event.sets.length > 0],
    ['call', `/e/${event.slug}/call`, event.calls.length > 0],
  ] as const;
  return `<nav class="tabs" aria-label="${say('sections')}">${tabs
    .filter(([, , isThere]) => isThere)
    .map(([name, path]) => `<a href="${linkTo(path, frame)}"${name === current ? ' aria-current="page"' : ''}>${say(`tabs.${name}`)}</a>`)
    .join('')}</nav>`;
};

/** A whole public page. */
export const pageOf = (frame: Frame, page: Page): string => {
  const say = sayIn(frame),
    { event } = page;
  const links = languages
    .map((language) =>
      language === frame.language
        ? `<span lang="${language}" aria-current="true">${say(`languages.${language}`)}</span>`
        : `<a lang="${language}" hreflang="${language}" href="${escape(other(frame.path, language))}">${say(`languages.${language}`)}</a>`,
    )
    .join('');
  const heading = page.current === 'event' ? 'h1' : 'p';
  const top = event
    ? `<header class="top"${event.cover ? ' data-cover' : ''}>${event.cover ? `<img src="${escape(smallPicture(event.slug, event.cover))}" alt="" width="1200" height="400" fetchpriority="high">` : ''}
<div><${heading} class="event">${nameOf(frame, event)}</${heading}><p>${dayIn(frame, event, event.start_at)} · ${escape(partsOf([event.city, event.state]))}</p></div></header>${tabsOf(frame, event, page.current)}`
    : '';
  return `<!doctype html>
<html lang="${frame.language}">
<head>
${headOf(frame, page)}
</head>
<body>
${top}
<main>
${page.content}
</main>
<footer>${event ? `<p>${say('organizedBy', { name: event.organizer })}</p>` : ''}<nav aria-label="${say('languages.label')}">${links}</nav></footer>
</body>
</html>`;
};

/** An address without a published event. */
export const missingPage = (frame: Frame): string => {
  const say = sayIn(frame);
  return pageOf(frame, {
    event: null,
    title: say('missing.title'),
    description: say('missing.text'),
    isUnlisted: true,
    content: `<h1>${say('missing.title')}</h1><p>${say('missing.text')}</p>`,
  });
};
