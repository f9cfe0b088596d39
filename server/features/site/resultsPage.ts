import { escape } from '../../auth/layout';
import type { SiteEvent, SiteSet } from './readSite';
import type { ResultLine, ResultSearch } from './readSiteResults';
import { genderWord, nameIn, personAt, seconds } from './resultWords';
import { linkTo, nameOf, pageOf, pagerOf, sayIn, type Frame } from './siteFrame';

interface ResultsFacts {
  readonly event: SiteEvent;
  readonly set: SiteSet;
  readonly search: ResultSearch;
  readonly lines: readonly ResultLine[];
  readonly podium: readonly ResultLine[];
  readonly total: number;
  readonly choices: { readonly genders: readonly string[]; readonly categories: readonly string[] };
}

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
