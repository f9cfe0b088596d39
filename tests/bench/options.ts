import { readCommandLine } from '../../scripts/lib/commandLine.mjs';

/** What can be measured on its own. */
export const parts = [
  'list',
  'queries',
  'actions',
  'jobs',
  'rehearsals',
  'holds',
  'desk',
  'site',
  'bundle',
  'screens',
  'start',
  'dev',
] as const;
export type Part = (typeof parts)[number];

export interface Options {
  readonly only: readonly Part[];
  readonly inscriptions: number;
  readonly fresh: boolean;
  readonly json: string | null;
  /** Part of the names of the queries and of the long work to measure. */
  readonly match: string;
  /** How long desks hand out kits. */
  readonly seconds: number;
}

const usual = '1000000';
const text = { type: 'string' } as const;
/** What the command takes. */
export const benchOptions = {
  only: text,
  json: text,
  match: { ...text, default: '' },
  inscriptions: { ...text, default: usual },
  seconds: { ...text, default: '300' },
  fresh: { type: 'boolean', default: false },
} as const;
/** How the command is called. */
export const usage = `npm run bench -- [--only ${parts.join('|')}] [--inscriptions N] [--fresh] [--match TEXT] [--seconds N] [--json FILE]

Measures what README promises, prints a table and fails when a goal is missed.
  --only PARTS       some of the parts, with commas between them
  --inscriptions N   how many rows (${usual} by default); --fresh makes them again
  --match TEXT       only the queries, or the long work, whose name contains TEXT
  --seconds N        how long the desks of "desk" hand out kits (300 by default)
  --json FILE        writes the figures`;
const isPart = (text: string): text is Part => (parts as readonly string[]).includes(text);
const refuse = (what: string): never => {
  throw new Error(`${what}\n${usage}`);
};

const partsOf = (text: string): readonly Part[] =>
  text.split(',').map((each) => (isPart(each) ? each : refuse(`There is nothing called "${each}" to measure.`)));
const countOf = (text: string): number =>
  /^[1-9]\d{2,7}$/.test(text) ? Number(text) : refuse(`"${text}" is not a number of inscriptions from 100 to 99,999,999.`);

const secondsOf = (text: string): number =>
  /^[1-9]\d{0,3}$/.test(text) ? Number(text) : refuse(`"${text}" is not a number of seconds from 1 to 9,999.`);

/** Reads the arguments of the command; a wrong one prints the usage. */
export const readOptions = (given: readonly string[]): Options => {
  const read = readCommandLine(given, benchOptions);
  if (read.problem !== undefined) return refuse(read.problem);
  const { only, json, inscriptions, fresh, match, seconds } = read.values;
  return {
    only: only === undefined ? parts : partsOf(only),
    inscriptions: countOf(inscriptions),
    fresh,
    json: json ?? null,
    match,
    seconds: secondsOf(seconds),
  };
};
