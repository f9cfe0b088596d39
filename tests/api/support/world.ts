import type pg from 'pg';
import { addPublicLinks } from './publicLinkRows';
import { addPlatform } from './platformRows';
import { addContent } from './contentRows';
import { addSavedView } from './savedViewRows';
import { addSponsors, addWeb } from './webRows';
import { addKits } from './kitsRows';
import { addResults } from './resultRows';

type Client = Pick<pg.ClientBase, 'query'>;
type More = Readonly<Record<string, unknown>>;
/** A membership: in which organisation, under which profile of the system. */
interface Seat {
  readonly org: number;
  readonly profile: string;
  readonly regions?: readonly string[];
  readonly events?: readonly number[];
}

/** Adds a person with a live session and, in each organisation, the keys of a system profile, of some regions and for some events. */
export const addPerson = async (pool: Client, name: string, memberships: readonly Seat[] = []): Promise<number> => {
  const { rows } = await pool.query(
    `insert into users (asdeporteid, email, first_name, last_name, status) values ($1, $2, $1, 'Prueba', 'active') returning userid`,
    [name, `${name}@prueba.test`],
  );
  const userid = Number(rows[0].userid);
  await pool.query(`insert into auth_sessions (sid, userid, expires) values ($1, $2, now() + interval '1 hour')`, [`sid-${name}`, userid]);
  for (const { org, profile, regions = [], events } of memberships) {
    const made = await pool.query(
      `insert into memberships (userid, email, name, organizationid, status, event_scope, profileid) values ($1, $5, $6, $2, 'active', $3, (select profileid from profiles where slug = $4 and is_system)) returning membershipid`,
      [userid, org, events ? 'selected' : 'all', profile, `${name}@prueba.test`, `${name} Prueba`],
    );
    const id = made.rows[0].membershipid;
    await pool.query(
      `insert into membership_roles (membershipid, organizationid, roleid, access, source) select $1, $2, pr.roleid, pr.access, 'profile' from profile_roles pr join profiles p using (profileid) where p.slug = $3 and p.is_system`,
      [id, org, profile],
    );
    await pool.query(
      `insert into membership_roles (membershipid, organizationid, roleid, access, source) select $1, $2, roleid, 'edit', 'direct' from roles where slug = any($3) on conflict do nothing`,
      [id, org, regions],
    );
    for (const event of events ?? [])
      await pool.query(`insert into membership_events (membershipid, organizationid, eventid) values ($1, $2, $3)`, [id, org, event]);
  }
  return userid;
};

const inDays = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
/** Its dates lie ahead whenever the tests run, at the same hours of the day. */
const sport = {
  category: 'estelares',
  sport: 'running',
  stateid: 9,
  city: 'Ciudad de México',
  start_at: `${inDays(160)}T13:00:00Z`,
  registration_open_at: `${inDays(40)}T00:00:00Z`,
  registration_close_at: `${inDays(149)}T00:00:00Z`,
  contact_email: 'hola@prueba.test',
};
const insert = async (pool: Client, table: string, key: string, row: More): Promise<number> => {
  const names = Object.keys(row);
  const { rows } = await pool.query(
    `insert into ${table} (${names.map((name) => `"${name}"`).join(', ')}) values (${names.map((_, index) => `$${index + 1}`).join(', ')}) returning ${key}`,
    Object.values(row),
  );
  return Number(rows[0][key]);
};

/** Rows written as the owner, for tests that read. */
export const add = {
  organization: (pool: Client, name: string, more: More = {}) =>
    insert(pool, 'organizations', 'organizationid', {
      name,
      slug: name.toLowerCase().replace(/\W+/g, '-'),
      email: `${name.toLowerCase().replace(/\W+/g, '')}@prueba.test`,
      stateid: 9,
      region: 'centro',
      platforms: ['ASDEPORTE', 'EVENT', 'FMTRI', 'APOLO', 'APOLO-SUSCRIPTIONS'],
      ...more,
    }),
  event: (pool: Client, organizationid: number, slug: string, more: More = {}) =>
    insert(pool, 'events', 'eventid', {
      organizationid,
      slug,
      name: JSON.stringify({ es: `Carrera ${slug}`, en: `Race ${slug}` }),
      region: 'centro',
      ...sport,
      ...more,
    }),
  distance: (pool: Client, eventid: number, code: string, more: More = {}) =>
    insert(pool, 'distances', 'distanceid', { eventid, code, name: code, ...more }),
  athlete: (pool: Client, first_name: string, more: More = {}) =>
    insert(pool, 'web_users', 'web_userid', {
      first_name,
      last_name: 'García',
      gender: 'F',
      birth_date: '1990-02-03',
      email: `${first_name
        .toLowerCase()
        .normalize('NFD')
        .replace(/[^a-z0-9]/g, '')}@atleta.test`,
      asdeporteid: `WEB-${first_name}`,
      ...more,
    }),
  inscription: (pool: Client, eventid: number, distanceid: number, web_userid: number, more: More = {}) =>
    insert(pool, 'inscriptions', 'inscriptionid', {
      eventid,
      distanceid,
      web_userid,
      folio: `F${web_userid}`,
      qr_token: `q${web_userid}`,
      first_name: 'Ana',
      last_name: 'García',
      gender: 'F',
      ...more,
    }),
  coupon: (pool: Client, organizationid: number, code: string, more: More = {}) =>
    insert(pool, 'coupons', 'couponid', { organizationid, code, value: 10, ...more }),
} as const;

