import { formatDuration } from '@/fields/duration/formatDuration';
import { escape } from '../../auth/layout';
import type { Shared } from './drawShare';
import type { SiteEvent, SiteSet } from './readSite';
import type { SiteResult } from './readSiteResults';
import { genderWord, nameIn, personAt, seconds } from './resultWords';
import { dayWords, linkTo, nameOf, pageOf, partsOf, sayIn, type Frame } from './siteFrame';

interface ResultFacts {
  readonly event: SiteEvent;
  readonly set: SiteSet;
  readonly result: SiteResult;
  /** Whether a published template is for it. */
  readonly hasCertificate: boolean;
}
/** The ways to show a result to others. */
const shareLinks = (frame: Frame, here: string): string => {
  const say = sayIn(frame);
  const address = `${frame.origin}${here}?lang=${frame.language}`;
  return `<a class="button plain" rel="noopener" href="https://wa.me/?text=${encodeURIComponent(address)}">${say('person.share')}</a> <a href="${linkTo(`${here}/share.png`, frame)}">${say('person.picture')}</a>`;
};

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
  const here = personAt(event, result.resultid);
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
    [say('person.pace'), result.pace_s === null ? '' : `${formatDuration(result.pace_s, 's').replace(/^0:0?/, '')} min/km`],
  ].filter(([, text]) => text);
  return pageOf(frame, {
    event,
    current: 'results',
    title: `${plain} · ${escape(set.distance)} · ${nameOf(frame, event)}`,
    description: `${plain}, ${escape(set.distance)}, ${hasEnded ? seconds(result.time_ms) : say(`ends.${result.status}`)}. ${nameOf(frame, event)}.`,
    isUnlisted: result.name === null,
    picture: linkTo(`${here}/share.png`, frame),
    content: `<p><a href="${linkTo(`/e/${event.slug}/results`, frame, { distance: set.distanceid })}">${say('person.back', { distance: set.distance })}</a></p>
<h1>${name}</h1><p class="soft">${[result.number === null ? '' : `#${result.number}`, escape(set.distance), of.gender, of.category].filter(Boolean).join(' · ')}</p>
<p class="finish">${hasEnded ? seconds(result.time_ms) : say(`ends.${result.status}`)}</p>
${hasEnded ? `<dl class="places">${places.map(([key, place]) => (place === null ? '' : `<div><dt>${say(`person.${key}`)}${of[key] ? ` · ${of[key]}` : ''}</dt><dd>${place}${key === 'overall' ? ` <span>${say('person.of', { number: result.finishers })}</span>` : ''}</dd></div>`)).join('')}</dl>` : ''}
<dl class="facts">${times.map(([label, text]) => `<div><dt>${label}</dt><dd class="time">${text}</dd></div>`).join('')}</dl>
${result.name === null ? '' : `<div class="acts">${hasCertificate ? `<form method="post" action="${linkTo(`${here}/certificate`, frame)}"><button type="submit">${say('verify.get')}</button></form>` : ''}${shareLinks(frame, here)}</div>`}
${splits ? `<h2>${say('person.splits')}</h2><div class="scrolls"><table><tbody>${splits}</tbody></table></div>` : ''}
<p class="soft">${say(`ranking.${set.status}`)}${set.isClaimable ? ` <a href="/claim/${escape(event.slug)}?lng=${frame.language}">${say('ranking.claim')}</a>` : ''}</p>`,
  });
};

/** What the picture of a result says; the name only where its page says it. */
export const sharedOf = (frame: Frame, { event, set, result }: Pick<ResultFacts, 'event' | 'set' | 'result'>): Shared => {
  const { translate, language } = frame;
  const say = (key: string, params?: Readonly<Record<string, unknown>>): string => translate(`site.${key}`, language, params);
  const hasEnded = result.status === 'finished' || result.status === 'unofficial';
  const gender = result.gender ? translate(`lists.branches.${result.gender}`, language) : '';
  const places = [
    { label: say('person.overall'), place: result.place_overall, of: ` ${say('person.of', { number: result.finishers })}` },
    { label: gender || say('person.gender'), place: result.place_gender, of: '' },
    { label: result.age_category ?? say('person.category'), place: result.place_category, of: '' },
  ];
  return {
    event: (language === 'en' && event.name.en) || event.name.es,
    where: [dayWords(frame, event, event.start_at), partsOf([event.city, event.state])].join(' · '),
    name: result.name ?? say('hidden'),
    who: [result.number === null ? '' : `#${result.number}`, set.distance, gender, result.age_category ?? ''].filter(Boolean).join(' · '),
    time: hasEnded ? seconds(result.time_ms) : say(`ends.${result.status}`),
    places: hasEnded ? places.flatMap(({ label, place, of }) => (place === null ? [] : [{ label, place: `${place}${of}` }])) : [],
  };
};
