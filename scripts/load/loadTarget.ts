import { fileURLToPath } from 'node:url';
import { inscriptions } from '../../src/resources/inscriptions/inscriptions';
import { targetOf } from '../../server/features/imports/reading/targetOf';
import { createTranslate } from '../../server/kernel/messages';

const translate = createTranslate(fileURLToPath(new URL('../../locales', import.meta.url)));

/** Data of an athlete besides the name, which both the athlete and the registration store. */
export const personFields = [
  'second_last_name',
  'birth_date',
  'email',
  'phone',
  'city',
  'club',
  'emergency_contact_name',
  'emergency_contact_phone',
] as const;

/** The fields of a registration that a file may fill from the command line; `name` is the whole name in one column. */
export const loadTarget = targetOf(
  inscriptions,
  ['source_ref', 'name', 'first_name', 'last_name', 'gender', 'age_categoryid', 'countryid', ...personFields],
  (key) => [translate(key, 'es'), translate(key, 'en')],
);

/** The sentence of a reason, in the language of the commands. */
export const sentenceOf = (key: string, params: Readonly<Record<string, unknown>>): string => translate(key, 'en', params);
