/** The profiles through whose eyes the tests look. */
export const profiles = [
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
export type Profile = (typeof profiles)[number];
