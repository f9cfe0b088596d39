import { must, nth } from '@/schema/must';
import { day, iso } from './calendar';
import type { Row } from './insertRows';
import type { CategoryPlan, DistancePlan, Phase, TableRows, TierPlan } from './plans';
import { courses, type Race } from './races';

interface Setting {
  readonly race: Race;
  readonly position: number;
  readonly count: number;
  readonly openAt: number;
  readonly closeAt: number;
  readonly startAt: number;
  readonly phase: Phase;
}

const perEvent = 4,
  perDistance = 40,
  firstTiers = [
    ['Preventa', 1],
    ['Regular', 1.18],
    ['Última fase', 1.36],
  ] as const;
const shares = [3, 4, 3.5, 2],
  feeShare = 0.08,
  affiliateDiscount = 0.9;
const centsPerPeso = 100,
  roundTo = 10;

const open = [
  [14, 17, 'Juvenil'],
  [18, 39, 'Libre'],
  [40, 49, 'Máster'],
  [50, 59, 'Veteranos'],
  [60, 120, 'Oro'],
] as const;
const fives = Array.from({ length: 11 }, (_, step): readonly [number, number, string] => {
  const from = step === 0 ? 18 : 20 + step * 5;
  return step === 10 ? [70, 120, '70+'] : [from, 24 + step * 5, `${from}-${24 + step * 5}`];
});

const pesos = (amount: number): number => Math.round(amount / roundTo) * roundTo * centsPerPeso;

const tierRows = (
  setting: Setting,
  distanceid: number,
  price: number,
): { readonly plans: readonly TierPlan[]; readonly rows: readonly Row[] } => {
  const { race, openAt, closeAt, position } = setting;
  const phases = firstTiers.slice(0, position % 2 === 0 ? 3 : 2);
  const length = Math.floor((closeAt - openAt) / phases.length / day) * day;
  const made = phases.map(([name, growth], step) => {
    const priceCents = pesos(price * growth);
    const startsAt = openAt + step * length;
    const plan: TierPlan = {
      price_tierid: (distanceid - 1) * perEvent + step + 1,
      startsAt,
      endsAt: step === phases.length - 1 ? closeAt : startsAt + length,
      priceCents,
      feeCents: Math.round(priceCents * feeShare),
    };
    return { plan, name, audience: 'general' };
  });
  const last = nth(made, -1).plan;
  const affiliates = race.fmtri
    ? [
        {
          plan: { ...last, price_tierid: distanceid * perEvent, startsAt: openAt, priceCents: pesos(price * affiliateDiscount) },
          name: 'Afiliados FMTRI',
          audience: 'fmtri',
        },
      ]
    : [];
  return {
    plans: made.map(({ plan }) => plan),
    rows: [...made, ...affiliates].map(({ plan, name, audience }, sort) => ({
      price_tierid: plan.price_tierid,
      organizationid: race.organizationid,
      distanceid,
      name,
      starts_at: iso(plan.startsAt),
      ends_at: iso(plan.endsAt),
      price_cents: plan.priceCents,
      service_fee_cents: plan.feeCents,
      audience,
      sort,
    })),
  };
};

const categoryRows = (
  { race }: Setting,
  distanceid: number,
  adultsOnly: boolean,
): { readonly plans: readonly CategoryPlan[]; readonly rows: readonly Row[] } => {
  const ages = race.sport === 'triathlon' || race.sport === 'duathlon' ? fives : open.filter(([from]) => !adultsOnly || from >= 18);
  const made = ages.flatMap(([from, to, name]) =>
    (['F', 'M'] as const).map((branch) => ({ from, to, branch, name: ages === fives ? `${branch}${name}` : name })),
  );
  const plans = made.map((category, sort) => ({ ...category, age_categoryid: (distanceid - 1) * perDistance + sort + 1 }));
  return {
    plans,
    rows: plans.map(({ age_categoryid, name, from, to, branch }, sort) => ({
      age_categoryid,
      organizationid: race.organizationid,
      distanceid,
      name,
      branch,
      age_min: from,
      age_max: to,
      sort,
    })),
  };
};

const courseOf = (name: string) => must(courses[name], `the course ${name}`);
/** Never below the number of registrations, and a round number. */
const capacityOf = (expected: number): number => Math.ceil((expected * 1.2 + 150) / 50) * 50;

const distanceRow = (setting: Setting, distanceid: number, name: string, sort: number, expected: number, adultsOnly: boolean): Row => {
  const { race, startAt, openAt, phase } = setting;
  const course = courseOf(name);
  return {
    distanceid,
    organizationid: race.organizationid,
    eventid: setting.position + 1,
    name,
    code: course.code,
    distance_km: course.km,
    segments: course.segments ?? null,
    start_at: iso(startAt + sort * 1_200_000),
    capacity: capacityOf(expected),
    age_min: adultsOnly ? 18 : 10,
    age_max: null,
    age_rule: course.segments ? 'dec_31' : 'event_day',
    requires_tshirt: race.sport !== 'virtual',
    status: phase === 'open' || phase === 'unpublished' ? 'open' : 'closed',
    sort,
    created: iso(openAt - 25 * day),
    updated: iso(openAt - 10 * day),
  };
};

/** The distances of one event with prices and categories. The shortest one is for minors, except in events for adults only. */
export const distancesOf = (setting: Setting): { readonly plans: readonly DistancePlan[]; readonly rows: readonly TableRows[] } => {
  const { race, position, count } = setting;
  const all = race.courses.reduce((sum, _, sort) => sum + nth(shares, sort), 0);
  const made = race.courses.map((name, sort) => {
    const distanceid = position * perEvent + sort + 1,
      share = nth(shares, sort);
    const adultsOnly = sort < race.courses.length - 1 || race.sport === 'triathlon' || race.sport === 'duathlon';
    const tiers = tierRows(setting, distanceid, courseOf(name).price);
    const categories = categoryRows(setting, distanceid, adultsOnly);
    const expected = (count * share) / all;
    const plan: DistancePlan = {
      distanceid,
      name,
      adultsOnly,
      share,
      firstNumber: sort * 100_000 + 1,
      tiers: tiers.plans,
      categories: categories.plans,
    };
    return {
      plan,
      row: distanceRow(setting, distanceid, name, sort, expected, adultsOnly),
      tiers: tiers.rows,
      categories: categories.rows,
    };
  });
  return {
    plans: made.map(({ plan }) => plan),
    rows: [
      { table: 'distances', rows: made.map(({ row }) => row) },
      { table: 'price_tiers', rows: made.flatMap(({ tiers }) => tiers) },
      { table: 'age_categories', rows: made.flatMap(({ categories }) => categories) },
    ],
  };
};
