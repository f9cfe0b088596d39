import { formatDuration } from '@/fields/duration/formatDuration';
import type { CertificateFacts } from '@/domain/results/certificateFacts';

/** Sides of the paper in millimetres, the shorter first. */
const papers = { letter: [215.9, 279.4], a4: [210, 297], square: [210, 210] } as const;

/** The paper of a template in millimetres. */
export const paperOf = ({
  page,
  orientation,
}: {
  readonly page?: keyof typeof papers | null | undefined;
  readonly orientation?: string | null | undefined;
}): { readonly width: number; readonly height: number } => {
  const [short, long] = papers[page ?? 'letter'];
  return orientation === 'portrait' ? { width: short, height: long } : { width: long, height: short };
};

const thousand = 1000;
const timeOf = (ms: number | null): string => (ms === null ? '' : formatDuration(Math.floor(ms / thousand), 's'));
const placeText = (place: number | null): string => (place === null ? '' : String(place));
const sources = {
  name: ({ name }) => name,
  number: ({ number }) => placeText(number),
  event: ({ event }, locale) => (locale === 'en' ? event.en || event.es : event.es),
  distance: ({ distance }) => distance,
  date: ({ start_at, timezone }, locale) =>
    new Intl.DateTimeFormat(locale === 'en' ? 'en-GB' : 'es-MX', {
      timeZone: timezone,
      day: 'numeric',
      month: 'long',
      year: 'numeric',
    }).format(new Date(start_at)),
  chip_time: ({ chip_time_ms, gun_time_ms }) => timeOf(chip_time_ms ?? gun_time_ms),
  gun_time: ({ gun_time_ms }) => timeOf(gun_time_ms),
  pace: ({ pace_s }) => (pace_s === null ? '' : `${formatDuration(pace_s, 's').replace(/^0:/, '')} min/km`),
  place_overall: ({ place_overall }) => placeText(place_overall),
  place_gender: ({ place_gender }) => placeText(place_gender),
  place_category: ({ place_category }) => placeText(place_category),
  age_category: ({ age_category }) => age_category ?? '',
} satisfies Readonly<Record<string, (facts: CertificateFacts, locale: 'es' | 'en') => string>>;

/** The part of an element that decides its text. */
interface Worded {
  readonly kind: string;
  readonly source?: keyof typeof sources | null | undefined;
  readonly text?: string | null | undefined;
}
/** The text of an element with the facts of one athlete; nothing for pictures and codes. */
export const elementText = ({ kind, source, text }: Worded, facts: CertificateFacts, locale: 'es' | 'en'): string => {
  if (kind === 'text') return text ?? '';
  return kind === 'field' && source ? sources[source](facts, locale) : '';
};

/** Sizes of elements that say none: points of a text, millimetres of a code or picture. */
export const usual = { size: 14, side: 25 } as const;

/** Whom a layout shows where no results are there yet. */
export const sampleFacts: CertificateFacts = {
  name: 'María Fernanda Hernández Gutiérrez',
  number: 1234,
  event: { es: 'Evento', en: 'Event' },
  distance: '10K',
  start_at: '2026-01-01T13:00:00.000Z',
  timezone: 'America/Mexico_City',
  status: 'finished',
  age_category: 'Libre',
  gender: 'F',
  chip_time_ms: 3_015_000,
  gun_time_ms: 3_042_000,
  pace_s: 301,
  place_overall: 128,
  place_gender: 41,
  place_category: 12,
};
