import { convocatories } from '@/resources/convocatories/convocatories';
import { distances } from '@/resources/distances/distances';
import { events, shownStates } from '@/resources/events/events';
import { price_tiers } from '@/resources/price_tiers/price_tiers';
import { result_sets } from '@/resources/result_sets/result_sets';
import { serials } from '@/resources/serials/serials';
import { sponsors } from '@/resources/sponsors/sponsors';
import { columnsOf } from '../../kernel/columnsOf';
import { select, selectAll, selectOne, value } from '../../kernel/select';
import { sql } from '../../kernel/sql';
import type { Transaction } from '../../kernel/transaction';

const e = columnsOf(events, 'e');
const d = columnsOf(distances, 'd');
const t = columnsOf(price_tiers, 't');
const s = columnsOf(result_sets, 's');
const p = columnsOf(sponsors, 'p');
const c = columnsOf(convocatories, 'c');
const z = columnsOf(serials, 'z');

/** A price of a distance, in cents of MXN. */
interface SitePrice {
  readonly distanceid: number;
  readonly name: string;
  readonly starts_at: string;
  readonly ends_at: string;
  readonly price_cents: number;
  readonly fee_cents: number;
}
/** A distance as the public sees it; `free` is null without a limit. */
export interface SiteDistance {
  readonly distanceid: number;
  readonly name: string;
  readonly distance_km: number | null;
  readonly start_at: string | null;
  readonly status: string;
  readonly free: number | null;
  readonly prices: readonly SitePrice[];
}
/** Published results of a distance. */
export interface SiteSet {
  readonly result_setid: number;
  readonly distanceid: number;
  readonly distance: string;
  readonly status: string;
  readonly published_at: string | null;
  readonly isClaimable: boolean;
}
/** An event as the public sees it. */
export interface SiteEvent {
  readonly eventid: number;
  readonly slug: string;
  readonly name: { readonly es: string; readonly en?: string };
  readonly status: string;
  readonly sport: string;
  readonly start_at: string;
  readonly end_at: string | null;
  readonly timezone: string;
  readonly city: string;
  readonly state: string;
  readonly venue: string | null;
  readonly address: string | null;
  readonly cover: string | null;
  readonly contact: string;
  readonly organizer: string;
  readonly sets: readonly SiteSet[];
  /** The languages of the published race call. */
  readonly calls: readonly string[];
  /** Serials that it counts in, with published standings. */
  readonly series: readonly { readonly slug: string; readonly name: { readonly es: string; readonly en?: string } }[];
}

/** An event that was published, with its published results; nothing where there is none at the address. */
export const readSiteEvent = async (tx: Transaction, slug: string): Promise<SiteEvent | null> => {
  const event = await selectOne(
    tx,
    {
      eventid: e.eventid,
      slug: value<string>(sql`${e.slug}`),
      name: value<SiteEvent['name']>(sql`${e.name}`),
      status: value<string>(sql`${e.status}`),
      sport: value<string>(sql`${e.sport}`),
      start_at: e.start_at,
      end_at: e.end_at,
      timezone: value<string>(sql`${e.timezone}`),
      city: value<string>(sql`${e.city}`),
      state: value<string>(sql`coalesce((select name from states where stateid = ${e.stateid}), '')`),
      venue: e.venue,
      address: e.address,
      cover: value<string | null>(sql`${e.img_cover}`),
      contact: value<string>(sql`coalesce(${e.contact_email}, '')`),
      organizer: value<string>(sql`(select name from organizations o where o.organizationid = ${e.organizationid})`),
    },
    sql`from ${e} where ${e.slug} = ${slug} and ${e.published_at} is not null and ${e.status} = any(${[...shownStates]}::text[]) and ${e.deleted_at} is null`,
  );
  if (!event) return null;
  const sets = await select(
    tx,
    {
      result_setid: s.result_setid,
      distanceid: s.distanceid,
      distance: d.name,
      status: value<string>(sql`${s.status}`),
      published_at: s.published_at,
      isClaimable: value<boolean>(sql`(${s.status} = 'provisional' and coalesce(${s.claim_until} > now(), false))`),
    },
    sql`from ${d} join lateral (select * from result_sets x where x.distanceid = ${d.distanceid} and x.status in ('provisional', 'official') and x.deleted_at is null order by x.revision desc limit 1) ${sql.raw('s')} on true
       where ${d.eventid} = ${event.eventid} and ${d.deleted_at} is null order by ${d.sort}, ${d.distanceid}`,
  );
  const calls = await selectAll(
    tx,
    value<string>(sql`${c.locale}`),
    sql`from ${c} where ${c.eventid} = ${event.eventid} and ${c.status} = 'published' and ${c.deleted_at} is null order by ${c.locale} desc`,
  );
  const series = await select(
    tx,
    { slug: value<string>(sql`${z.slug}`), name: value<SiteEvent['name']>(sql`${z.name}`) },
    sql`from ${z} where ${z.status} = 'published' and ${z.deleted_at} is null and exists (select 1 from serial_events x where x.serialid = ${z.serialid} and x.eventid = ${event.eventid} and x.deleted_at is null)
        and exists (select 1 from serial_rankings k where k.serialid = ${z.serialid} and k.status = 'published' and k.deleted_at is null) order by ${z.serialid}`,
  );
  return { ...event, sets, calls, series };
};

