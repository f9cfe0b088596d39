import { parseArgs } from 'node:util';

/** What can be measured on its own. */
export const parts = ['list', 'queries', 'actions', 'bundle', 'screens', 'start', 'dev'] as const;
export type Part = (typeof parts)[number];

export interface Options {
  readonly only: readonly Part[];
  readonly inscriptions: number;
  readonly fresh: boolean;
  readonly json: string | null;
  /** Part of the names of the queries to measure. */
  readonly match: string;
}

const usual = '1000000';
const usage = `npm run bench -- [--only ${parts.join('|')}] [--inscriptions N] [--fresh] [--match TEXT] [--json FILE]`;
const isPart = (text: string): text is Part => (parts as readonly string[]).includes(text);
const refuse = (what: string): never => {
  throw new Error(`${what}\n${usage}`);
};

const partsOf = (text: string): readonly Part[] =>
  text.split(',').map((each) => (isPart(each) ? each : refuse(`There is nothing called "${each}" to measure.`)));
const countOf = (text: string): number =>
  /^[1-9]\d{2,7}$/.test(text) ? Number(text) : refuse(`"${text}" is not a number of inscriptions from 100 to 99,999,999.`);

const parse = (args: string[]) => {
  const text = { type: 'string' } as const;
  try {
    return parseArgs({
      args,
      options: {
        only: text,
        json: text,
        match: { ...text, default: '' },
        inscriptions: { ...text, default: usual },
        fresh: { type: 'boolean', default: false },
      },
    }).values;
  } catch (error) {
    return refuse((error as Error).message);
  }
};

/** Reads the arguments of the command; a wrong one is told with the usage. */
export const readOptions = (given: readonly string[]): Options => {
  const { only, json, inscriptions, fresh, match } = parse([...given]);
  return { only: only === undefined ? parts : partsOf(only), inscriptions: countOf(inscriptions), fresh, json: json ?? null, match };
};
