/** `npm run bench`: measures what README promises, prints a table and fails when a goal is missed. */
import { commandLine } from '../../scripts/lib/commandLine.mjs';
import { openDatabase } from '../../server/database/openDatabase';
import { measureActions } from './actions';
import { measureBundle } from './bundle';
import { benchDatabase, withCopy } from './database';
import { measureDesk } from './desk';
import { measureHolds } from './holds';
import { measureJobs } from './jobs';
import { measureEmbeddedList, measureList } from './list';
import { benchOptions, readOptions, usage, type Options, type Part } from './options';
import { measureQueries } from './queries';
import { measureRehearsals } from './rehearsals';
import { printTable, tell, writeJson, type Figure } from './report';
import { measureRestart } from './restart';
import { measureScreens } from './screens';
import { measureSite } from './site';
import { measureStart } from './startup';

const onPostgres = async (parts: readonly Part[], { inscriptions, fresh, match }: Options): Promise<readonly Figure[]> => {
  if (!parts.includes('list') && !parts.includes('queries')) return [];
  const databaseUrl = await benchDatabase(inscriptions, fresh);
  const { pool, close } = await openDatabase({ databaseUrl, poolSize: 2 });
  try {
    return [
      ...(parts.includes('list') ? [...(await measureList(pool, databaseUrl)), ...(await measureEmbeddedList())] : []),
      ...(parts.includes('queries') ? await measureQueries(pool, databaseUrl, match) : []),
    ];
  } finally {
    await close();
  }
};

const measure = async (options: Options): Promise<readonly Figure[]> => [
  ...(await onPostgres(options.only, options)),
  ...(options.only.includes('actions')
    ? await withCopy(
        await benchDatabase(options.inscriptions, options.fresh && !options.only.some((part) => part === 'list' || part === 'queries')),
        measureActions,
      )
    : []),
  ...(options.only.includes('jobs') ? await measureJobs(options.inscriptions, options.match) : []),
  ...(options.only.includes('rehearsals') ? await measureRehearsals() : []),
  ...(options.only.includes('holds') ? await measureHolds() : []),
  ...(options.only.includes('desk') ? await measureDesk(options.seconds) : []),
  ...(options.only.includes('site') ? await measureSite() : []),
  ...(options.only.includes('bundle') ? await measureBundle() : []),
  ...(options.only.includes('screens') ? await measureScreens() : []),
  ...(options.only.includes('dev') ? await measureRestart() : []),
  ...(options.only.includes('start') ? await measureStart(await benchDatabase(options.inscriptions, false)) : []),
];

commandLine({ usage, options: benchOptions });
const run = async (): Promise<void> => {
  const options = readOptions(process.argv.slice(2));
  const figures = await measure(options);
  printTable(figures);
  if (options.json) writeJson(options.json, figures);
  const missed = figures.filter(({ ok }) => !ok).length;
  if (missed > 0) tell(`${missed} of ${figures.filter(({ goal }) => goal).length} goals missed`);
  process.exitCode = missed > 0 ? 1 : 0;
};

run().catch((error: unknown) => {
  tell(error instanceof Error ? (process.env['DEBUG'] ? (error.stack ?? error.message) : error.message) : String(error));
  process.exitCode = 1;
});
