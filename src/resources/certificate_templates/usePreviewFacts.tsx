import { useList, useOne, type BaseRecord, type HttpError } from '@refinedev/core';
import type { CertificateFacts } from '@/domain/results/certificateFacts';
import { sampleFacts } from './certificateTexts';
import { joinName } from '@/schema';
import { numberIn, partOf, textIn } from '@/schema/unknown';

const columns = [
  'name',
  'number',
  'status',
  'gender',
  'age_category',
  'chip_time_ms',
  'gun_time_ms',
  'pace_s',
  'place_overall',
  'place_gender',
  'place_category',
  'distanceid',
];
const quiet = { errorNotification: false } as const;

const ofEvent = (event: BaseRecord | undefined): Partial<CertificateFacts> =>
  event
    ? {
        event: { es: textIn(partOf(event['name'], 'es')) ?? '', en: textIn(partOf(event['name'], 'en')) ?? undefined },
        start_at: textIn(event['start_at']) ?? sampleFacts.start_at,
        timezone: textIn(event['timezone']) ?? sampleFacts.timezone,
      }
    : {};

/** A real runner of the event for a preview: the chosen one, or the first who finished; somebody made up before there are results. */
export const usePreviewFacts = (eventid: number | null, resultid: number | null): CertificateFacts => {
  const event = useOne<BaseRecord, HttpError>({
    resource: 'events',
    dataProviderName: 'event',
    id: eventid ?? 0,
    queryOptions: { enabled: eventid !== null },
    ...quiet,
  });
  const chosen = useOne<BaseRecord, HttpError>({
    resource: 'results',
    dataProviderName: 'tyr',
    id: resultid ?? 0,
    queryOptions: { enabled: resultid !== null },
    ...quiet,
  });
  const first = useList<BaseRecord, HttpError>({
    resource: 'results',
    dataProviderName: 'tyr',
    filters: [
      { field: 'eventid', operator: 'eq', value: eventid },
      { field: 'status', operator: 'eq', value: 'finished' },
    ],
    sorters: [{ field: 'gun_time_ms', order: 'asc' }],
    pagination: { currentPage: 1, pageSize: 1 },
    meta: { columns, count: false },
    queryOptions: { enabled: eventid !== null && resultid === null },
    ...quiet,
  });
  const runner = resultid === null ? first.result.data[0] : chosen.query.data?.data;
  const place = event.query.data?.data;
  if (!runner) return { ...sampleFacts, ...ofEvent(place) };
  const number = (name: keyof CertificateFacts): number | null => numberIn(runner[name]);
  const text = (name: keyof CertificateFacts): string | null => textIn(runner[name]);
  return {
    ...sampleFacts,
    ...ofEvent(place),
    name: text('name') ?? sampleFacts.name,
    distance: textIn(partOf(runner[joinName('distanceid')], 'title')) ?? sampleFacts.distance,
    number: number('number'),
    age_category: text('age_category'),
    gender: text('gender'),
    chip_time_ms: number('chip_time_ms'),
    gun_time_ms: number('gun_time_ms'),
    pace_s: number('pace_s'),
    place_overall: number('place_overall'),
    place_gender: number('place_gender'),
    place_category: number('place_category'),
  };
};
