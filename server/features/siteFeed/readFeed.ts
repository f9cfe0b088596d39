import { carousel_items } from '@/resources/carousel_items/carousel_items';
import { carousels } from '@/resources/carousels/carousels';
import { events, openStates } from '@/resources/events/events';
import { serials } from '@/resources/serials/serials';
import { stages } from '@/resources/stages/stages';
import { columnsOf } from '../../kernel/columnsOf';
import { execute, select, selectAll, value } from '../../kernel/select';
import { every, sql, type SQL } from '../../kernel/sql';
import type { Transaction } from '../../kernel/transaction';

const c = columnsOf(carousels, 'c');
const i = columnsOf(carousel_items, 'i');
const s = columnsOf(stages, 's');
const z = columnsOf(serials, 'z');
const e = columnsOf(events, 'e');
const most = 200;
type Words = { readonly es?: string; readonly en?: string } | null;

/** What somebody asks for; empty texts ask for all. */
export interface FeedSearch {
  readonly placement: string;
  readonly locale: string;
  readonly region: string;
  readonly serial: string;
}
/** Addresses of ours as other sites use them. */
const whole = (address: SQL, origin: string): SQL => sql`case when ${address} like '/%' then ${origin} || ${address} else ${address} end`;
/** Whether a period includes now. */
const isNow = (from: SQL, to: SQL): SQL => sql`(${from} is null or ${from} <= now()) and (${to} is null or ${to} > now())`;

/** Active carousels with the slides that are shown now, in their order. */
export const readCarousels = async (tx: Transaction, { placement, locale, region }: FeedSearch, origin: string) => {
  const found = await select(
    tx,
    {
      carouselid: c.carouselid,
      placement: value<string>(sql`${c.placement}`),
      locale: value<string>(sql`${c.locale}`),
      autoplay_s: c.autoplay_s,
    },
    sql`from ${c} where ${every([
      sql`${c.status} = 'active' and ${c.deleted_at} is null`,
      placement ? sql`${c.placement} = ${placement}` : null,
      locale ? sql`${c.locale} = ${locale}` : null,
    ])} order by ${c.placement}, ${c.carouselid} limit ${most}`,
  );
  const slides = await select(
    tx,
    {
      itemid: i.itemid,
      carouselid: i.carouselid,
      title: value<Words>(sql`${i.title}`),
      alt: value<Words>(sql`${i.alt}`),
      img_desktop: value<string>(whole(sql`${i.img_desktop}`, origin)),
      img_mobile: value<string>(whole(sql`${i.img_mobile}`, origin)),
      url: value<string | null>(whole(sql`coalesce(${i.url}, '/e/' || ${e.slug})`, origin)),
      cta: value<Words>(sql`${i.cta}`),
      region: value<string | null>(sql`${i.region}`),
    },
    sql`from ${i} left join ${e} on ${e.eventid} = ${i.eventid} and ${e.published_at} is not null and ${e.deleted_at} is null
        where ${every([
          sql`${i.carouselid} = any(${found.map(({ carouselid }) => carouselid)}::bigint[]) and ${i.deleted_at} is null and ${isNow(sql`${i.starts_at}`, sql`${i.ends_at}`)}`,
          region ? sql`(${i.region} is null or ${i.region} = ${region})` : null,
        ])} order by ${i.sort}, ${i.itemid}`,
  );
  return found.map((carousel) => ({
    ...carousel,
    slides: slides.filter(({ carouselid }) => carouselid === carousel.carouselid),
  }));
};

/** Published stages that are visible now, each with its serial and the address of its event. */
export const readStages = (tx: Transaction, { serial }: FeedSearch, origin: string) =>
  select(
    tx,
    {
      stageid: s.stageid,
      number: s.number,
      name: value<Words>(sql`${s.name}`),
      date: s.date,
      place: s.place,
      img: value<string | null>(whole(sql`${s.img}`, origin)),
      url: value<string | null>(whole(sql`coalesce(${s.url}, '/e/' || ${e.slug})`, origin)),
      serial: value<string | null>(sql`${z.slug}`),
    },
    sql`from ${s} left join ${z} on ${z.serialid} = ${s.serialid} and ${z.deleted_at} is null left join ${e} on ${e.eventid} = ${s.eventid} and ${e.published_at} is not null and ${e.deleted_at} is null
        where ${every([
          sql`${s.status} = 'published' and ${s.deleted_at} is null and ${isNow(sql`${s.visible_from}`, sql`${s.visible_to}`)}`,
          serial ? sql`${z.slug} = ${serial}` : null,
        ])} order by ${s.sort}, ${s.stageid} limit ${most}`,
  );

/** Published events that are still to come, the next one first. */
export const readCalendar = (tx: Transaction, { region }: FeedSearch, origin: string) =>
  select(
    tx,
    {
      slug: value<string>(sql`${e.slug}`),
      name: value<Words>(sql`${e.name}`),
      start_at: e.start_at,
      timezone: e.timezone,
      city: e.city,
      region: value<string>(sql`${e.region}`),
      sport: value<string>(sql`${e.sport}`),
      category: value<string>(sql`${e.category}`),
      status: value<string>(sql`${e.status}`),
      img: value<string | null>(whole(sql`${e.img_card}`, origin)),
      url: value<string>(sql`${origin} || '/e/' || ${e.slug}`),
    },
    sql`from ${e} where ${every([
      sql`${e.published_at} is not null and ${e.status} = any(${[...openStates]}::text[]) and ${e.deleted_at} is null and coalesce(${e.end_at}, ${e.start_at}) > now()`,
      region ? sql`${e.region} = ${region}` : null,
    ])} order by ${e.start_at}, ${e.eventid} limit ${most}`,
  );

/** Counts that a slide was seen or pressed; false when no such slide is shown now. */
export const countSlide = async (tx: Transaction, itemid: number, what: 'views' | 'clicks'): Promise<boolean> => {
  const shown = await selectAll(
    tx,
    i.itemid,
    sql`from ${i} join ${c} on ${c.carouselid} = ${i.carouselid} where ${i.itemid} = ${itemid} and ${c.status} = 'active' and ${c.deleted_at} is null and ${i.deleted_at} is null and ${isNow(sql`${i.starts_at}`, sql`${i.ends_at}`)}`,
  );
  if (shown.length === 0) return false;
  const column = sql.raw(what === 'views' ? 'impressions' : 'clicks');
  await execute(tx, sql`update carousel_items set ${column} = ${column} + 1 where itemid = ${itemid}`);
  return true;
};
