/** `npm run load -- FILE`: brings a file to the importer, or makes an event of a file of results, through the public API like any outside client. */
import { readFileSync, writeFileSync } from 'node:fs';
import { DomainError } from '../server/kernel/DomainError';
import { sourceOfFile } from '../server/features/imports/reading/Source';
import { wordsOf } from '../src/schema/errorCodes';
import { commandLine, stop } from './lib/commandLine.mjs';
import { basename } from 'node:path';
import { ApiError, openApi, type Credentials } from './load/apiClient';
import { describeFile } from './load/describeFile';
import { guessedMapping, importFile, type ImportReport } from './load/importFile';
import { hintsOf } from './load/eventDefaults';
import { loadResults, type LoadOptions, type Report } from './load/loadResults';
import { sentenceOf } from './load/loadTarget';
import { FileError, openFile } from './load/readResults';

const usage = `npm run load -- FILE --into TYPE       FILE is CSV, TSV, XLSX or ODS, TYPE what its rows are: inscriptions, athletes, bibs,
                                       results, coupons, answers, affiliates, register, inbody or external
  --event SLUG        event of the rows, for types that have one
  --mode MODE         add, update or upsert; the first one of the type when absent
  --match KEY         by what update and upsert find a record
  --map MAPPING.json  which column fills which field; guessed by the server when absent
  --write-map FILE    writes the guessed mapping there to be corrected, and imports nothing
  --check             only checks the rows; the import waits on its page
  --refused FILE      writes the refused rows there as CSV, with their reasons

npm run load -- FILE --event SLUG      a file of results: makes the event, its distance and its registrations where they are missing
  --map MAPPING.json  which column fills which field; guessed from the header when absent
  --write-map FILE    writes the guessed mapping there to be corrected, and loads nothing
  --organization ID   organization that owns a new event; that of the account when absent
  --name, --date YYYY-MM-DD, --city, --state, --sport, --contact   of a new event; read from the file name where it says them
  --distance NAME     distance of the event
  --source NAME       publisher of the results, within which ids hold (ironman for im*, results otherwise)

Both:
  --host URL          server (http://127.0.0.1:3000)
  --email, --password account; the super-admin of the demo data when absent. DORSAL_API_KEY, an API key with the permissions for what is
                      written, takes its place`;

const text = { type: 'string' } as const;
const flags = {
  into: text,
  mode: text,
  match: text,
  check: { type: 'boolean' },
  refused: text,
  event: text,
  map: text,
  'write-map': text,
  host: text,
  email: text,
  password: text,
  organization: text,
  name: text,
  date: text,
  city: text,
  state: text,
  sport: text,
  contact: text,
  distance: text,
  source: text,
} as const;
const startOfRaces = 'T07:00:00-06:00';

const wholeNumber = (value: string | undefined): number | null => {
  if (value === undefined) return null;
  if (!/^[1-9]\d{0,8}$/.test(value)) throw new FileError(`--organization is "${value}"; it takes the number of an organization`);
  return Number(value);
};

const startOf = (date: string | undefined, year: number | null): string | null => {
  if (date === undefined) return year === null ? null : `${year}-01-01${startOfRaces}`;
  if (!/^\d{4}-\d\d-\d\d$/.test(date) || Number.isNaN(Date.parse(date))) throw new FileError(`--date is "${date}"; it takes YYYY-MM-DD`);
  return `${date}${startOfRaces}`;
};

const readCommand = () => {
  const {
    values,
    positionals: [path],
  } = commandLine({ usage, options: flags, most: 1 });
  if (!path) return stop(`Say which file.\n\n${usage}`, 2);
  if (!values.event && !values.into && !values['write-map'])
    return stop(`Say what the rows are (--into), or the --event of a file of results.\n\n${usage}`, 2);
  return { values, path };
};
type Command = ReturnType<typeof readCommand>;

const readJson = (path: string): unknown => {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch (error) {
    throw error instanceof SyntaxError ? new FileError(`${path} is no JSON: ${error.message}`) : error;
  }
};

const credentialsOf = ({ values }: Command): Credentials => ({
  host: (values.host ?? 'http://127.0.0.1:3000').replace(/\/$/, ''),
  email: values.email ?? 'super-admin@demo.test',
  password: values.password ?? 'dorsal-demo-2026',
  organizationid: wholeNumber(values.organization),
  apiKey: process.env['DORSAL_API_KEY'],
});