/** The distances of an event with what is left and their prices for everybody. */
export const readSiteDistances = async (tx: Transaction, eventid: number): Promise<readonly SiteDistance[]> => {
  const found = await select(
    tx,
    {
      distanceid: d.distanceid,
      name: d.name,
      distance_km: value<number | null>(sql`${d.distance_km}::float`),
      start_at: d.start_at,
      status: value<string>(sql`${d.status}`),
      free: value<number | null>(sql`greatest(0, ${d.capacity} - ${d.sold_count} - ${d.held_count})`),
    },
    sql`from ${d} where ${d.eventid} = ${eventid} and ${d.deleted_at} is null order by ${d.sort}, ${d.distanceid}`,
  );
  const prices = await select(
    tx,
    {
      distanceid: t.distanceid,
      name: t.name,
      starts_at: t.starts_at,
      ends_at: t.ends_at,
      price_cents: t.price_cents,
      fee_cents: value<number>(sql`(case when ${t.fee_payer} = 'athlete' then ${t.service_fee_cents} else 0 end)::int`),
    },
    sql`from ${t} join ${d} on ${d.distanceid} = ${t.distanceid} where ${d.eventid} = ${eventid} and ${t.audience} = 'general' and ${t.active} and ${t.deleted_at} is null order by ${t.starts_at}`,
  );
  return found.map((distance) => ({ ...distance, prices: prices.filter(({ distanceid }) => distanceid === distance.distanceid) }));
};

/** The sponsors of an event, in their order. */
export const readSiteSponsors = (tx: Transaction, eventid: number) =>
  select(
    tx,
    { name: p.name, logo: value<string | null>(sql`${p.logo}`), url: p.url },
    sql`from ${p} where ${p.eventid} = ${eventid} and ${p.active} and ${p.deleted_at} is null order by ${p.sort}, ${p.sponsorid}`,
  );
export type SiteSponsor = Awaited<ReturnType<typeof readSiteSponsors>>[number];

/** The published race call of an event in a language, or in Spanish where there is none. */
export const readSiteCall = (tx: Transaction, eventid: number, locale: string) =>
  selectOne(
    tx,
    {
      title: c.title,
      locale: value<string>(sql`${c.locale}`),
      revision: c.revision,
      published_at: c.published_at,
      pdf_url: c.pdf_url,
      sections: value<readonly { readonly key: string; readonly title: string; readonly body_html: string }[]>(
        sql`coalesce(${c.sections}, '[]'::jsonb)`,
      ),
    },
    sql`from ${c} where ${c.eventid} = ${eventid} and ${c.status} = 'published' and ${c.deleted_at} is null order by ${c.locale} = ${locale} desc, ${c.locale} desc limit 1`,
  );
export type SiteCall = NonNullable<Awaited<ReturnType<typeof readSiteCall>>>;
