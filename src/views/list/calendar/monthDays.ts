const monthsAYear = 12,
  daysAWeek = 7;
const pad = (value: number, length = 2): string => String(value).padStart(length, '0');
const dayOf = (date: Date): string => date.toISOString().slice(0, 10);
const at = (day: string): Date => new Date(`${day}T00:00:00Z`);

/** The day `by` days later, such as `2026-03-01`. */
export const addDays = (day: string, by: number): string => {
  const date = at(day);
  date.setUTCDate(date.getUTCDate() + by);
  return dayOf(date);
};
/** The month `by` months later, such as `2026-03`. */
export const addMonths = (month: string, by: number): string => {
  const [year = 0, number = 1] = month.split('-').map(Number);
  const all = year * monthsAYear + number - 1 + by;
  return `${pad(Math.floor(all / monthsAYear), 4)}-${pad((all % monthsAYear) + 1)}`;
};
/** The days of the weeks that a month touches, from a Monday to a Sunday. */
export const monthDays = (month: string): readonly string[] => {
  const first = `${month}-01`,
    last = addDays(`${addMonths(month, 1)}-01`, -1);
  const sinceMonday = (at(first).getUTCDay() + daysAWeek - 1) % daysAWeek,
    untilSunday = (daysAWeek - at(last).getUTCDay()) % daysAWeek;
  const count = sinceMonday + at(last).getUTCDate() + untilSunday;
  return Array.from({ length: count }, (_, index) => addDays(first, index - sinceMonday));
};