const optionsOf = (command: Command, slug: string): Omit<LoadOptions, 'onProgress' | 'file'> => {
  const { values, path } = command;
  const hints = hintsOf(path);
  if (!values.date && hints.year !== null) process.stderr.write(`No --date: a new event starts on 1 January ${hints.year}.\n`);
  return {
    ...credentialsOf(command),
    distance: values.distance ?? hints.distance,
    source: values.source ?? (/(^|\/)im\d*[_-]/i.test(path) ? 'ironman' : 'results'),
    event: {
      slug,
      name: values.name ?? hints.name,
      startAt: startOf(values.date, hints.year),
      city: values.city ?? hints.city,
      state: values.state ?? (values.city ? null : hints.state),
      sport: values.sport ?? null,
      contact: values.contact ?? 'results@example.com',
    },
  };
};

const isTerminal = process.stderr.isTTY;
/** One line that changes on a terminal, one line per tenth elsewhere. */
const progress = (done: number, total: number): void => {
  const step = Math.max(1, Math.ceil(total / 10));
  if (isTerminal) process.stderr.write(`\r${done} / ${total}${done === total ? '\n' : ''}`);
  else if (done % step === 0 || done === total) process.stderr.write(`${done} / ${total}\n`);
};

const print = ({ read, created, refused, unknownCountries }: Report): void => {
  for (const [country, rows] of unknownCountries)
    process.stdout.write(`country "${country}" is not known: ${rows} rows without a country\n`);
  for (const { line, reason } of refused) process.stdout.write(`line ${line}: ${reason}\n`);
  process.stdout.write(`rows read ${read} = created ${created} + refused ${refused.length}\n`);
};

const keepMapping = (mapping: object, path: string): void => {
  writeFileSync(path, `${JSON.stringify(mapping, null, 2)}\n`, { flag: 'wx' });
  process.stdout.write(`The mapping is in ${path}. Correct it, then load with --map ${path}\n`);
};

const printImport = ({ job, refused }: ImportReport): void => {
  const { totals, import_jobid, status } = job;
  for (const { line, reason } of refused) process.stdout.write(`line ${line}: ${reason}\n`);
  if (totals.proposed > 0) process.stdout.write(`${totals.proposed} rows may be people who are known: decide on the page of the import\n`);
  process.stdout.write(
    `import ${import_jobid}, ${status}: rows read ${totals.rows} = new ${totals.new} + changed ${totals.changed} + same ${totals.same} + refused ${totals.refused}\n`,
  );
};

/** Brings a file to the importer of the server. */
const bring = async (command: Command, type: string): Promise<void> => {
  const { event: slug, map, mode, match, check, refused, 'write-map': kept } = command.values;
  const file = { name: basename(command.path), bytes: new Uint8Array(readFileSync(command.path)) };
  const asked = { api: await openApi(credentialsOf(command)), file, type, slug };
  if (kept !== undefined) return keepMapping(await guessedMapping(asked), kept);
  const settings = {
    ...(map !== undefined && { mapping: readJson(map) }),
    ...(mode !== undefined && { mode }),
    ...(match !== undefined && { match_key: match }),
  };
  const report = await importFile({ ...asked, settings, isRehearsal: check === true, onProgress: progress });
  printImport(report);
  if (refused !== undefined && report.refusedFile !== null) writeFileSync(refused, report.refusedFile, { flag: 'wx' });
  if (report.job.status === 'failed') throw new FileError(report.job.reason?.message ?? 'the import failed');
};

const run = async (): Promise<void> => {
  const command = readCommand();
  const { event, into, map, 'write-map': kept } = command.values;
  if (into !== undefined) return bring(command, into);
  const source = await sourceOfFile(command.path);
  try {
    const file = await openFile(source, map === undefined ? null : readJson(map));
    for (const line of describeFile(file)) process.stderr.write(`${line}\n`);
    if (kept !== undefined) keepMapping(file.mapping, kept);
    else if (event !== undefined) print(await loadResults({ ...optionsOf(command, event), file, onProgress: progress }));
  } finally {
    await source.close();
  }
};

const sentence = (error: unknown): string => {
  if (error instanceof DomainError) return sentenceOf(wordsOf(error), error.params);
  const { code, message, stack } = error as NodeJS.ErrnoException;
  if (code === 'EEXIST') return `${message}; the file is there already and is not written over`;
  return error instanceof FileError || error instanceof ApiError || code === 'ENOENT' ? message : (stack ?? String(error));
};
run().catch((error: unknown) => {
  process.stderr.write(`${sentence(error)}\n`);
  process.exitCode = 1;
});
