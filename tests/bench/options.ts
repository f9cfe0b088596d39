/** What can be measured on its own. */
export const parts = ['list', 'queries', 'bundle', 'start'] as const;
export type Part = (typeof parts)[number];

export interface Options {
  readonly only: readonly Part[];
  readonly inscriptions: number;
  readonly fresh: boolean;
  readonly json: string | null;
}

const usual = 1_000_000;
const usage = `npm run bench -- [--only ${parts.join('|')}] [--inscriptions N] [--fresh] [--json FILE]`;
const isPart = (text: string): text is Part => (parts as readonly string[]).includes(text);
const refuse = (what: string): never => { throw new Error(`${what}\n${usage}`); };

const partsOf = (text: string): readonly Part[] => text.split(',').map((each) => (isPart(each) ? each : refuse(`There is nothing called "${each}" to measure.`)));
const countOf = (text: string): number => (/^[1-9]\d{2,7}$/.test(text) ? Number(text) : refuse(`"${text}" is not a number of inscriptions from 100 to 99,999,999.`));

/** Reads the arguments of the command; a wrong one is told with the usage. */
export const readOptions = (given: readonly string[]): Options => {
  let options: Options = { only: parts, inscriptions: usual, fresh: false, json: null };
  for (let at = 0; at < given.length; at += 1) {
    const name = given[at]!;
    const value = (): string => given[(at += 1)] ?? refuse(`${name} needs a value.`);
    if (name === '--only') options = { ...options, only: partsOf(value()) };
    else if (name === '--inscriptions') options = { ...options, inscriptions: countOf(value()) };
    else if (name === '--json') options = { ...options, json: value() };
    else if (name === '--fresh') options = { ...options, fresh: true };
    else refuse(`"${name}" is not known.`);
  }
  return options;
};
