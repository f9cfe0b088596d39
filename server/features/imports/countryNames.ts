import { isoCountries } from '@/domain/iso3166';

/** A country in the API. */
export interface ApiCountry {
  readonly countryid: number;
  readonly code: string;
  readonly name: unknown;
}

/** Common spellings that no standard has. */
const others: Readonly<Record<string, string>> = {
  usa: 'US',
  'united states of america': 'US',
  uk: 'GB',
  'great britain': 'GB',
  england: 'GB',
  scotland: 'GB',
  wales: 'GB',
  holland: 'NL',
  'czech republic': 'CZ',
  'republica checa': 'CZ',
  'south korea': 'KR',
  korea: 'KR',
  russia: 'RU',
  macedonia: 'MK',
  'viet nam': 'VN',
  'hong kong': 'HK',
  macau: 'MO',
  eua: 'US',
  'ee uu': 'US',
  'ivory coast': 'CI',
  'costa de marfil': 'CI',
};
const fold = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z]+/g, ' ')
    .trim();
const languages = ['es', 'es-MX', 'en', 'en-GB'].flatMap((language) =>
  (['long', 'short'] as const).map((style) => new Intl.DisplayNames([language], { type: 'region', style })),
);

/**
 * Finds a country by its ISO code of two or three letters or by its name in Spanish or English; null for anything else, without guessing.
 */
export const createCountryFinder = (countries: readonly ApiCountry[]): ((text: string) => number | null) => {
  const byCode = new Map(countries.map(({ code, countryid }) => [code, countryid]));
  const known = new Map<string, number>();
  const learn = (text: string | undefined, code: string): void => {
    const countryid = byCode.get(code);
    if (text && countryid !== undefined && !known.has(fold(text))) known.set(fold(text), countryid);
  };
  for (const { alpha2, alpha3 } of isoCountries) {
    learn(alpha2, alpha2);
    learn(alpha3, alpha2);
    for (const names of languages) learn(names.of(alpha2), alpha2);
  }
  for (const { code, name } of countries)
    for (const each of typeof name === 'object' && name !== null ? Object.values(name) : [name])
      if (typeof each === 'string') learn(each, code);
  for (const [text, code] of Object.entries(others)) learn(text, code);
  return (text) => known.get(fold(text)) ?? null;
};
