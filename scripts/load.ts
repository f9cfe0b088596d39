/** `npm run load -- FILE --event SLUG`: loads a tab-separated results file through the public API, as any outside client would. */
import { readFileSync } from 'node:fs';
import { commandLine, stop } from './lib/commandLine.mjs';
import { ApiError } from './load/apiClient';
import { hintsOf } from './load/eventDefaults';
import { loadResults, type LoadOptions, type Report } from './load/loadResults';
import { FileError } from './load/readResults';

const usage = `npm run load -- FILE --event SLUG
  --host URL          server (http://127.0.0.1:3000)
  --email, --password account; the super-admin of the demo data when absent
  --organization ID   organisation that owns a new event; that of the account when absent
  --name, --date YYYY-MM-DD, --city, --state, --sport, --contact   of a new event; read from the file name where it says them
  --distance NAME     distance of the event
  --source NAME       publisher of the results, within which ids hold (ironman for im*, results otherwise)`;

const text = { type: 'string' } as const;
const flags = {
  event: text,
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
  if (!/^[1-9]\d{0,8}$/.test(value)) throw new FileError(`--organization is "${value}"; it takes the number of an organisation`);
  return Number(value);
};

const startOf = (date: string | undefined, year: number | null): string | null => {
  if (date === undefined) return year === null ? null : `${year}-01-01${startOfRaces}`;
  if (!/^\d{4}-\d\d-\d\d$/.test(date) || Number.isNaN(Date.parse(date))) throw new FileError(`--date is "${date}"; it takes YYYY-MM-DD`);
  return `${date}${startOfRaces}`;
};

const readOptions = (): Omit<LoadOptions, 'onProgress'> => {
  const {
    values,
    positionals: [file],
  } = commandLine({ usage, options: flags, most: 1 });
  if (!file || !values.event) return stop(`${file ? 'Say the --event.' : 'Say which file.'}\n\n${usage}`, 2);
  const hints = hintsOf(file);
  if (!values.date && hints.year !== null) process.stderr.write(`No --date: a new event starts on 1 January ${hints.year}.\n`);
  const startAt = startOf(values.date, hints.year);
  return {
    bytes: readFileSync(file),
    host: (values.host ?? 'http://127.0.0.1:3000').replace(/\/$/, ''),
    email: values.email ?? 'super-admin@demo.test',
    password: values.password ?? 'dorsal-demo-2026',
    organizationid: wholeNumber(values.organization),
    distance: values.distance ?? hints.distance,
    source: values.source ?? (/(^|\/)im\d*[_-]/i.test(file) ? 'ironman' : 'results'),
    event: {
      slug: values.event,
      name: values.name ?? hints.name,
      startAt,
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

const run = async (): Promise<void> => print(await loadResults({ ...readOptions(), onProgress: progress }));

run().catch((error: unknown) => {
  const { code, message, stack } = error as NodeJS.ErrnoException;
  const known = error instanceof FileError || error instanceof ApiError || code === 'ENOENT';
  process.stderr.write(`${known ? message : (stack ?? String(error))}\n`);
  process.exitCode = 1;
});
