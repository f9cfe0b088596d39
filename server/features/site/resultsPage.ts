import { formatDuration } from '@/fields/duration/formatDuration';
import { escape } from '../../auth/layout';
import type { SiteEvent, SiteSet } from './readSite';
import type { ResultLine, ResultSearch, SiteResult } from './readSiteResults';
import { linkTo, nameOf, pageOf, pagerOf, sayIn, type Frame } from './siteFrame';

const seconds = (ms: number | null): string => (ms === null ? '' : formatDuration(Math.floor(ms / 1000), 's'));
const personAt = (event: SiteEvent, resultid: number): string => `/e/${event.slug}/results/${resultid}`;

interface ResultsFacts {
  readonly event: SiteEvent;
  readonly set: SiteSet;
  readonly search: ResultSearch;
  readonly lines: readonly ResultLine[];
  readonly podium: readonly ResultLine[];
  readonly total: number;
  readonly choices: { readonly genders: readonly string[]; readonly categories: readonly string[] };
}

const genderWord = (frame: Frame, gender: string): string => escape(frame.translate(`lists.branches.${gender}`, frame.language));
const nameIn = (frame: Frame, { name }: Pick<ResultLine, 'name'>): string =>
  name === null ? `<em>${sayIn(frame)('hidden')}</em>` : escape(name);
/** The place that counts for what was chosen. */
const placeIn = (search: ResultSearch, { place_overall, place_gender, place_category }: ResultLine): number | null =>
  search.category ? place_category : search.gender ? place_gender : place_overall;

const formOf = (frame: Frame, { event, set, search, choices }: ResultsFacts): string => {
  const say = sayIn(frame);
  const option = (value: string, label: string, chosen: string): string =>
    `<option value="${escape(value)}"${value === chosen ? ' selected' : ''}>${label}</option>`;
  const distance =
    event.sets.length > 1
      ? `<label>${say('ranking.distance')}<select name="distance">${event.sets.map((each) => option(String(each.distanceid), escape(each.distance), String(set.distanceid))).join('')}</select></label>`
      : '';
  return `<form class="search" method="get" role="search"><input type="hidden" name="lang" value="${frame.language}">
<label class="wide">${say('ranking.search')}<input type="search" name="q" value="${escape(search.q)}" maxlength="80" autocomplete="off"></label>
${distance}<label>${say('ranking.gender')}<select name="gender">${option('', say('ranking.all'), search.gender)}${choices.genders.map((each) => option(each, genderWord(frame, each), search.gender)).join('')}</select></label>
<label>${say('ranking.category')}<select name="category">${option('', say('ranking.allCategories'), search.category)}${choices.categories.map((each) => option(each, escape(each), search.category)).join('')}</select></label>
<button type="submit">${say('ranking.find')}</button></form>`;
};

const rowOf = (frame: Frame, { event, search }: ResultsFacts, each: ResultLine): string => {
  const say = sayIn(frame);
  const place = placeIn(search, each);
  const ending = each.status === 'finished' || each.status === 'unofficial' ? seconds(each.time_ms) : say(`ends.${each.status}`);
  return `<tr><td class="place">${place ?? ''}</td><td class="who"><a href="${linkTo(personAt(event, each.resultid), frame)}">${nameIn(frame, each)}</a><span>${[each.number === null ? '' : `#${each.number}`, each.gender ? genderWord(frame, each.gender) : '', escape(each.age_category ?? '')].filter(Boolean).join(' · ')}</span></td><td class="time">${ending}</td></tr>`;
};

/** The first three of each division, in the order of the divisions. */
const podiumOf = (frame: Frame, { event, podium, choices }: ResultsFacts): string => {
  const say = sayIn(frame);
  return choices.genders
    .map((gender) => {
      const first = podium.filter((each) => each.gender === gender);
      if (first.length === 0) return '';
      const items = first
        .map(
          (each) =>
            `<li><a href="${linkTo(personAt(event, each.resultid), frame)}">${nameIn(frame, each)}</a><span class="time">${seconds(each.time_ms)}</span></li>`,
        )
        .join('');
      return `<h2>${say('ranking.podium', { gender: frame.translate(`lists.branches.${gender}`, frame.language) })}</h2><ol class="podium">${items}</ol>`;
    })
    .join('');
};

