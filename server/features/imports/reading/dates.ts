import { foldText } from '@/schema/foldText';

export const dateOrders = ['dmy', 'mdy', 'ymd'] as const;
/** The order of the parts of a numeric date. */
export type DateOrder = (typeof dateOrders)[number];

const months: Readonly<Record<string, number>> = {
  ene: 1,
  jan: 1,
  feb: 2,
  mar: 3,
  abr: 4,
  apr: 4,
  may: 5,
  jun: 6,
  jul: 7,
  ago: 8,
  aug: 8,
  sep: 9,
  set: 9,
  oct: 10,
  nov: 11,
  dic: 12,
  dec: 12,
};

const century = 100;
/** Two digits are a year in the past: `90` is 1990 and `05` is 2005. */
const wholeYear = (text: string): number => {
  const year = Number(text);
  if (text.length > 2) return year;
  const now = new Date().getUTCFullYear();
  const base = now - (now % century);
  return base + year > now ? base + year - century : base + year;
};

const dayOf = (year: number, month: number, day: number): string | null => {
  const date = new Date(Date.UTC(year, month - 1, day));
  const exists = date.getUTCFullYear() === year && date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
  return exists && year > 999 ? date.toISOString().slice(0, 10) : null;
};

const numbered = /^(\d{1,4})[/.\-\s](\d{1,2})[/.\-\s](\d{1,4})\.?(?:[T\s]+(\d{1,2}):(\d\d)(?::(\d\d))?.*)?$/;
const compact = /^(\d{4})(\d\d)(\d\d)(?:(\d\d)(\d\d)(\d\d)?)?$/;
const spoken = /^(\d{1,2})[\s\-/.]*(?:de\s+)?([a-z]{3,10})\.?,?[\s\-/.]*(?:del?\s+)?(\d{2,4})$/;
const spokenMonthFirst = /^([a-z]{3,10})\.?\s+(\d{1,2})(?:st|nd|rd|th)?,?\s+(\d{4})$/;

const fromNumbers = (parts: readonly [string, string, string], order: DateOrder): string | null => {
  const [one, two, three] = parts;
  if (one.length > 2) return dayOf(Number(one), Number(two), Number(three));
  if (order === 'ymd') return dayOf(wholeYear(one), Number(two), Number(three));
  const [day, month] = order === 'dmy' ? [one, two] : [two, one];
  return dayOf(wholeYear(three), Number(month), Number(day));
};

const monthOf = (name: string | undefined): number | null => months[(name ?? '').slice(0, 3)] ?? null;

const fromText = (plain: string, order: DateOrder): string | null => {
  const [, year, month, day, hour, minute, sharp = '00'] = compact.exec(plain) ?? [];
  if (year && month && day) {
    const date = dayOf(Number(year), Number(month), Number(day));
    return date && hour && minute ? `${date}T${hour}:${minute}:${sharp}` : date;
  }
  const [, one, two, three, hours, minutes, seconds = '00'] = numbered.exec(plain.toUpperCase()) ?? [];
  if (one && two && three) {
    const date = fromNumbers([one, two, three], order);
    return date && hours && minutes ? `${date}T${hours.padStart(2, '0')}:${minutes}:${seconds}` : date;
  }
  const [, said, name, its] = spoken.exec(plain) ?? [];
  const spokenMonth = monthOf(name);
  if (said && its && spokenMonth) return dayOf(wholeYear(its), spokenMonth, Number(said));
  const [, first, second, third] = spokenMonthFirst.exec(plain) ?? [];
  const firstMonth = monthOf(first);
  return second && third && firstMonth ? dayOf(Number(third), firstMonth, Number(second)) : null;
};

const weekday = /^(?:lun|mar|mie|jue|vie|sab|dom|mon|tue|wed|thu|fri|sat|sun)[a-z]*\.?,?\s+/;
/** Reads a date as people write it, in the order of its column; null when there is no such day. A time is kept. */
export const readDate = (text: string, order: DateOrder): string | null => {
  const plain = foldText(text);
  return fromText(plain, order) ?? fromText(plain.replace(weekday, ''), order); // "mar" is a day of the week and a month in Spanish
};

/** The order in which a column writes its dates: one that fits all of them; when several fit, day first. */
export const guessDateOrder = (texts: readonly string[]): DateOrder => {
  const counted = dateOrders.map((order) => ({ order, count: texts.filter((text) => readDate(text, order) !== null).length }));
  return counted.reduce((best, next) => (next.count > best.count ? next : best)).order;
};