const one = async (client: Client, text: string, values: readonly unknown[] = []): Promise<number> => {
  const { rows } = await client.query<Record<string, number>>(text, values as unknown[]);
  return Number(Object.values(rows[0]!)[0]);
};

interface Sold {
  readonly eventid: number;
  readonly web_userid: number;
  readonly couponid: number;
  readonly inscriptionid: number;
}
/** One row of everything that follows from an inscription being bought. */
const addSales = async (
  client: Client,
  slug: string,
  { eventid, web_userid, couponid, inscriptionid }: Sold,
): Promise<Readonly<Record<string, number>>> => {
  const orders = await insert(client, 'orders', 'orderid', { code: `O${inscriptionid}`, eventid, web_userid });
  const payments = await insert(client, 'payments', 'paymentid', {
    orderid: orders,
    eventid,
    inscriptionid,
    type: 'charge',
    method: 'card',
    status: 'paid',
    amount_cents: 45_000,
    idempotency_key: `pago-${slug}`,
  });
  const coupon_uses = await insert(client, 'coupon_uses', 'coupon_useid', {
    couponid,
    eventid,
    inscriptionid,
    state: 'used',
    discount_cents: 4500,
  });
  const wallets = await insert(client, 'wallets', 'walletid', { web_userid });
  const credit = {
    type: 'admin_credit',
    amount_cents: 5000,
    available_change_cents: 5000,
    available_after_cents: 5000,
    frozen_after_cents: 0,
    reason: 'Prueba',
  };
  const wallet_movements = await insert(client, 'wallet_movements', 'movementid', {
    walletid: wallets,
    idempotency_key: `abono-${slug}`,
    ...credit,
  });
  return { orders, payments, coupon_uses, wallets, wallet_movements };
};
/** One row of everything that an event hands out. */
const addGoods = async (client: Client, slug: string, eventid: number): Promise<Readonly<Record<string, number>>> => {
  const bib_pools = await insert(client, 'bib_pools', 'bib_poolid', { eventid, name: `Serie ${slug}`, start: 1, end: 9 });
  const bibs = await insert(client, 'bibs', 'bibid', { eventid, bib_poolid: bib_pools, number: 1 });
  const tshirt_models = await insert(client, 'tshirt_models', 'tshirt_modelid', { eventid, name: 'Playera' });
  const tshirt_stock = await insert(client, 'tshirt_stock', 'tshirt_stockid', { tshirt_modelid: tshirt_models, size: 'M', ordered: 10 });
  const tshirt_movements = await insert(client, 'tshirt_movements', 'movementid', {
    tshirt_stockid: tshirt_stock,
    type: 'receive',
    qty: 10,
    received_change: 10,
  });
  return { bib_pools, bibs, tshirt_models, tshirt_stock, tshirt_movements };
};