/** Published results of a distance: search, filters, podium and places. */
export const resultsPage = (frame: Frame, facts: ResultsFacts): string => {
  const { event, set, search, lines, total } = facts,
    say = sayIn(frame);
  const isSearch = search.q !== '' || search.gender !== '' || search.category !== '' || search.page > 1;
  const rows = lines.map((each) => rowOf(frame, facts, each)).join('');
  return pageOf(frame, {
    event,
    current: 'results',
    title: `${say('ranking.title', { distance: set.distance })} · ${nameOf(frame, event)}`,
    description: say('ranking.description', {
      distance: set.distance,
      event: frame.language === 'en' ? event.name.en || event.name.es : event.name.es,
    }),
    isUnlisted: isSearch,
    content: `<h1>${say('ranking.title', { distance: set.distance })}</h1>
<p class="notice calm">${say(`ranking.${set.status}`)}${set.isClaimable ? ` <a href="/claim/${escape(event.slug)}?lng=${frame.language}">${say('ranking.claim')}</a>` : ''}</p>
${formOf(frame, facts)}${isSearch ? '' : podiumOf(frame, facts)}
<p class="soft" role="status">${say('ranking.count', { number: new Intl.NumberFormat('en').format(total) })}</p>
${rows ? `<div class="scrolls"><table class="results"><thead><tr><th scope="col">${say('ranking.place')}</th><th scope="col">${say('ranking.athlete')}</th><th scope="col" class="time">${say('ranking.time')}</th></tr></thead><tbody>${rows}</tbody></table></div>` : `<p>${say('ranking.nobody')}</p>`}
${pagerOf(frame, `/e/${event.slug}/results`, { distance: set.distanceid, q: search.q, gender: search.gender, category: search.category }, { page: search.page, total })}`,
  });
};

interface ResultFacts {
  readonly event: SiteEvent;
  readonly set: SiteSet;
  readonly result: SiteResult;
  /** Whether a published template is for it. */
  readonly hasCertificate: boolean;
}
/** The result of one athlete: time, places, splits and the certificate. */
export const resultPage = (frame: Frame, { event, set, result, hasCertificate }: ResultFacts): string => {
  const say = sayIn(frame);
  const name = nameIn(frame, result);
  const plain = result.name === null ? say('hidden') : escape(result.name);
  const hasEnded = result.status === 'finished' || result.status === 'unofficial';
  const places = [
    ['overall', result.place_overall],
    ['gender', result.place_gender],
    ['category', result.place_category],
  ] as const;
  const of = { overall: '', gender: result.gender ? genderWord(frame, result.gender) : '', category: escape(result.age_category ?? '') };
  const splits = result.splits
    .filter(({ time_ms }) => time_ms != null)
    .map(
      ({ point, km, time_ms }) =>
        `<tr><th scope="row">${escape(point)}${km == null ? '' : ` · ${km} km`}</th><td class="time">${seconds(time_ms ?? null)}</td></tr>`,
    )
    .join('');
  const times = [
    [say('person.chip'), seconds(result.chip_time_ms)],
    [say('person.gun'), seconds(result.gun_time_ms)],
    [say('person.penalty'), result.penalty_ms ? seconds(result.penalty_ms) : ''],
    [say('person.pace'), result.pace_s === null ? '' : `${formatDuration(result.pace_s, 's').replace(/^0:/, '')} min/km`],
  ].filter(([, text]) => text);
  return pageOf(frame, {
    event,
    current: 'results',
    title: `${plain} · ${escape(set.distance)} · ${nameOf(frame, event)}`,
    description: `${plain}, ${escape(set.distance)}, ${hasEnded ? seconds(result.time_ms) : say(`ends.${result.status}`)}. ${nameOf(frame, event)}.`,
    isUnlisted: result.name === null,
    content: `<p><a href="${linkTo(`/e/${event.slug}/results`, frame, { distance: set.distanceid })}">${say('person.back', { distance: set.distance })}</a></p>
<h1>${name}</h1><p class="soft">${[result.number === null ? '' : `#${result.number}`, escape(set.distance), of.gender, of.category].filter(Boolean).join(' · ')}</p>
<p class="finish">${hasEnded ? seconds(result.time_ms) : say(`ends.${result.status}`)}</p>
${hasEnded ? `<dl class="places">${places.map(([key, place]) => (place === null ? '' : `<div><dt>${say(`person.${key}`)}${of[key] ? ` · ${of[key]}` : ''}</dt><dd>${place}${key === 'overall' ? ` <span>${say('person.of', { number: result.finishers })}</span>` : ''}</dd></div>`)).join('')}</dl>` : ''}
<dl class="facts">${times.map(([label, text]) => `<div><dt>${label}</dt><dd class="time">${text}</dd></div>`).join('')}</dl>
${hasCertificate ? `<form method="post" action="${linkTo(`${personAt(event, result.resultid)}/certificate`, frame)}"><button type="submit">${say('verify.get')}</button></form>` : ''}
${splits ? `<h2>${say('person.splits')}</h2><div class="scrolls"><table><tbody>${splits}</tbody></table></div>` : ''}
<p class="soft">${say(`ranking.${set.status}`)}${set.isClaimable ? ` <a href="/claim/${escape(event.slug)}?lng=${frame.language}">${say('ranking.claim')}</a>` : ''}</p>`,
  });
};
