import pg from 'pg';

const oldest = 150_000,
  connectMs = 3000;
const usual = 'postgres://postgres@127.0.0.1:5432/postgres';

/** Whether a PostgreSQL at an address is new enough, and its user may create databases and roles. */
const fits = async (connectionString) => {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: connectMs });
  try {
    await client.connect();
    const { rows } = await client.query(
      "select current_setting('server_version_num')::int >= $1 and rolsuper as fits from pg_roles where rolname = current_user",
      [oldest],
    );
    return rows[0]?.fits === true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => {});
  }
};

/** The PostgreSQL for server tests: TEST_DATABASE_URL, which must answer, or else the one of this machine; undefined when there is none. */
export const findPostgres = async () => {
  const asked = process.env.TEST_DATABASE_URL;
  if (asked && !(await fits(asked)))
    throw new Error('TEST_DATABASE_URL names no PostgreSQL 15 or newer that answers and whose user is a superuser.');
  return asked || ((await fits(usual)) ? usual : undefined);
};
