import { writeFileSync } from 'node:fs';

/** One measured figure. `goal` reads like a comparison: `>= 0.4`. */
export interface Figure {
  readonly name: string;
  readonly value: number;
  readonly unit: string;
  readonly goal: string | null;
  readonly ok: boolean;
}

const comparisons: Readonly<Record<string, (value: number, goal: number) => boolean>> = {
  '>=': (value, goal) => value >= goal,
  '<=': (value, goal) => value <= goal,
};
/** Pairs a value with its goal. A figure without a goal is printed and never fails. */
export const figure = (name: string, value: number, unit: string, goal: string | null = null): Figure => {
  const [sign, bound] = goal?.split(' ') ?? [];
  const holds = sign ? comparisons[sign] : undefined;
  return { name, value: Math.round(value * 1000) / 1000, unit, goal, ok: holds ? holds(value, Number(bound)) : true };
};

const pad = (text: string, width: number): string => text + ' '.repeat(Math.max(0, width - text.length));
/** Prints the figures as a table. */
export const printTable = (figures: readonly Figure[]): void => {
  const rows = figures.map(({ name, value, unit, goal, ok }) => [
    name,
    String(value),
    unit,
    goal ?? '',
    goal ? (ok ? 'ok' : 'MISSED') : '',
  ]);
  const header = ['figure', 'value', 'unit', 'goal', ''];
  const widths = header.map((title, column) => Math.max(title.length, ...rows.map((row) => row[column]!.length)));
  for (const row of [header, widths.map((width) => '-'.repeat(width)), ...rows])
    process.stdout.write(
      `${row
        .map((cell, column) => pad(cell, widths[column]!))
        .join('  ')
        .trimEnd()}\n`,
    );
};
/** Writes every figure as JSON. */
export const writeJson = (file: string, figures: readonly Figure[]): void => writeFileSync(file, `${JSON.stringify(figures, null, 2)}\n`);

/** The middle of some values. */
export const median = (values: readonly number[]): number => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
/** The value below which 95 of 100 lie. */
export const p95 = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[Math.min(values.length - 1, Math.ceil(values.length * 0.95) - 1)] ?? Number.NaN;

/** Says what is being done; the table alone goes to standard output. */
export const tell = (line: string): void => void process.stderr.write(`${line}\n`);
