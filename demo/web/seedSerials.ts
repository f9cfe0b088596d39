import type pg from 'pg';
import { nth } from '@/schema/must';
import { day, dateOf, iso, type Calendar } from '../calendar';
import { insertRows, type Row } from '../insertRows';
import type { Coming } from './Coming';

interface Stage {
  readonly serialid: number;
  readonly event: Coming;
  readonly at: number;
}

const points = [100, 80, 65, 55, 50, 45, 40, 36, 32, 30];

const ofSerialSql = 'update events e set serialid = s.serialid, stageid = s.stageid from stages s where s.eventid = e.eventid';

/** A serial of each owner, with a stage for each finished event. */
export const seedSerials = async (
  client: pg.ClientBase,
  { now }: Calendar,
  organizationids: readonly number[],
  held: readonly (readonly Coming[])[],
): Promise<void> => {
  const stamps = { created: iso(now - 60 * day), updated: iso(now - 20 * day) };
  const season = new Date(now).getUTCFullYear();
  const about = [
    'Carreras de 5 y 10 kilómetros por los parques de la ciudad. Cuentan las tres mejores fechas y hacen falta dos para entrar al ranking.',
    'Triatlones de distancia sprint y olímpica frente al mar. La última fecha vale la mitad más.',
  ];
  const lastWeight = 1.5;
  const names = [
    { es: 'Serial Ciudad en Movimiento', en: 'City in Motion Series' },
    { es: 'Serial Triatlón del Caribe', en: 'Caribbean Triathlon Series' },
  ];
  await insertRows(
    client,
    'serials',
    names.map((name, at): Row => ({
      serialid: at + 1,
      organizationid: organizationids[at],
      name,
      slug: `${['ciudad-en-movimiento', 'triatlon-del-caribe'][at]}-${season}`,
      category: 'seriales',
      season,
      description: about[at],
      points_table: points.map((each, place) => ({ place: place + 1, points: each })),
      best_n: 3,
      min_events: 2,
      status: 'published',
      ...stamps,
    })),
  );
  const dates = held.flatMap((events, at) => events.map((event, position): Stage => ({ serialid: at + 1, event, at: position })));
  await insertRows(
    client,
    'serial_events',
    dates.map(({ serialid, event, at }): Row => ({
      serialid,
      organizationid: organizationids[serialid - 1],
      eventid: event.eventid,
      weight: serialid === 2 && at === nth(held, 1).length - 1 ? lastWeight : 1,
      sort: at,
      ...stamps,
    })),
  );
  await insertRows(
    client,
    'stages',
    dates.map(({ serialid, event, at }): Row => ({
      serialid,
      eventid: event.eventid,
      name: { es: `Etapa ${at + 1}: ${event.city}`, en: `Stage ${at + 1}: ${event.city}` },
      number: at + 1,
      date: dateOf(new Date(event.start_at).getTime()),
      place: event.city,
      sort: at,
      url: `https://seriales.example.com/${serialid}/etapas/${at + 1}`,
      visible_from: iso(now - 60 * day),
      visible_to: iso(new Date(event.start_at).getTime() + 30 * day),
      status: 'published',
      ...stamps,
    })),
  );
  await client.query(ofSerialSql);
};
