import type pg from 'pg';

/** Keys of the smallest world in which tenancy can go wrong: two organizations, one event and one distance each. */
export interface Seeded {
  readonly mine: Owned;
  readonly theirs: Owned;
  readonly athlete: number;
  readonly stateid: number;
}
export interface Owned {
  readonly organizationid: number;
  readonly eventid: number;
  readonly distanceid: number;
  readonly userid: number;
  readonly membershipid: number;
}

const insert = async (db: pg.Pool | pg.ClientBase, table: string, row: Readonly<Record<string, unknown>>, key: string): Promise<number> => {
  const names = Object.keys(row);
  const { rows } = await db.query<Record<string, number>>(
    `insert into ${table} (${names.join(', ')}) values (${names.map((_, at) => `$${at + 1}`).join(', ')}) returning ${key} as key`,
    Object.values(row),
  );
  return rows[0]!['key']!;
};

/** Adds an inscription of the athlete and returns its key. */
export const inscribe = (
  db: pg.Pool | pg.ClientBase,
  owned: Owned,
  athlete: number,
  more: Readonly<Record<string, unknown>> = {},
): Promise<number> =>
  insert(
    db,
    'inscriptions',
    {
      eventid: owned.eventid,
      distanceid: owned.distanceid,
      web_userid: athlete,
      first_name: 'Ana',
      last_name: 'Núñez',
      gender: 'F',
      ...more,
    },
    'inscriptionid',
  );

const own = async (pool: pg.Pool, slug: string, stateid: number): Promise<Owned> => {
  const organizationid = await insert(
    pool,
    'organizations',
    { name: slug, slug, email: `${slug}@example.com`, stateid, region: 'centro' },
    'organizationid',
  );
  const eventid = await insert(
    pool,
    'events',
    {
      organizationid,
      name: JSON.stringify({ es: `Maratón ${slug}` }),
      slug,
      category: 'estelares',
      region: 'centro',
      sport: 'running',
      start_at: '2026-06-01T12:00:00Z',
      stateid,
      city: 'Puebla',
      registration_open_at: '2026-01-01T00:00:00Z',
      registration_close_at: '2026-05-01T00:00:00Z',
      contact_email: `${slug}@example.com`,
    },
    'eventid',
  );
  const distanceid = await insert(pool, 'distances', { eventid, name: '10 K', code: '10K', capacity: 10 }, 'distanceid');
  const userid = await insert(pool, 'users', { email: `staff@${slug}.example`, first_name: 'Luz', last_name: 'Ríos' }, 'userid');
  const membershipid = await insert(
    pool,
    'memberships',
    { userid, organizationid, email: `member${userid}@prueba.test`, name: 'Miembro' },
    'membershipid',
  );
  return { organizationid, eventid, distanceid, userid, membershipid };
};

/** Fills an empty database as its owner. */
export const seed = async (pool: pg.Pool): Promise<Seeded> => {
  const countryid = await insert(pool, 'countries', { code: 'MX', name: JSON.stringify({ es: 'México' }) }, 'countryid');
  const stateid = await insert(pool, 'states', { countryid, code: 'PUE', name: 'Puebla', region: 'centro' }, 'stateid');
  const mine = await own(pool, 'mine', stateid);
  const theirs = await own(pool, 'theirs', stateid);
  const athlete = await insert(
    pool,
    'web_users',
    { first_name: 'Ana', last_name: 'Núñez', gender: 'F', email: 'ana@example.com' },
    'web_userid',
  );
  return { mine, theirs, athlete, stateid };
};

/** The one value of a query of one row and one column. */
export const valueOf = async <T>(db: pg.Pool | pg.ClientBase, text: string, values: unknown[] = []): Promise<T> => {
  const { rows } = await db.query<Record<string, T>>(text, values);
  return Object.values(rows[0]!)[0]!;
};

/** The code of the refusal that the database answers. */
export const refusal = async (
  work: Promise<unknown>,
): Promise<{ readonly code: string | undefined; readonly constraint: string | undefined }> => {
  try {
    await work;
  } catch (error) {
    const { code, constraint } = error as pg.DatabaseError;
    return { code, constraint };
  }
  return { code: undefined, constraint: undefined };
};

/** SQLSTATE codes that the tests expect. */
export const sqlState = {
  unique: '23505',
  foreignKey: '23503',
  check: '23514',
  notNull: '23502',
  overlap: '23P01',
  forbidden: '42501',
} as const;
