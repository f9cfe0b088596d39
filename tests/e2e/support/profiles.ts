import { join } from 'node:path';

/** The profiles through whose eyes the tests look. */
export const profiles = [
  'super-admin', 'national-admin', 'regional-admin', 'organizer', 'finance', 'customer-support', 'kit-delivery', 'timing', 'sponsor-viewer', 'web-editor', 'fmtri-admin',
] as const;
export type Profile = (typeof profiles)[number];

/** Where the cookies of a signed-in person of a profile are. */
export const stateOf = (profile: Profile): string => join(process.env['DORSAL_E2E_FOLDER'] ?? '', 'states', `${profile}.json`);
