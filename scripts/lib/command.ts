import type { parseArgs, ParseArgsConfig } from 'node:util';
import { commandLine, stop } from './commandLine.mjs';

type ParseArgsOptionsConfig = NonNullable<ParseArgsConfig['options']>;
type Parsed<O extends ParseArgsOptionsConfig> = ReturnType<typeof parseArgs<{ options: O; allowPositionals: true }>>;
interface Command<O extends ParseArgsOptionsConfig, A> {
  /** Printed for `--help`, and with exit code 2 when the arguments are wrong. */
  readonly usage: string;
  readonly options: O;
  /** The parsed arguments; null when they are wrong. */
  readonly ask: (parsed: Parsed<O>) => A | null;
  /** Exit code 1 when it throws; a known reason is printed in one sentence. */
  readonly run: (asked: A) => Promise<void>;
}

/** Progress and problems go to standard error, so that standard output contains only the result. */
export const print = (line: string): void => void process.stderr.write(`${line}\n`);

/** Runs a script of the command line: reads its arguments, and sets the exit code. */
export const command = async <const O extends ParseArgsOptionsConfig, A>({ usage, options, ask, run }: Command<O, A>): Promise<void> => {
  const asked = ask(commandLine({ usage, options, most: Infinity }) as Parsed<O>);
  if (asked === null) return stop(usage, 2);
  await run(asked).catch(async (error: unknown) => {
    const { startProblem } = await import('../../server/startProblem');
    print(
      startProblem(error, process.env['DATA_DIR']?.trim() || './data') ??
        (error instanceof Error ? (error.stack ?? error.message) : String(error)),
    );
    process.exitCode = 1;
  });
};

/** One file, and `--force` to replace what is there. */
export const fileOptions = { force: { type: 'boolean', default: false } } as const;
export const askFile = ({ positionals, values }: Parsed<typeof fileOptions>): readonly [file: string, force: boolean] | null => {
  const [file, ...more] = positionals;
  return file !== undefined && more.length === 0 ? [file, values.force] : null;
};
