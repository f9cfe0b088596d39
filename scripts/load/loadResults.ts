import { openApi, type Credentials } from './apiClient';
import { createCountryFinder, type ApiCountry } from '../../server/features/imports/countryNames';
import { divisionOf } from './division';
import { findOrCreatePlace, type EventDraft } from './findOrCreate';
import { judgeRows } from './judgeRows';
import { loadRows } from './loadRows';
import { readResults, type MappedFile, type Refusal } from './readResults';

export interface LoadOptions extends Credentials {
  readonly file: MappedFile;
  readonly event: Omit<EventDraft, 'organizationid' | 'sport'> & { readonly sport: string | null };
  readonly distance: string;
  readonly source: string;
  readonly onProgress: (done: number, total: number) => void;
}

/** Every row that was read is either created or refused. */
export interface Report {
  readonly read: number;
  readonly created: number;
  readonly refused: readonly Refusal[];
  /** Unknown texts in the country column, and how many rows have each. Those rows get no country. */
  readonly unknownCountries: ReadonlyMap<string, number>;
}

const legs = ['swim', 'bike', 'run'];

/** Loads a file of results or registrations through the public API: event, distance, divisions, athletes and their inscriptions. */
export const loadResults = async (options: LoadOptions): Promise<Report> => {
  const results = await readResults(options.file);
  const { candidates, refused } = judgeRows(results.rows, options.event.slug);
  const api = await openApi(options);
  const { countries } = await api.query<{ readonly countries: { readonly items: readonly ApiCountry[] } }>(
    'general',
    '{ countries(perpage: 500) { items { countryid code name } } }',
    {},
  );
  const countryOf = createCountryFinder(countries.items);
  const divisions = [...new Set(candidates.map(({ division }) => division).filter(Boolean))].sort().map(divisionOf);
  const sport = options.event.sport ?? (legs.every((leg) => results.columns.includes(leg)) ? 'triathlon' : 'running');
  const place = await findOrCreatePlace(
    api,
    { ...options.event, sport, organizationid: options.organizationid ?? api.organizationid },
    options.distance,
    divisions,
  );
  const loaded = await loadRows({ api, place, source: options.source, countryOf, onProgress: options.onProgress }, candidates);
  const unknown = new Map<string, number>();
  for (const { country } of candidates)
    if (country !== '' && countryOf(country) === null) unknown.set(country, (unknown.get(country) ?? 0) + 1);
  return {
    read: results.rows.length + results.refused.length,
    created: loaded.created,
    refused: [...results.refused, ...refused, ...loaded.refused].sort((one, other) => one.line - other.line),
    unknownCountries: unknown,
  };
};
