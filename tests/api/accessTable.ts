import { expectedAccess } from '../access';
import type { Cells, ExpectedAccess, ExpectedAction } from '../support/ExpectedAccess';

/**
 * The profiles, in the order of the letters in `tests/access`, where one file per entity says who may do what. The files were transcribed
 * by hand from the table of roles and permission keys, and are never computed from the code under test.
 *
 * Columns: super-admin, national-admin, regional-admin, organizer, finance, customer-support, kit-delivery, timing, sponsor-viewer,
 * web-editor, fmtri-admin.
 */
export const profileSlugs = [
  'super-admin',
  'national-admin',
  'regional-admin',
  'organizer',
  'finance',
  'customer-support',
  'kit-delivery',
  'timing',
  'sponsor-viewer',
  'web-editor',
  'fmtri-admin',
] as const;
export type ProfileSlug = (typeof profileSlugs)[number];

const cellsOf = ({ read, create, edit, delete: remove }: ExpectedAccess) => ({ read, create, edit, delete: remove });
/** entity → verb → one letter per profile, from the file of each entity in `tests/access`. */
export const accessTable: Readonly<Record<string, ReturnType<typeof cellsOf>>> = Object.fromEntries(
  Object.entries(expectedAccess).map(([entity, expected]) => [entity, cellsOf(expected)]),
);

const wholeAction = (action: Cells | ExpectedAction): ExpectedAction => (typeof action === 'string' ? { cells: action } : action);
/** entity → action → the expected access. */
export const actionTable: Readonly<Record<string, Readonly<Record<string, ExpectedAction>>>> = Object.fromEntries(
  Object.entries(expectedAccess)
    .filter(([, { actions }]) => actions)
    .map(([entity, { actions }]) => [
      entity,
      Object.fromEntries(Object.entries(actions!).map(([action, expected]) => [action, wholeAction(expected)])),
    ]),
);

/** Where a person is: members of the platform see others within their regions, everyone else their own organization. */
export const seesOtherOrganizations: readonly ProfileSlug[] = [
  'super-admin',
  'national-admin',
  'regional-admin',
  'finance',
  'customer-support',
  'web-editor',
  'fmtri-admin',
];
/** The only platform profile that holds some regions instead of the whole country. */
export const regional: ProfileSlug = 'regional-admin';
/** Profiles that never read contact data. */
export const masked: readonly ProfileSlug[] = ['organizer', 'kit-delivery', 'timing', 'sponsor-viewer'];
