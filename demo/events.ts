import { nth } from '@/schema/must';
import { day, hour, iso, nearestSunday, type Calendar } from './calendar';
import { coverOf } from './covers';
import { distancesOf } from './distances';
import type { Row } from './insertRows';
import type { EventPlan, Phase, TableRows } from './plans';
import { races, type Race } from './races';
import { regionOf } from './regions';

const yearDays = 364,
  openDays = 210,
  farDays = 6,
  giantMost = 30_000,
  startHour = 7;
const olderShare = [1, 0.85, 0.7],
  passedShare = [0.5, 0.62, 0.41, 0.7];

/** One edition of a race. */
interface Edition {
  readonly race: Race;
  readonly age: number;
  readonly count: number;
  readonly midnight: number;
  readonly phase: Phase;
}

const phaseOf = (race: Race, midnight: number, { today }: Calendar): Phase => {
  if (race.status === 'draft' || race.status === 'in_review') return 'unpublished';
  if (race.status === 'cancelled') return 'cancelled';
  if (midnight < today) return 'past';
  return midnight === today ? 'today' : midnight - today <= farDays * day ? 'eve' : 'open';
};

/** Splits inscriptions by weight without losing one. */
const split = (total: number, weights: readonly number[]): number[] => {
  const sum = weights.reduce((left, right) => left + right, 0) || 1;
  let given = 0,
    reached = 0;
  return weights.map((weight) => {
    reached += weight;
    const until = Math.round((total * reached) / sum);
    const share = until - given;
    given = until;
    return share;
  });
};

const editionsOf = (calendar: Calendar, inscriptions: number): readonly Edition[] => {
  const held = races.flatMap((race) =>
    Array.from({ length: race.years }, (_, age) => {
      const plain = calendar.today + (race.offset - age * yearDays) * day;
      const midnight = Math.abs(plain - calendar.today) > farDays * day ? nearestSunday(plain) : plain;
      return { race, age, midnight, phase: age === 0 ? phaseOf(race, midnight, calendar) : ('past' as const) };
    }),
  );
  const isGiant = (position: number): boolean => position === 0;
  const giant = Math.min(giantMost, Math.floor(inscriptions / 2));
  const others = split(
    inscriptions - giant,
    held.map(({ race, age }, position) => (isGiant(position) ? 0 : race.weight * nth(olderShare, age))),
  );
  return held.map((edition, position) => ({ ...edition, count: isGiant(position) ? giant : nth(others, position) }));
};

const statusOf = ({ race, phase, age }: Edition): string => {
  if (age === 0 && race.status) return race.status;
  return phase === 'past'
    ? age === 2
      ? 'archived'
      : 'finished'
    : phase === 'today'
      ? 'in_progress'
      : phase === 'eve'
        ? 'closed'
        : 'published';
};

const seasonOf = ({ midnight, age }: Edition): number => new Date(midnight + age * yearDays * day).getUTCFullYear() - age;
const eventRow = (edition: Edition, plan: EventPlan): Row => {
  const { race, age, phase } = edition;
  const season = seasonOf(edition);
  const isPublished = phase !== 'unpublished';
  return {
    eventid: plan.eventid,
    organizationid: race.organizationid,
    name: plan.place.name,
    slug: `${race.slug}-${season}`,
    category: race.category,
    region: race.region ?? regionOf(race.stateid),
    sport: race.sport,
    edition: race.edition - age,
    previous_eventid: age + 1 < race.years ? plan.eventid + 1 : null,
    start_at: iso(plan.startAt),
    end_at: iso(plan.startAt + 8 * hour),
    countryid: 1,
    stateid: race.stateid,
    city: race.city,
    venue: race.venue,
    address: `${race.venue}, ${race.city}`,
    registration_open_at: iso(plan.openAt),
    registration_close_at: iso(plan.closeAt),
    changes_close_at: iso(plan.closeAt),
    status: statusOf(edition),
    numbering_mode: plan.atDelivery ? 'at_delivery' : 'automatic',
    refund_policy: race.category === 'estelares' ? 'wallet' : 'none',
    refund_schedule:
      race.category === 'estelares'
        ? [
            { days_before: 60, percent: 80 },
            { days_before: 30, percent: 50 },
          ]
        : null,
    fmtri_required: race.fmtri ?? false,
    exoneration_mode: plan.exonerates ? 'digital' : 'none',
    min_age: 10,
    contact_email: `atencion@${race.slug}.test`,
    contact_phone: '5500112233',
    social: { web: `https://${race.slug}.test` },
    img_cover: isPublished ? coverOf(race) : null,
    published_at: isPublished ? iso(plan.openAt - 7 * day) : null,
    cancelled_reason: race.status === 'cancelled' && age === 0 ? 'La autoridad local no otorgó los permisos.' : null,
    created: iso(plan.openAt - 30 * day),
    updated: iso(plan.openAt - 7 * day),
  };
};

/** The forty events with their distances, prices and categories; `plans` tells the inscriptions what is possible. */
export const makeEvents = (
  calendar: Calendar,
  inscriptions: number,
): { readonly plans: readonly EventPlan[]; readonly tables: readonly TableRows[] } => {
  const editions = editionsOf(calendar, inscriptions);
  const made = editions.map((edition, position) => {
    const { race, midnight, phase } = edition;
    const startAt = midnight + startHour * hour;
    const openAt = Math.min(startAt - openDays * day, phase === 'unpublished' ? Infinity : calendar.today - 20 * day);
    const closeAt = midnight - 3 * day;
    const { plans, rows } = distancesOf({ race, position, count: edition.count, openAt, closeAt, startAt, phase });
    const plan: EventPlan = {
      eventid: position + 1,
      organizationid: race.organizationid,
      stateid: race.stateid,
      place: {
        name: { es: `${race.es} ${seasonOf(edition)}`, en: `${race.en} ${seasonOf(edition)}` },
        city: race.city,
        venue: race.venue,
      },
      phase,
      startAt,
      openAt,
      closeAt,
      count: edition.count,
      athletes: {
        race: position + 1 - edition.age,
        passed: Math.round(edition.age * edition.count * nth(passedShare, position % passedShare.length)),
      },
      atDelivery: race.atDelivery ?? false,
      exonerates: race.sport !== 'virtual',
      givesShirts: race.sport !== 'virtual',
      isStar: race.category === 'estelares',
      distances: plans,
    };
    return { plan, row: eventRow(edition, plan), rows };
  });
  const gather = (table: string): TableRows => ({
    table,
    rows: made.flatMap(({ rows }) => rows.filter((each) => each.table === table).flatMap((each) => each.rows)),
  });
  return {
    plans: made.map(({ plan }) => plan),
    tables: [{ table: 'events', rows: made.map(({ row }) => row) }, gather('distances'), gather('price_tiers'), gather('age_categories')],
  };
};
