/** `npm run administrator -- --email ana@example.com --name Ana --surname Ruiz --company Company`: lets that person administer everything, and prints where they choose a password. */
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { addAdministrator } from '../server/addAdministrator';
import { readConfig } from '../server/config';
import { migrateDatabase } from '../server/database/migrateDatabase';
import { openDatabase } from '../server/database/openDatabase';
import { seedReference } from '../server/reference/seedReference';
import { startProblem } from '../server/startProblem';

const usage = 'npm run administrator -- --email E-MAIL --name NAME [--surname SURNAME] [--company COMPANY]';
const tell = (line: string): void => void process.stderr.write(`${line}\n`);
const text = z.string().trim().min(1).max(120);
const shape = z.object({ email: z.email(), name: text, surname: z.string().trim().max(120), company: z.string().trim().min(2).max(120) });

const read = (): z.infer<typeof shape> | null => {
  try {
    const { values } = parseArgs({ options: { email: { type: 'string' }, name: { type: 'string' }, surname: { type: 'string', default: '' }, company: { type: 'string', default: 'Dorsal' } } });
    return shape.safeParse(values).data ?? null;
  } catch {
    return null;
  }
};

const add = async ({ email, name, surname, company }: z.infer<typeof shape>): Promise<void> => {
  const config = readConfig();
  const database = await openDatabase({ databaseUrl: config.databaseDirectUrl, dataDir: config.dataDir, onError: (error) => tell(`database connection: ${error.message}`) });
  try {
    await migrateDatabase(database);
    await seedReference(database.pool);
    const { link, hours } = await addAdministrator({ pool: database.pool, secret: config.authSecret, origin: config.authOrigin }, { email, firstName: name, lastName: surname, company });
    process.stdout.write(`${link}\n`);
    tell(`${email} may administer everything. The password is chosen at that address, once, within ${hours} h.`);
  } finally {
    await database.close();
  }
};

const asked = read();
if (!asked) {
  tell(usage);
  process.exitCode = 2;
} else {
  await add(asked).catch((error: unknown) => {
    tell(startProblem(error, process.env['DATA_DIR']?.trim() || './data') ?? (error instanceof Error ? (error.stack ?? error.message) : String(error)));
    process.exitCode = 1;
  });
}
