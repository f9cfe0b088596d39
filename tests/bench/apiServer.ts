/** The application as `server/main.ts` serves it, on a database that is there already and for more requests than one address may usually make. It does what people ask for, and nothing by itself. */
import { fileURLToPath } from 'node:url';
import { registry } from '@/resources';
import { runsQueue } from '../../server/api/actions/runsQueue';
import { buildApp } from '../../server/app';
import { createObjectStorages } from '../../server/adapters/objectStorage/createObjectStorages';
import { readConfig } from '../../server/config';
import { openDatabase } from '../../server/database/openDatabase';
import { downloadsQueue } from '../../server/features/downloads/downloadsQueue';
import { importsQueue } from '../../server/features/imports/engine/importsQueue';
import { learnWords } from '../../server/features/imports/engine/Importable';
import { hooks } from '../../server/hooks';
import { createAttention } from '../../server/jobs/attention';
import { openSignals } from '../../server/jobs/openSignals';
import { mannersOf } from '../../server/jobs/pace';
import { startWorker } from '../../server/jobs/worker';
import { createTranslate } from '../../server/kernel/messages';

const config = readConfig();
const database = await openDatabase({ databaseUrl: config.databaseUrl, dataDir: config.dataDir, poolSize: config.databasePool });
const { pool, engine, close } = database;
const clientDir = process.env['CLIENT_DIR'];
const attention = createAttention();
const signals = openSignals(database, config.databaseUrl);
const app = await buildApp({
  pool,
  config,
  signals,
  observe: attention.observe,
  mostRequests: Number.MAX_SAFE_INTEGER,
  mostSiteLooks: Number.MAX_SAFE_INTEGER,
  ...(clientDir && { clientDir }),
});
const translate = createTranslate(fileURLToPath(new URL('../../locales', import.meta.url))),
  storages = createObjectStorages(config, pool);
learnWords(registry, translate);
const worker = startWorker({
  pool,
  registry,
  replica: undefined,
  asked: [
    runsQueue({ registry, hooks, translate }),
    importsQueue({ pool, registry, hooks, storages }),
    downloadsQueue({ pool, replica: undefined, registry, translate, storages }),
  ],
  own: [],
  atOnce: engine === 'pglite' ? 1 : 2,
  manners: mannersOf(engine),
  isWanted: attention.isWanted,
  name: 'bench',
  onError: (queue, error) => process.stderr.write(`${queue}: ${String(error)}\n`),
});
signals.on(() => worker.wake());
const stop = async (): Promise<void> => {
  await worker.stop();
  await app.close();
  await signals.close();
  await close();
  process.exit(0);
};
process.on('SIGTERM', () => void stop());
await app.listen({ host: config.host, port: config.port });
process.stdout.write('ready\n');
