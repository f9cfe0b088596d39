import { escape } from '../../auth/layout';
import { moneyIn } from '../../kernel/regional';
import type { SiteCall, SiteDistance, SiteEvent, SiteSponsor } from './readSite';
import { smallPicture } from './pictureAddress';
import { dayIn, hourIn, linkTo, nameOf, pageOf, partsOf, sayIn, type Frame } from './siteFrame';

interface EventFacts {
  readonly event: SiteEvent;
  readonly distances: readonly SiteDistance[];
  readonly sponsors: readonly SiteSponsor[];
}
const statusOf: Readonly<Record<string, string>> = { cancelled: 'EventCancelled', postponed: 'EventPostponed' };
const isNow = ({ starts_at, ends_at }: { readonly starts_at: string; readonly ends_at: string }): boolean =>
  Date.parse(starts_at) <= Date.now() && Date.now() < Date.parse(ends_at);
const centsToUnits = 100;

/** The event in the words of schema.org. */
const dataOf = (frame: Frame, { event, distances }: EventFacts): object => ({
  '@context': 'https://schema.org',
  '@type': 'SportsEvent',
  name: frame.language === 'en' ? event.name.en || event.name.es : event.name.es,
  startDate: event.start_at,
  ...(event.end_at && { endDate: event.end_at }),
  eventStatus: `https://schema.org/${statusOf[event.status] ?? 'EventScheduled'}`,
  ...(event.cover && { image: new URL(event.cover, frame.origin).href }),
  location: {
    '@type': 'Place',
    name: event.venue ?? event.city,
    address: partsOf([event.address, event.city, event.state]),
  },
  organizer: { '@type': 'Organization', name: event.organizer },
  offers: distances.flatMap(({ name, prices, free, status }) => {
    const price = prices.find(isNow);
    return price
      ? [
          {
            '@type': 'Offer',
            name,
            price: price.price_cents / centsToUnits,
            priceCurrency: 'MXN',
            validFrom: price.starts_at,
            validThrough: price.ends_at,
            availability: `https://schema.org/${status === 'open' && free !== 0 ? 'InStock' : 'SoldOut'}`,
          },
        ]
      : [];
  }),
});

const distanceRow = (frame: Frame, event: SiteEvent, distance: SiteDistance): string => {
  const say = sayIn(frame);
  const price = distance.prices.find(isNow);
  const left = distance.status !== 'open' ? say('distance.closed') : distance.free === 0 ? say('distance.soldOut') : '';
  const facts = [
    distance.distance_km === null ? '' : say('distance.km', { number: new Intl.NumberFormat('en').format(distance.distance_km) }),
    distance.start_at ? say('distance.start', { hour: hourIn(frame, event, distance.start_at) }) : '',
    left,
  ].filter(Boolean);
  const later = distance.prices
    .filter(({ ends_at }) => Date.parse(ends_at) > Date.now())
    .map(
      ({ name, price_cents, ends_at }) =>
        `<tr><td>${escape(name)}</td><td class="amount">${escape(moneyIn(frame.language, price_cents))}</td><td>${say('distance.until', { day: '' })}${dayIn(frame, event, ends_at)}</td></tr>`,
    )
    .join('');
  return `<li class="distance"><div><h3>${escape(distance.name)}</h3><p>${facts.join(' · ')}</p></div>
${price ? `<p class="price"><strong>${escape(moneyIn(frame.language, price.price_cents))}</strong>${price.fee_cents > 0 ? `<span>${say('distance.fee', { amount: moneyIn(frame.language, price.fee_cents) })}</span>` : ''}</p>` : ''}
${later ? `<details><summary>${say('distance.prices')}</summary><div class="scrolls"><table><tbody>${later}</tbody></table></div></details>` : ''}</li>`;
};

/** The page of an event: when, where, which distances at which prices, and who supports it. */
export const eventPage = (frame: Frame, facts: EventFacts): string => {
  const { event, distances, sponsors } = facts,
    say = sayIn(frame);
  const notice = ['cancelled', 'postponed'].includes(event.status) ? `<p class="notice">${say(`status.${event.status}`)}</p>` : '';
  const rows = [
    [say('facts.when'), `${dayIn(frame, event, event.start_at)}, ${hourIn(frame, event, event.start_at)}`],
    [say('facts.where'), escape(partsOf([event.venue, event.address, event.city, event.state]))],
    ...(event.contact ? [[say('facts.contact'), `<a href="mailto:${escape(event.contact)}">${escape(event.contact)}</a>`]] : []),
  ];
  const support = sponsors
    .map(({ name, logo, url }) => {
      const mark = logo
        ? `<img src="${escape(smallPicture(event.slug, logo))}" alt="${escape(name)}" width="160" height="80" loading="lazy">`
        : escape(name);
      return `<li>${url ? `<a href="${escape(url)}" rel="noopener sponsored">${mark}</a>` : mark}</li>`;
    })
    .join('');
  return pageOf(frame, {
    event,
    current: 'event',
    title: nameOf(frame, event),
    description: `${nameOf(frame, event)}. ${dayIn(frame, event, event.start_at)}, ${escape(event.city)}.`,
    data: dataOf(frame, facts),
    content: `${notice}
${event.sets.length > 0 ? `<p><a class="button" href="${linkTo(`/e/${event.slug}/results`, frame)}">${say('seeResults')}</a></p>` : ''}
${event.series.map(({ slug, name }) => `<p><a href="${linkTo(`/s/${slug}`, frame)}">${say('series.standingsOf', { serial: frame.language === 'en' ? name.en || name.es : name.es })}</a></p>`).join('')}
<dl class="facts">${rows.map(([label, text]) => `<div><dt>${label}</dt><dd>${text}</dd></div>`).join('')}</dl>
${distances.length > 0 ? `<h2>${say('distances')}</h2><ul class="distances">${distances.map((each) => distanceRow(frame, event, each)).join('')}</ul>` : ''}
${support ? `<h2>${say('sponsors')}</h2><ul class="sponsors">${support}</ul>` : ''}`,
  });
};

/** The published race call, section by section; its markup was cleaned when it was saved. */
export const callPage = (frame: Frame, event: SiteEvent, call: SiteCall): string => {
  const say = sayIn(frame);
  const list = call.sections.map(({ key, title }) => `<li><a href="#${escape(key)}">${escape(title)}</a></li>`).join('');
  const sections = call.sections
    .map(
      ({ key, title, body_html }) =>
        `<section id="${escape(key)}"><h2>${escape(title)}</h2><div class="words">${body_html}</div></section>`,
    )
    .join('');
  return pageOf(frame, {
    event,
    current: 'call',
    title: `${escape(call.title)} · ${nameOf(frame, event)}`,
    description: `${escape(call.title)}. ${nameOf(frame, event)}.`,
    content: `<div lang="${escape(call.locale)}"><h1>${escape(call.title)}</h1><p class="soft">${say('call.version', { number: call.revision })}${call.published_at ? ` · ${dayIn(frame, event, call.published_at)}` : ''}</p>
<p><a class="button" href="${call.pdf_url ? escape(call.pdf_url) : linkTo(`/e/${event.slug}/call.pdf`, frame)}">${say('call.pdf')}</a></p><nav aria-label="${say('call.contents')}"><ol class="contents">${list}</ol></nav>${sections}</div>`,
  });
};
