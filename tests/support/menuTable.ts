import { expectedAccess } from '../access';
import type { Cells, ExpectedAccess } from './ExpectedAccess';

type Table = Readonly<Record<string, Cells>>;
const placed = (place: 'menu' | 'tab'): Table =>
  Object.fromEntries(
    Object.entries(expectedAccess).flatMap(([entity, { address = entity, [place]: cells }]) => (cells ? [[address, cells]] : [])),
  );

/**
 * Which entry of the menu each profile finds: what the file of each entity in `tests/access` says, and the pages that are no entity. Transcribed by hand from the table of
 * profiles and keys. The walk compares exactly, so that what is missing here fails as well as what is too much.
 */
export const menuTable: Table = {
  home: 'yyyyyyyyyyy',
  'reports-bi': 'yyyyy------',
  audit: 'yy-y-------',
  ...placed('menu'),
};

/** The tabs of an event besides its own screen. */
export const tabTable: Table = placed('tab');

const renamed = (entry: [string, ExpectedAccess]): entry is [string, ExpectedAccess & { readonly address: string }] =>
  entry[1].address !== undefined;
/** The entities whose address is another word than their name. */
export const ownNames: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(expectedAccess)
    .filter(renamed)
    .map(([entity, { address }]) => [address, entity]),
);
