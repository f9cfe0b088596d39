import type pg from 'pg';

type Client = Pick<pg.ClientBase, 'query'>;
type Rows = Readonly<Record<string, number>>;
const one = async (client: Client, text: string, values: readonly unknown[] = []): Promise<number> => {
  const { rows } = await client.query<Record<string, number>>(text, values as unknown[]);
  return Number(Object.values(rows[0]!)[0]);
};

/** A sponsor of an event with a benefit, and that benefit of one registration. */
export const addSponsors = async (client: Client, organizationid: number, eventid: number, inscriptionid: number): Promise<Rows> => {
  const sponsors = await one(
    client,
    `insert into sponsors (eventid, name, tier, logo) values ($1, 'Agua Clara', 'gold', 'https://example.com/logo.png') returning sponsorid`,
    [eventid],
  );
  const benefits = await one(
    client,
    `insert into benefits (organizationid, eventid, sponsorid, name, kind, redemption, terms) values ($1, $2, $3, '{"es": "Agua gratis"}', 'gift', 'qr', '{"es": "Hasta agotar existencias"}') returning benefitid`,
    [organizationid, eventid, sponsors],
  );
  const benefit_grants = await one(
    client,
    'insert into benefit_grants (benefitid, eventid, inscriptionid) values ($1, $2, $3) returning benefit_grantid',
    [benefits, eventid, inscriptionid],
  );
  return { sponsors, benefits, benefit_grants };
};

/** One row of everything that the public site and the app show. */
export const addWeb = async (client: Client, organizationid: number, slug: string, eventid: number): Promise<Rows> => {
  const serials = await one(
    client,
    `insert into serials (organizationid, name, slug, season) values ($1, '{"es": "Serial"}', $2, 2027) returning serialid`,
    [organizationid, `serial-${slug}`],
  );
  const serial_events = await one(client, 'insert into serial_events (serialid, eventid) values ($1, $2) returning serial_eventid', [
    serials,
    eventid,
  ]);
  const stages = await one(client, `insert into stages (serialid, name) values ($1, '{"es": "Etapa"}') returning stageid`, [serials]);
  const carousels = await one(client, `insert into carousels (name, placement) values ('Portada', 'home_hero') returning carouselid`);
  const carousel_items = await one(
    client,
    `insert into carousel_items (carouselid, alt, img_desktop, img_mobile) values ($1, '{"es": "Corredores en la meta"}', 'https://example.com/d.png', 'https://example.com/m.png') returning itemid`,
    [carousels],
  );
  const promotion_bins = await one(
    client,
    `insert into promotion_bins (name, bank, brand, bins, discount_type, value, starts_at, ends_at, legal_text) values ('Meses', 'Banco', 'visa', array['415231'], 'percent', 10, now(), now() + interval '30 days', '{"es": "Aplican restricciones"}') returning promotion_binid`,
  );
  const notifications = await one(
    client,
    `insert into notifications (title, body, app) values ('Aviso', 'Ya puedes recoger tu kit', 'ASDEPORTE') returning notificationid`,
  );
  const notification_deliveries = await one(
    client,
    'insert into notification_deliveries (notificationid) values ($1) returning notification_deliveryid',
    [notifications],
  );
  return { serials, serial_events, stages, carousels, carousel_items, promotion_bins, notifications, notification_deliveries };
};
