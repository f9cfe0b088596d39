const dayMs = 86_400_000;
/** The number of a day, as a position on a line. */
export const dayNumber = (day: string): number => Math.round(Date.parse(`${day}T00:00:00Z`) / dayMs);
/** The day of a number. */
export const dayText = (number: number): string => new Date(number * dayMs).toISOString().slice(0, 10);

/** The first of some steps that divides a length into at most this many parts; the whole length when none is large enough. */
const stepFor = (length: number, most: number, steps: readonly number[]): number => steps.find((each) => length / each <= most) ?? length;
const multiples = (step: number, count: number): readonly number[] => Array.from({ length: count + 1 }, (_, at) => at * step);

const rounds = [1, 2, 2.5, 5, 10];
/** Round values from zero up to at least a maximum, about four. */
export const ticksUpTo = (most: number, wanted = 4): readonly number[] => {
  const length = Math.max(1, most);
  const power = 10 ** Math.floor(Math.log10(length / wanted));
  const step = Math.max(
    1,
    stepFor(
      length,
      wanted,
      rounds.map((each) => each * power),
    ),
  );
  return multiples(step, Math.ceil(length / step));
};

const spans = [15, 30, 60, 90, 180, 365],
  fewTicks = 8;
/** Round numbers of days from zero up to at most a maximum. */
export const dayTicks = (longest: number): readonly number[] => {
  const step = stepFor(longest, fewTicks, spans);
  return multiples(step, Math.floor(longest / step));
};

/** The first days of months between two days, with gaps so that their labels fit. */
export const monthsBetween = (first: number, last: number, most: number): readonly number[] => {
  const start = new Date(first * dayMs);
  const all: number[] = [];
  for (let month = start.getUTCMonth() + (start.getUTCDate() === 1 ? 0 : 1); ; month += 1) {
    const at = Math.round(Date.UTC(start.getUTCFullYear(), month, 1) / dayMs);
    if (at > last) break;
    all.push(at);
  }
  const every = Math.ceil(all.length / most);
  return all.filter((_, at) => at % every === 0);
};
