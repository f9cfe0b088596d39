import type pg from 'pg';

type Client = Pick<pg.ClientBase, 'query'>;

const one = async (client: Client, text: string, values: readonly unknown[] = []): Promise<number> => {
  const { rows } = await client.query({ text, values: values as unknown[], rowMode: 'array' } as pg.QueryArrayConfig);
  return Number((rows as unknown as unknown[][])[0]![0]);
};

/** An organisation by name and region. */
export const addOrganization = (client: Client, slug: string, region: string, isPlatform = false): Promise<number> =>
  one(client,
    `insert into organizations (name, slug, email, stateid, region, platforms, is_platform)
     values ($1, $1, $1 || '@example.com', 9, $2, '{ASDEPORTE,FMTRI,EVENT,APOLO,APOLO-SUSCRIPTIONS}', $3) returning organizationid`, [slug, region, isPlatform]);

/** A person with a live session, member of one organisation under a system profile. Answers the token that the test verifier understands. */
export const addPerson = async (client: Client, name: string, organizationid: number, profile: string, regions: readonly string[] = []): Promise<{ readonly userid: number; readonly membershipid: number; readonly token: string }> => {
  const userid = await one(client, `insert into users (asdeporteid, email, first_name, last_name, status) values ($1, $1 || '@staff.example.com', $1, 'Prueba', 'active') returning userid`, [name]);
  const membershipid = await one(client, `insert into memberships (userid, organizationid, profileid, status) values ($1, $2, (select profileid from profiles where slug = $3 and is_system), 'active') returning membershipid`, [userid, organizationid, profile]);
  await client.query(
    `insert into membership_roles (membershipid, roleid, access, source)
     select $1::bigint, pr.roleid, pr.access, 'profile' from profile_roles pr join profiles p on p.profileid = pr.profileid where p.slug = $2 and p.is_system
     union all select $1::bigint, roleid, 'edit', 'direct' from roles where slug = any($3::text[])`, [membershipid, profile, regions]);
  await client.query(`insert into auth_sessions (sid, userid, organizationid, expires) values ($1, $2, $3, now() + interval '1 hour')`, [`sid-${name}`, userid, organizationid]);
  return { userid, membershipid, token: `Bearer ${name}:${organizationid}` };
};

/** An event with one row of everything that hangs from it. */
export const addEvent = async (client: Client, organizationid: number, slug: string, region: string, fmtri = false): Promise<Readonly<Record<string, number>>> => {
  const events = await one(client,
    `insert into events (organizationid, name, slug, category, region, sport, start_at, stateid, city, registration_open_at, registration_close_at, contact_email, fmtri_required)
     values ($1, jsonb_build_object('es', $2::text), $2, 'estelares', $3, 'running', now() + interval '60 days', 9, 'Ciudad', now(), now() + interval '30 days', 'evento@example.com', $4) returning eventid`,
    [organizationid, slug, region, fmtri]);
  const distances = await one(client, `insert into distances (eventid, name, code) values ($1, '10 km', '10K') returning distanceid`, [events]);
  const price_tiers = await one(client, `insert into price_tiers (distanceid, name, starts_at, ends_at, price_cents) values ($1, 'Única', now(), now() + interval '9 days', 45000) returning price_tierid`, [distances]);
  const age_categories = await one(client, `insert into age_categories (distanceid, name, branch, age_min, age_max) values ($1, 'Libre', 'F', 18, 39) returning age_categoryid`, [distances]);
  const web_users = await one(client, `insert into web_users (email, first_name, last_name, gender, birth_date, phone) values ($1, 'Ana', 'Ríos', 'F', '1990-02-03', '5550000001') returning web_userid`, [`atleta-${slug}@example.com`]);
  const coupon_batches = await one(client, `insert into coupon_batches (organizationid, eventid, name, owner_type, qty) values ($1, $2, 'Lote', 'club', 5) returning coupon_batchid`, [organizationid, events]);
  const coupons = await one(client, `insert into coupons (organizationid, eventid, code, value) values ($1, $2, $3, 10) returning couponid`, [organizationid, events, slug.toUpperCase().slice(0, 24)]);
  const inscriptions = await one(client,
    `insert into inscriptions (eventid, distanceid, web_userid, folio, qr_token, status, first_name, last_name, gender, birth_date, email, phone, comment)
     values ($1, $2, $3, upper(substr(md5($4), 1, 8)), md5($4), 'paid', 'Ana', 'Ríos', 'F', '1990-02-03', $5, '5550000001', 'Nota') returning inscriptionid`,
    [events, distances, web_users, slug, `atleta-${slug}@example.com`]);
  const inscription_log = await one(client, `insert into inscription_log (inscriptionid, eventid, status, actor_type, source) values ($1, $2, 'started', 'system', 'job') returning logid`, [inscriptions, events]);
  return { events, distances, price_tiers, age_categories, web_users, coupon_batches, coupons, inscriptions, inscription_log };
};

/** What an organisation holds besides events: a store, a member of staff with keys and an assigned event. */
export const addHouse = async (client: Client, organizationid: number, slug: string, eventid: number): Promise<Readonly<Record<string, number>>> => {
  const stores = await one(client, `insert into stores (organizationid, name) values ($1, 'Tienda') returning storeid`, [organizationid]);
  const { userid: users, membershipid: memberships } = await addPerson(client, `staff-${slug}`, organizationid, 'timing');
  const membership_roles = await one(client, 'select min(membership_roleid) from membership_roles where membershipid = $1', [memberships]);
  const membership_events = await one(client, 'insert into membership_events (membershipid, eventid) values ($1, $2) returning membership_eventid', [memberships, eventid]);
  const profiles = await one(client, `insert into profiles (organizationid, name, slug) values ($1, '{"es": "Propio"}', $2) returning profileid`, [organizationid, `propio-${slug}`]);
  const profile_roles = await one(client, `insert into profile_roles (organizationid, profileid, roleid) values ($1, $2, (select min(roleid) from roles)) returning profile_roleid`, [organizationid, profiles]);
  return { organizations: organizationid, stores, users, memberships, membership_roles, membership_events, profiles, profile_roles };
};

/** Understands the tokens of `addPerson`; the real verification of tokens has tests of its own. */
export const verifyBearer = async (header: string | undefined): Promise<{ readonly asdeporteId: string; readonly sid: string; readonly org: number | null }> => {
  const [name, org] = (header ?? '').replace(/^Bearer /, '').split(':');
  if (!name) throw Object.assign(new Error('no token'), { statusCode: 401 });
  return { asdeporteId: name, sid: `sid-${name}`, org: Number(org) };
};
