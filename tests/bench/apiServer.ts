/** The application as `server/main.ts` serves it, on a database that is there already and for more requests than one address may usually make. */
import { buildApp } from '../../server/app';
import { readConfig } from '../../server/config';
import { openDatabase } from '../../server/database/openDatabase';

const config = readConfig();
const { pool, close } = await openDatabase({ databaseUrl: config.databaseUrl, dataDir: config.dataDir, poolSize: config.databasePool });
const clientDir = process.env['CLIENT_DIR'];
const app = await buildApp({ pool, config, mostRequests: Number.MAX_SAFE_INTEGER, ...(clientDir && { clientDir }) });
process.on(
  'SIGTERM',
  () =>
    void app
      .close()
      .then(close)
      .then(() => process.exit(0)),
);
await app.listen({ host: config.host, port: config.port });
process.stdout.write('ready\n');
