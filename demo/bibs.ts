import { must } from '@/schema/must';
import { iso, type Calendar } from './calendar';
import type { InscriptionRow } from './inscriptions';
import type { Row } from './insertRows';
import type { DistancePlan, EventPlan, TableRows } from './plans';
import { createRandom, seedOf } from './random';

/** A bib as an inscription copies it. */
export interface Bib {
  readonly bibid: number;
  readonly number: number;
  readonly chip_code: string;
}
type Made = Bib & { readonly distanceid: number; readonly fate: Fate | null };
interface Fate {
  readonly state: 'reserved' | 'restricted' | 'lost' | 'damaged';
  readonly reason: string;
}

const chapter = 81,
  spare = 1.1,
  least = 20,
  apartEvery = 140,
  base = 36;
const fates: readonly (readonly [Fate, number])[] = [
  [{ state: 'damaged', reason: 'Llegó mal impreso.' }, 4],
  [{ state: 'lost', reason: 'No venía en el paquete.' }, 3],
  [{ state: 'restricted', reason: 'Chip sin lectura en la prueba.' }, 3],
  [{ state: 'reserved', reason: 'Apartado para invitados.' }, 2],
];

/** Some bibs never reach an athlete: misprinted, lost, or kept for guests. */
const fateOf = (distanceid: number, number: number): Fate | null => {
  const chance = createRandom(seedOf(chapter, distanceid, number));
  return chance.chance(1 / apartEvery) ? chance.weighted(fates) : null;
};

/** Hands out the bibs of one event in the order of registration, and answers what was printed once all are sold. */
export const createBibs = (event: EventPlan, numbers: { bib: number; pool: number }, { now }: Calendar) => {
  const { eventid, organizationid, openAt, atDelivery, phase } = event;
  const printed: Made[] = [];
  const given = new Map<number, number>();
  const seats = new Map<number, number>();
  const worn = new Map<number, { readonly inscriptionid: number; readonly isDelivered: boolean; readonly at: string }>();
  const print = ({ distanceid, firstNumber }: DistancePlan): Made => {
    const number = given.get(distanceid) ?? firstNumber;
    given.set(distanceid, number + 1);
    const made: Made = {
      distanceid,
      bibid: (numbers.bib += 1),
      number,
      chip_code: `${eventid.toString(base)}-${number.toString(base)}`.toUpperCase(),
      fate: fateOf(distanceid, number),
    };
    printed.push(made);
    return made;
  };
  const take = (distance: DistancePlan): Bib => {
    for (;;) {
      const bib = print(distance);
      if (!bib.fate) return bib;
    }
  };
  /** Stores who has which seat and which bib. */
  const wear = ({ inscriptionid, bibid, distanceid, kit_status, updated }: InscriptionRow, isSeated: boolean): void => {
    if (isSeated) seats.set(distanceid, (seats.get(distanceid) ?? 0) + 1);
    if (bibid !== null)
      worn.set(bibid, {
        inscriptionid,
        isDelivered: kit_status === 'delivered' || kit_status === 'partial',
        at: updated,
      });
  };
  const bibRow = ({ bibid, number, chip_code, fate }: Made, bib_poolid: number, created: string): Row => {
    const holder = worn.get(bibid);
    const state = holder ? (holder.isDelivered ? 'delivered' : 'assigned') : (fate?.state ?? 'free');
    return {
      bibid,
      organizationid,
      eventid,
      prefix: null,
      number,
      bib_poolid,
      chip_code,
      state,
      reason: holder ? null : (fate?.reason ?? null),
      inscriptionid: holder?.inscriptionid ?? null,
      created,
      updated: holder?.at ?? created,
    };
  };
  /** One pool for each distance, a tenth larger than needed, and every bib in it. */
  const tables = (): readonly TableRows[] => {
    const created = iso(Math.min(now, openAt));
    const pools = event.distances.map((distance, at) => {
      const { distanceid, firstNumber, name } = distance;
      const end =
        firstNumber +
        Math.ceil(Math.max(seats.get(distanceid) ?? 0, (given.get(distanceid) ?? firstNumber) - firstNumber, least) * spare) -
        1;
      while ((given.get(distanceid) ?? firstNumber) <= end) print(distance);
      return {
        bib_poolid: numbers.pool + at + 1,
        organizationid,
        eventid,
        name,
        distanceids: [distanceid],
        branch: null,
        prefix: null,
        start: firstNumber,
        end,
        is_primary: true,
        return_until: atDelivery || phase === 'past' ? null : iso(event.closeAt),
        created,
        updated: created,
      };
    });
    numbers.pool += pools.length;
    const poolOf = new Map(pools.map(({ distanceids: [distanceid], bib_poolid }) => [distanceid, bib_poolid]));
    return [
      { table: 'bib_pools', rows: pools },
      {
        table: 'bibs',
        rows: printed.map((bib) => bibRow(bib, must(poolOf.get(bib.distanceid), `the pool of distance ${bib.distanceid}`), created)),
      },
    ];
  };
  return { take, wear, tables };
};
