import type pg from 'pg';
import { nth } from '@/schema/must';
import { day, iso, type Calendar } from '../calendar';
import type { Coming } from './Coming';
import { seedCarousels } from './seedCarousels';
import { seedNotifications } from './seedNotifications';
import { seedPromotions } from './seedPromotions';
import { seedSerials } from './seedSerials';

const setKeys = async (client: pg.ClientBase, keys: Readonly<Record<string, string>>): Promise<void> => {
  for (const [table, key] of Object.entries(keys))
    await client.query(`select setval(pg_get_serial_sequence('${table}', '${key}'), max(${key})) from ${table}`);
};
const pointsSql = `
  update results r set points = round(((p->>'points')::numeric * d.weight::numeric), 2) from events e join serials s using (serialid) join serial_events d on d.serialid = s.serialid and d.eventid = e.eventid, jsonb_array_elements(s.points_table) p
    where r.eventid = e.eventid and r.status = 'finished' and (p->>'place')::int = r.place_overall`;
const comingSql =
  "select eventid, name, city, start_at from events where organizationid = $1 and status in ('published', 'sold_out', 'closed', 'finished') and start_at > $2 order by start_at limit 4";

/** The public site and the app: carousels with their slides, serials with their stages, promotions of cards and push messages. */
export const seedWeb = async (
  client: pg.ClientBase,
  calendar: Calendar,
  organizationids: readonly [platform: number, ...owners: number[]],
): Promise<void> => {
  const [platform, ...owners] = organizationids;
  const held: Coming[][] = [];
  for (const owner of owners) held.push((await client.query<Coming>(comingSql, [owner, iso(calendar.today - 120 * day)])).rows);
  const coming = nth(held, 0);
  await seedCarousels(client, calendar, platform, coming);
  await seedSerials(client, calendar, owners, held);
  await seedPromotions(client, calendar);
  await seedNotifications(client, calendar, nth(coming, 0));
  await setKeys(client, {
    carousels: 'carouselid',
    serials: 'serialid',
    promotion_bins: 'promotion_binid',
    notifications: 'notificationid',
  });
};

/** The points of a race, once its results are known. */
export const countPoints = (client: pg.ClientBase): Promise<unknown> => client.query(pointsSql);