/** An event with one row of everything that hangs from it. */
export const addEvent = async (
  client: Client,
  organizationid: number,
  slug: string,
  region: string,
  fmtri = false,
): Promise<Readonly<Record<string, number>>> => {
  const events = await one(
    client,
    `insert into events (organizationid, name, slug, category, region, sport, start_at, stateid, city, registration_open_at, registration_close_at, contact_email, fmtri_required)
     values ($1, jsonb_build_object('es', $2::text), $2, 'estelares', $3, 'running', now() + interval '60 days', 9, 'Ciudad', now(), now() + interval '30 days', 'evento@example.com', $4) returning eventid`,
    [organizationid, slug, region, fmtri],
  );
  const distances = await one(client, `insert into distances (eventid, name, code) values ($1, '10 km', '10K') returning distanceid`, [
    events,
  ]);
  const price_tiers = await one(
    client,
    `insert into price_tiers (distanceid, name, starts_at, ends_at, price_cents) values ($1, 'Única', now(), now() + interval '9 days', 45000) returning price_tierid`,
    [distances],
  );
  const age_categories = await one(
    client,
    `insert into age_categories (distanceid, name, branch, age_min, age_max) values ($1, 'Libre', 'F', 18, 39) returning age_categoryid`,
    [distances],
  );
  const web_users = await one(
    client,
    `insert into web_users (email, first_name, last_name, gender, birth_date, phone) values ($1, 'Ana', 'Ríos', 'F', '1990-02-03', '5550000001') returning web_userid`,
    [`atleta-${slug}@example.com`],
  );
  const coupon_batches = await one(
    client,
    `insert into coupon_batches (organizationid, eventid, name, owner_type, qty) values ($1, $2, 'Lote', 'club', 5) returning coupon_batchid`,
    [organizationid, events],
  );
  const coupons = await one(
    client,
    `insert into coupons (organizationid, eventid, code, value) values ($1, $2, $3, 10) returning couponid`,
    [organizationid, events, slug.toUpperCase().slice(0, 24)],
  );
  const inscriptions = await one(
    client,
    `insert into inscriptions (eventid, distanceid, web_userid, folio, qr_token, status, first_name, last_name, gender, birth_date, email, phone, comment)
     values ($1, $2, $3, upper(substr(md5($4), 1, 8)), md5($4), 'paid', 'Ana', 'Ríos', 'F', '1990-02-03', $5, '5550000001', 'Nota') returning inscriptionid`,
    [events, distances, web_users, slug, `atleta-${slug}@example.com`],
  );
  const inscription_log = await one(
    client,
    `insert into inscription_log (inscriptionid, eventid, status, actor_type, source) values ($1, $2, 'started', 'system', 'job') returning logid`,
    [inscriptions, events],
  );
  const waitlist_entries = await insert(client, 'waitlist_entries', 'waitlist_entryid', {
    eventid: events,
    distanceid: distances,
    web_userid: web_users,
    first_name: 'Ana',
    last_name: 'Ríos',
    email: `atleta-${slug}@example.com`,
    phone: '5550000001',
  });
  const inscription_documents = await insert(client, 'inscription_documents', 'documentid', {
    inscriptionid: inscriptions,
    eventid: events,
    kind: 'confirmation',
    locale: 'es',
    file: 'F.pdf',
    sha256: 'a'.repeat(64),
    content_sha256: 'b'.repeat(64),
    size_bytes: 1,
  });
  const inscription_letters = await insert(client, 'inscription_letters', 'letterid', {
    inscriptionid: inscriptions,
    eventid: events,
    kind: 'proof',
    email: `atleta-${slug}@example.com`,
    status: 'sent',
  });
  const sold = await addSales(client, slug, { eventid: events, web_userid: web_users, couponid: coupons, inscriptionid: inscriptions });
  const kits = await addKits(client, slug, { eventid: events, distanceid: distances, inscriptionid: inscriptions, web_userid: web_users });
  const timing = await addResults(client, slug, {
    eventid: events,
    distanceid: distances,
    inscriptionid: inscriptions,
    web_userid: web_users,
  });
  return {
    ...kits,
    ...timing,
    events,
    distances,
    price_tiers,
    age_categories,
    web_users,
    coupon_batches,
    coupons,
    inscriptions,
    inscription_log,
    inscription_documents,
    inscription_letters,
    waitlist_entries,
    ...sold,
    ...(await addGoods(client, slug, events)),
    ...(await addPublicLinks(client, events)),
    ...(await addContent(client, events, inscriptions)),
    ...(await addSponsors(client, organizationid, events, inscriptions)),
  };
};

/** What an organisation holds besides events: a store, a member of staff with keys and an assigned event. */
export const addHouse = async (
  client: Client,
  organizationid: number,
  slug: string,
  eventid: number,
): Promise<Readonly<Record<string, number>>> => {
  const stores = await one(client, `insert into stores (organizationid, name) values ($1, 'Tienda') returning storeid`, [organizationid]);
  const users = await addPerson(client, `staff-${slug}`, [{ org: organizationid, profile: 'timing' }]);
  const memberships = await one(client, 'select membershipid from memberships where userid = $1', [users]);
  const membership_roles = await one(client, 'select min(membership_roleid) from membership_roles where membershipid = $1', [memberships]);
  const membership_events = await one(
    client,
    'insert into membership_events (membershipid, eventid) values ($1, $2) returning membership_eventid',
    [memberships, eventid],
  );
  const profiles = await one(
    client,
    `insert into profiles (organizationid, name, slug) values ($1, '{"es": "Propio"}', $2) returning profileid`,
    [organizationid, `propio-${slug}`],
  );
  const profile_roles = await one(
    client,
    `insert into profile_roles (organizationid, profileid, roleid) values ($1, $2, (select min(roleid) from roles)) returning profile_roleid`,
    [organizationid, profiles],
  );
  const personal = await addSavedView(client, users, organizationid);
  return {
    ...personal,
    organizations: organizationid,
    stores,
    users,
    memberships,
    membership_roles,
    membership_events,
    profiles,
    profile_roles,
    ...(await addWeb(client, organizationid, slug, eventid)),
    ...(await addPlatform(client, { organizationid, slug, eventid, storeid: stores, userid: users })),
  };
};
