/**
 * `npm run administrator -- --email ana@example.com --name Ana --surname Ruiz --company Company`: makes that person an administrator of
 * everything, and prints the address where they choose a password.
 */
import { z } from 'zod';
import { addAdministrator } from '../server/addAdministrator';
import { readConfig } from '../server/config';
import { migrateDatabase } from '../server/database/migrateDatabase';
import { openDatabase } from '../server/database/openDatabase';
import { seedReference } from '../server/reference/seedReference';
import { command, print } from './lib/command';
import { pluginsOf } from './lib/pluginsOf';

const text = z.string().trim().min(1).max(120);
const shape = z.object({ email: z.email(), name: text, surname: z.string().trim().max(120), company: z.string().trim().min(2).max(120) });

const add = async ({ email, name, surname, company }: z.infer<typeof shape>): Promise<void> => {
  const config = readConfig();
  const database = await openDatabase({
    databaseUrl: config.databaseDirectUrl,
    dataDir: config.dataDir,
    onError: (error) => print(`database connection: ${error.message}`),
  });
  try {
    await migrateDatabase(database, (await pluginsOf(config)).wanted);
    await seedReference(database.pool);
    const { link, hours } = await addAdministrator(
      { pool: database.pool, secret: config.authSecret, origin: config.authOrigin },
      { email, firstName: name, lastName: surname, company },
    );
    process.stdout.write(`${link}\n`);
    print(`${email} may administer everything. The password is chosen at that address, once, within ${hours} h.`);
  } finally {
    await database.close();
  }
};

await command({
  usage: `npm run administrator -- --email E-MAIL --name NAME [--surname SURNAME] [--company COMPANY]

Lets that person administer everything, and prints the address where they choose a password.`,
  options: {
    email: { type: 'string' },
    name: { type: 'string' },
    surname: { type: 'string', default: '' },
    company: { type: 'string', default: 'Dorsal' },
  },
  ask: ({ values, positionals }) => (positionals.length > 0 ? null : (shape.safeParse(values).data ?? null)),
  run: add,
});
