import { isoCountries } from '@/domain/iso3166';

/** A row of the catalogue of countries. */
export interface CountryRow {
  readonly countryid: number;
  readonly code: string;
  readonly name: { readonly es: string; readonly en: string };
  readonly phone_code: string | null;
}

const home = 'MX';
const spanish = new Intl.DisplayNames(['es-MX'], { type: 'region' });
const english = new Intl.DisplayNames(['en'], { type: 'region' });

/** All countries with permanent numbers: Mexico is 1, the others follow by code. */
export const countries: readonly CountryRow[] = [
  ...isoCountries.filter(({ alpha2 }) => alpha2 === home),
  ...isoCountries.filter(({ alpha2 }) => alpha2 !== home),
].map(({ alpha2, phone }, position) => ({
  countryid: position + 1,
  code: alpha2,
  name: { es: spanish.of(alpha2) ?? alpha2, en: english.of(alpha2) ?? alpha2 },
  phone_code: phone && `+${phone}`,
}));
