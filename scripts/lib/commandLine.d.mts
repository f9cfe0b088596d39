import type { parseArgs, ParseArgsConfig } from 'node:util';

type Options = NonNullable<ParseArgsConfig['options']>;
type Parsed<O extends Options> = ReturnType<typeof parseArgs<{ options: O; allowPositionals: true }>>;
export const readCommandLine: <const O extends Options>(
  args: readonly string[],
  options?: O,
  most?: number,
) => (Parsed<O> & { readonly problem?: never }) | { readonly problem: string };
export const stop: (sentence: string, code?: number) => never;
export const commandLine: <const O extends Options = {}>(command: {
  readonly usage: string;
  readonly options?: O;
  readonly most?: number;
}) => Parsed<O>;
