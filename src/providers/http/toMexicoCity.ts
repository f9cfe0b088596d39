import type { AnyField, AnyResource, Registry } from '@/schema';
import { homeZone } from '@/schema/homeZone';
import { must } from '@/schema/must';

const instant = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:?\d{2})$/;
const parts = new Intl.DateTimeFormat('en-US', {
  timeZone: homeZone,
  hourCycle: 'h23',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  timeZoneName: 'longOffset',
});

/**
 * The same instant with the local time and offset of Mexico City: `2026-03-01T18:00:00Z` → `2026-03-01T12:00:00.000-06:00`.
 *
 * It is still ISO 8601, so it compares as an instant and may be sent back unchanged; its first ten characters are the local date.
 */
export const toMexicoCity = (value: string): string => {
  if (!instant.test(value)) return value;
  const time = new Date(value);
  if (Number.isNaN(time.getTime())) return value;
  const at = Object.fromEntries(parts.formatToParts(time).map(({ type, value: text }) => [type, text]));
  const offset = must(at['timeZoneName'], 'the offset').replace('GMT', '') || '+00:00';
  const year = must(at['year'], 'the year').padStart(4, '0');
  return `${year}-${at['month']}-${at['day']}T${at['hour']}:${at['minute']}:${at['second']}.${String(time.getMilliseconds()).padStart(3, '0')}${offset}`;
};

/** The midnight in Mexico City at which a local day starts, of an instant in that format. */
export const midnightOf = (local: string): string => {
  const day = local.slice(0, 10);
  // The offset of that midnight: it may differ from that of the instant in years with summer time.
  const guess = `${day}T00:00:00.000${local.slice(-6)}`;
  const there = toMexicoCity(new Date(guess).toISOString());
  return there.startsWith(day) ? there : guess;
};

type Row = Readonly<Record<string, unknown>>;
const isInstant = ({ column }: AnyField): boolean => column === 'timestamptz';

const convertField = (value: unknown, field: AnyField, registry: Registry): unknown => {
  if (typeof value === 'string' && isInstant(field)) return toMexicoCity(value);
  const { embeds } = field;
  return embeds && Array.isArray(value) ? value.map((row: Row) => rowToMexicoCity(row, registry.get(embeds.target), registry)) : value;
};
/** Converts only the declared instants of a record: plain dates and texts that look like instants stay unchanged. */
export const rowToMexicoCity = <T extends Row>(row: T, resource: AnyResource, registry: Registry): T =>
  Object.fromEntries(
    Object.entries(row).map(([name, value]) => {
      const field = resource.all[name];
      return [name, field ? convertField(value, field, registry) : value];
    }),
  ) as T;

/** Converts every instant of an answer that no declaration describes. */
export const jsonToMexicoCity = (value: unknown): unknown => {
  if (typeof value === 'string') return toMexicoCity(value);
  if (Array.isArray(value)) return value.map(jsonToMexicoCity);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, jsonToMexicoCity(each)]));
};
