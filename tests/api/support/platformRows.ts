import type pg from 'pg';

type Client = Pick<pg.ClientBase, 'query'>;
type Row = Readonly<Record<string, unknown>>;
interface House {
  readonly organizationid: number;
  readonly slug: string;
  readonly eventid: number;
  readonly storeid: number;
  readonly userid: number;
}
const insert = async (client: Client, table: string, key: string, row: Row): Promise<number> => {
  const names = Object.keys(row);
  const { rows } = await client.query<Record<string, unknown>>(
    `insert into ${table} (${names.map((name) => `"${name}"`).join(', ')}) values (${names.map((_, at) => `$${at + 1}`).join(', ')}) returning ${key}`,
    Object.values(row),
  );
  return Number(rows[0]![key]);
};
const athlete = (client: Client, slug: string, which: string): Promise<number> =>
  insert(client, 'web_users', 'web_userid', {
    email: `${which}-${slug}@example.com`,
    first_name: 'Luz',
    last_name: 'Paz',
    gender: 'F',
    birth_date: '1991-03-04',
  });

/** A type of affiliation, somebody whom the federation knows, and their affiliation. */
export const addFederation = async (
  client: Client,
  slug: string,
  web_userid: number | null = null,
): Promise<{ readonly fmtri_affiliation_types: number; readonly fmtri_affiliate_users: number; readonly fmtri_affiliations: number }> => {
  const fmtri_affiliation_types = await insert(client, 'fmtri_affiliation_types', 'typeid', {
    name: { es: 'Atleta' },
    slug: `atleta-${slug}`,
    audience: 'atleta',
    season: 2031,
    price_cents: 90_000,
    status: 'active',
  });
  const fmtri_affiliate_users = await insert(client, 'fmtri_affiliate_users', 'affiliate_userid', {
    web_userid,
    fmtri_number: `FM-${slug}`.toUpperCase().slice(0, 24),
    first_name: 'Luz',
    last_name: 'Paz',
    gender: 'F',
    birth_date: '1991-03-04',
    stateid: 9,
  });
  const asked = {
    affiliate_userid: fmtri_affiliate_users,
    name: 'Luz Paz',
    typeid: fmtri_affiliation_types,
    audience: 'atleta',
    season: 2031,
    starts_on: '2031-01-01',
    ends_on: '2031-12-31',
    price_cents: 90_000,
  };
  return {
    fmtri_affiliation_types,
    fmtri_affiliate_users,
    fmtri_affiliations: await insert(client, 'fmtri_affiliations', 'affiliationid', { ...asked, status: 'pending_payment' }),
  };
};

/** One row of everything that belongs to the company beside the events: its shop, its files, APOLO, and what is measured. */
export const addPlatform = async (
  client: Client,
  { organizationid, slug, eventid, storeid, userid }: House,
): Promise<Readonly<Record<string, number>>> => {
  const store_products = await insert(client, 'store_products', 'productid', {
    storeid,
    sku: 'GORRA',
    name: { es: 'Gorra' },
    price_cents: 29_900,
  });
  const [one, twin] = [await athlete(client, slug, 'una'), await athlete(client, slug, 'otra')];
  const user_merges = await insert(client, 'user_merges', 'mergeid', {
    survivor_userid: one,
    loser_userid: twin,
    score: 92,
    match_reasons: ['name_dob'],
  });
  const report_templates = await insert(client, 'report_templates', 'report_templateid', {
    organizationid,
    name: `Plantilla ${slug}`,
    type: 'inscriptions',
    requested_by_userid: userid,
  });
  const report_schedules = await insert(client, 'report_schedules', 'report_scheduleid', {
    organizationid,
    report_templateid: report_templates,
    cron: '0 8 * * 1',
    requested_by_userid: userid,
  });
  const report_jobs = await insert(client, 'report_jobs', 'report_jobid', {
    organizationid,
    type: 'inscriptions',
    status: 'done',
    requested_by_userid: userid,
  });
  const import_jobs = await insert(client, 'import_jobs', 'import_jobid', {
    organizationid,
    eventid,
    file_name: 'inscritos.csv',
    type: 'inscriptions',
  });
  const import_rows = await insert(client, 'import_rows', 'import_rowid', { import_jobid: import_jobs, row_no: 1, action: 'create' });
  const external_inscriptions = await insert(client, 'external_inscriptions', 'external_inscriptionid', {
    source: 'club',
    external_ref: `EXT-${slug}`,
    eventid,
    amount_cents: 45_000,
    sold_at: '2027-02-01T12:00:00Z',
  });
  const apolo_plans = await insert(client, 'apolo_plans', 'planid', {
    name: `Plan ${slug}`,
    interval: 'month',
    price_cents: 19_900,
    status: 'active',
  });
  const apolo_subscriptions = await insert(client, 'apolo_subscriptions', 'subscriptionid', { web_userid: one, planid: apolo_plans });
  const subscription_charges = await insert(client, 'subscription_charges', 'subscription_chargeid', {
    subscriptionid: apolo_subscriptions,
    status: 'paid',
    amount_cents: 19_900,
    period_start: '2027-01-01T00:00:00Z',
    period_end: '2027-02-01T00:00:00Z',
    idempotency_key: `cobro-${slug}`,
  });
  const inbody_measurements = await insert(client, 'inbody_measurements', 'inbodyid', {
    web_userid: one,
    test_at: '2027-01-05T15:00:00Z',
    consent_at: '2027-01-05T14:50:00Z',
    gender: 'F',
    age: 36,
    height_cm: 165,
    weight_kg: 60,
  });
  const federation = await addFederation(client, slug, one);
  return {
    ...federation,
    store_products,
    user_merges,
    report_templates,
    report_schedules,
    report_jobs,
    import_jobs,
    import_rows,
    external_inscriptions,
    apolo_plans,
    apolo_subscriptions,
    subscription_charges,
    inbody_measurements,
  };
};

/** What a product and a subscription must point to. */
export const addShelves = async (
  client: Client,
  organizationid: number,
): Promise<{ readonly stores: number; readonly apolo_plans: number }> => ({
  stores: await insert(client, 'stores', 'storeid', { organizationid, name: 'Tienda' }),
  apolo_plans: await insert(client, 'apolo_plans', 'planid', { name: 'Base', interval: 'month', price_cents: 19_900, status: 'active' }),
});
