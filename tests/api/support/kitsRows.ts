import { randomUUID } from 'node:crypto';
import type pg from 'pg';

type Client = Pick<pg.ClientBase, 'query'>;
interface Scene {
  readonly eventid: number;
  readonly distanceid: number;
  readonly inscriptionid: number;
  readonly web_userid: number;
}

const one = async (client: Client, table: string, row: Readonly<Record<string, unknown>>, key: string): Promise<number> => {
  const names = Object.keys(row);
  const { rows } = await client.query<{ id: number | string }>(
    `insert into ${table} (${names.join(', ')}) values (${names.map((_, at) => `$${at + 1}`).join(', ')}) returning ${key} as id`,
    Object.values(row),
  );
  return Number(rows[0]!.id);
};

/** One row of everything that has to do with the kits of an event and with who enters it. */
export const addKits = async (
  client: Client,
  slug: string,
  { eventid, distanceid, inscriptionid, web_userid }: Scene,
): Promise<Readonly<Record<string, number>>> => {
  const kits = await one(client, 'kits', { eventid, name: 'Kit', distanceids: [distanceid] }, 'kitid');
  const kit_items = await one(client, 'kit_items', { kitid: kits, name: JSON.stringify({ es: 'Medalla' }), type: 'medal' }, 'kit_itemid');
  const desks = await one(client, 'desks', { eventid, name: 'Mesa 1', letter_range: 'A-F' }, 'deskid');
  const { rows } = await client.query<{ userid: number | string }>(
    `insert into users (asdeporteid, email, first_name, last_name, status) values ($1, $2, 'Mesa', 'Prueba', 'active') returning userid`,
    [`mesa-${slug}`, `mesa-${slug}@prueba.test`],
  );
  const kit_deliveries = await one(
    client,
    'kit_deliveries',
    {
      inscriptionid,
      eventid,
      deskid: desks,
      delivered_at: '2027-04-30T18:00:00Z',
      receiver_type: 'third_party',
      receiver_name: 'Eva Luna',
      receiver_id_last4: '1234',
      status: 'delivered',
      by_userid: Number(rows[0]!.userid),
      client_uuid: randomUUID(),
      items: JSON.stringify([{ kit_itemid: kit_items, name: 'Medalla', qty: 1, status: 'delivered' }]),
    },
    'kit_deliveryid',
  );
  const asenters = await one(client, 'asenters', { eventid, name: 'Salida', kind: 'start' }, 'asenterid');
  const access_scans = await one(
    client,
    'access_scans',
    {
      asenterid: asenters,
      eventid,
      inscriptionid,
      raw_code: 'ABC',
      direction: 'entry',
      result: 'ok',
      scanned_at: '2027-05-01T12:00:00Z',
      client_uuid: randomUUID(),
    },
    'scanid',
  );
  const innovasport_pickups = await one(
    client,
    'innovasport_pickups',
    {
      inscriptionid,
      eventid,
      name: 'Ana Ríos',
      store_code: 'IS-001',
      store_name: 'Innovasport Perisur',
      pickup_code: `P${inscriptionid}`,
      status: 'ready',
    },
    'pickupid',
  );
  const tribike_orders = await one(
    client,
    'tribike_orders',
    {
      external_ref: `TB-${inscriptionid}`,
      inscriptionid,
      eventid,
      web_userid,
      service: 'round_trip',
      origin_store: 'TriBike Polanco',
      status: 'paid',
    },
    'tribike_orderid',
  );
  return { kits, kit_items, desks, kit_deliveries, asenters, access_scans, innovasport_pickups, tribike_orders };
};
