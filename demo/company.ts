import { makeApolo } from './apolo';
import type { Athlete } from './athletes';
import { day, iso, type Calendar } from './calendar';
import { demoUserOf } from '../server/demoAccounts';
import { makeFiles } from './files';
import type { Row } from './insertRows';
import { makeMeasurements } from './measurements';
import type { EventPlan, TableRows } from './plans';
import { createRandom, seedOf } from './random';

const chapter = 121,
  twinEvery = 250,
  mostMerges = 24;
/** The stores by number, with their organizations. */
const shops = [
  [1, 1],
  [2, 2],
  [3, 3],
] as const;
const goods = [
  ['GORRA', 'Gorra de running', 'Running cap', 29_900],
  ['BUFF', 'Bandana tubular', 'Tubular bandana', 14_900],
  ['PORTA', 'Cinturón porta número', 'Race belt', 19_900],
  ['TERMO', 'Termo de 600 ml', '600 ml bottle', 24_900],
  ['SUDADERA', 'Sudadera conmemorativa', 'Commemorative hoodie', 69_900],
  ['MEDALLERO', 'Medallero de pared', 'Medal hanger', 39_900],
] as const;

const productsOf = ({ today, now }: Calendar): TableRows => ({
  table: 'store_products',
  rows: shops.flatMap(([storeid, organizationid]) =>
    goods.map(([sku, es, en, price_cents], at): Row => {
      const chance = createRandom(seedOf(chapter, storeid, at));
      const created = iso(today - chance.between(60, 400) * day);
      return {
        organizationid,
        storeid,
        sku,
        name: { es, en },
        price_cents,
        max_per_order: 5,
        active: chance.chance(0.85),
        created,
        updated: iso(now - chance.between(1, 50) * day),
      };
    }),
  ),
});

/** People who registered under two e-mails. */
const mergesOf = (athletes: number, { now }: Calendar): TableRows => ({
  table: 'user_merges',
  rows: Array.from({ length: Math.min(mostMerges, Math.floor(athletes / twinEvery)) }, (_, at): Row => {
    const twin = (at + 1) * twinEvery;
    const chance = createRandom(seedOf(chapter + 1, twin));
    const status = chance.weighted([
      ['suggested', 80],
      ['dismissed', 20],
    ] as const);
    const found = now - chance.between(20, 60) * day,
      decided = status === 'dismissed' ? found + chance.between(1, 15) * day : null;
    const hasPhone = chance.chance(0.4);
    return {
      survivor_userid: twin - 1,
      loser_userid: twin,
      score: hasPhone ? chance.between(90, 98) : chance.between(72, 86),
      match_reasons: hasPhone ? ['phone', 'name_dob'] : ['name_dob'],
      status,
      reason: decided === null ? null : 'Son hermanos: misma casa, distinta persona.',
      performed_by_userid: decided === null ? null : demoUserOf('customer-support'),
      performed_at: decided === null ? null : iso(decided),
      created: iso(found),
      updated: iso(decided ?? found),
    };
  }),
});

interface Company {
  readonly plans: readonly EventPlan[];
  readonly calendar: Calendar;
  readonly athleteOf: (number: number) => Athlete;
  readonly athletes: number;
}
/** The data of the company besides events: its shop, possible duplicates of people, APOLO, measurements and files. */
export const makeCompany = ({ plans, calendar, athleteOf, athletes }: Company): readonly TableRows[] => [
  productsOf(calendar),
  mergesOf(athletes, calendar),
  ...makeApolo(athletes, calendar),
  makeMeasurements(athleteOf, athletes, calendar),
  ...makeFiles(plans, calendar),
];
