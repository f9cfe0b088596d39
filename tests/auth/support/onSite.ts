import { afterAll, beforeAll } from 'vitest';
import { givePasswords, openDatabase, openSite, type TestDatabase } from '../support';

/** A listening authentication site over a database of its own, in which everybody has a password. */
export type Site = Awaited<ReturnType<typeof openSite>> & { readonly database: TestDatabase };

const startMs = 60_000;
/** Opens a site before the tests of a file, hands it over and closes it after them. */
export const onSite = (take: (site: Site) => void): void => {
  let site: Site;
  beforeAll(async () => {
    const database = await openDatabase();
    site = { database, ...(await openSite(database.pool)) };
    await givePasswords(site.deps);
    take(site);
  }, startMs);
  afterAll(async () => {
    await site.app.close();
    await site.database.close();
  });
};
