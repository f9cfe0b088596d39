const dayMs = 86_400_000;
/** The number of a day, so that days can be laid out on a line. */
export const dayNumber = (day: string): number => Math.round(Date.parse(`${day}T00:00:00Z`) / dayMs);
/** The day of a number. */
export const dayText = (number: number): string => new Date(number * dayMs).toISOString().slice(0, 10);

const steps = [1, 2, 2.5, 5, 10];
/** Round values from nothing up to at least a highest one, four or so. */
export const ticksUpTo = (most: number, wanted = 4): readonly number[] => {
  const rough = Math.max(1, most) / wanted;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = Math.max(1, steps.map((each) => each * power).find((each) => each >= rough) ?? rough);
  return Array.from({ length: Math.ceil(Math.max(1, most) / step) + 1 }, (_, at) => at * step);
};

/** The first days of months between two days, thinned so that their names have room. */
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

interface Step {
  readonly day: number;
  readonly value: number;
}
/** The value that stood on a day: that of the last step up to it. */
export const valueAt = (line: readonly Step[], day: number): number | null => line.findLast((step) => step.day <= day)?.value ?? null;
