import { kitFor } from '@/domain/registration/desk';
import { expectedOf, type Expected, type KitForecast, type PieceForecast, type SizeForecast } from '@/domain/registration/kitForecast';
import { statusGroups } from '@/domain/registration/lifecycle';
import { distances } from '@/resources/distances/distances';
import { events, type Event } from '@/resources/events/events';
import { inscriptions } from '@/resources/inscriptions/inscriptions';
import { kit_deliveries } from '@/resources/kit_deliveries/kit_deliveries';
import { tshirt_models } from '@/resources/tshirt_models/tshirt_models';
import { tshirt_stock } from '@/resources/tshirt_stock/tshirt_stock';
import { readStored } from '../../api/list/stored';
import { reaches } from '../../api/list/visible';
import { columnsOf } from '../../kernel/columnsOf';
import { notFound } from '../../kernel/DomainError';
import { select, value } from '../../kernel/select';
import { sql } from '../../kernel/sql';
import type { Transaction } from '../../kernel/transaction';
import { readKits } from '../delivery/readKits';
import { readPace } from '../events/readPace';

const i = columnsOf(inscriptions, 'i');
const d = columnsOf(distances, 'd');
const k = columnsOf(kit_deliveries, 'k');
const m = columnsOf(tshirt_models, 'm');
const s = columnsOf(tshirt_stock, 's');
const dayMs = 86_400_000;

interface Race {
  readonly id: number;
  readonly today: number;
  readonly expected: number;
}
/** The registrations of each distance today, and on the day if all grow alike within their places. */
const readRaces = async (tx: Transaction, eventid: number, { today, expected }: Expected): Promise<readonly Race[]> => {
  const growth = today === 0 ? 1 : expected / today;
  const rows = await select(
    tx,
    { id: d.distanceid, capacity: d.capacity, today: value<number>(sql`count(${i.inscriptionid})::int`) },
    sql`from ${d} left join ${i} on ${i.distanceid} = ${d.distanceid} and ${i.status} = any(${statusGroups.active}::text[]) and ${i.deleted_at} is null
       where ${d.eventid} = ${eventid} and ${d.deleted_at} is null group by ${d.distanceid}, ${d.capacity}`,
  );
  return rows.map(({ capacity, ...race }) => {
    const grown = Math.ceil(race.today * growth);
    return { ...race, expected: Math.max(race.today, capacity === null ? grown : Math.min(grown, capacity)) };
  });
};

/** How many of each piece were handed out. */
const readHanded = async (tx: Transaction, eventid: number): Promise<ReadonlyMap<number, number>> => {
  const rows = await select(
    tx,
    { id: value<number>(sql`(item ->> 'kit_itemid')::int`), qty: value<number>(sql`sum((item ->> 'qty')::int)::int`) },
    sql`from ${k} cross join jsonb_array_elements(coalesce(${k.items}, '[]')) item
       where ${k.eventid} = ${eventid} and ${k.status} in ('delivered', 'partial') and ${k.deleted_at} is null and item ->> 'status' <> 'missing' group by 1`,
  );
  return new Map(rows.map(({ id, qty }) => [id, qty]));
};

const readPieces = async (tx: Transaction, eventid: number, races: readonly Race[]): Promise<readonly PieceForecast[]> => {
  const kits = await readKits(tx, eventid);
  const handed = await readHanded(tx, eventid);
  return kits.flatMap((kit) => {
    const own = races.filter(({ id }) => kitFor(kits, id)?.kitid === kit.kitid);
    const sum = (of: 'today' | 'expected'): number => own.reduce((all, race) => all + race[of], 0);
    return kit.pieces.map(({ kit_itemid, name, qty, stock }): PieceForecast => ({
      kit: kit.name,
      name,
      today: sum('today') * qty,
      expected: sum('expected') * qty,
      handed: handed.get(kit_itemid) ?? 0,
      stock,
      coming: 0,
    }));
  });
};

/** Sizes grow like the registrations: people who come later take the sizes that the others took. */
const readSizes = async (tx: Transaction, eventid: number, { today, expected }: Expected): Promise<readonly SizeForecast[]> => {
  const growth = today === 0 ? 1 : expected / today;
  const rows = await select(
    tx,
    {
      tshirt_stockid: s.tshirt_stockid,
      model: m.name,
      size: value<string>(sql`${s.size}`),
      ordered: value<number>(sql`coalesce(${s.ordered}, 0)`),
      received: value<number>(sql`${s.received} + ${s.adjusted}`),
      reserved: value<number>(sql`${s.reserved}`),
      handed: value<number>(sql`${s.delivered}`),
    },
    sql`from ${s} join ${m} on ${m.tshirt_modelid} = ${s.tshirt_modelid} and ${m.deleted_at} is null
       where ${s.eventid} = ${eventid} and ${s.deleted_at} is null order by ${m.name}, ${m.tshirt_modelid}, ${s.sort}, ${s.tshirt_stockid}`,
  );
  return rows.map(({ tshirt_stockid, model, size, ordered, received, reserved, handed }) => ({
    tshirt_stockid,
    model,
    size,
    today: reserved + handed,
    expected: Math.ceil((reserved + handed) * growth),
    handed,
    stock: received - handed,
    coming: Math.max(0, ordered - received),
  }));
};

const expectationOf = async (tx: Transaction, event: Event): Promise<Expected> => {
  const closesIn = Math.ceil((Date.parse(event.registration_close_at) - Date.now()) / dayMs);
  return expectedOf(await readPace(tx, event), { closesIn, capacity: event.capacity });
};

/** What the kits and the shirts of an event need today and on its day, within what the person may see. */
export const readForecast = async (tx: Transaction, eventid: number): Promise<KitForecast> => {
  const event = (await reaches(tx, events, eventid, 'show')) ? await readStored(tx, events, eventid) : null;
  if (!event) throw notFound();
  const expected = await expectationOf(tx, event);
  const races = await readRaces(tx, eventid, expected);
  return {
    event: { es: event.name.es, en: event.name.en ?? undefined },
    ...expected,
    pieces: await readPieces(tx, eventid, races),
    sizes: await readSizes(tx, eventid, expected),
  };
};
