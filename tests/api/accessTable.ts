/**
 * Who may do what, transcribed by hand from the table of roles and permission keys. Nothing here is computed from the code under test.
 *
 * Columns: super-admin, national-admin, regional-admin, organizer, finance, customer-support, kit-delivery, timing, sponsor-viewer, web-editor, fmtri-admin.
 */
export const profileSlugs = [
  'super-admin', 'national-admin', 'regional-admin', 'organizer', 'finance', 'customer-support', 'kit-delivery', 'timing', 'sponsor-viewer', 'web-editor', 'fmtri-admin',
] as const;
export type ProfileSlug = (typeof profileSlugs)[number];

/** entity → verb → one letter a profile: y open, - closed, f open for events that require affiliation only. */
export const accessTable: Readonly<Record<string, { readonly read: string; readonly create: string; readonly edit: string; readonly delete: string }>> = {
  //                            SNROFCKTPWA
  organizations: { read:       'yyyyyy-----', create: 'yyy--------', edit: 'yyy--------', delete: 'yyy--------' },
  stores: { read:              'yyyyyy-----', create: 'yy-y-------', edit: 'yy-y-------', delete: 'yy-y-------' },
  roles: { read:               'yyyy-------', create: '-----------', edit: '-----------', delete: '-----------' },
  profiles: { read:            'yyyy-------', create: 'yy-y-------', edit: 'yy-y-------', delete: 'yy-y-------' },
  profile_roles: { read:       'yyyy-------', create: '-----------', edit: '-----------', delete: '-----------' },
  memberships: { read:         'yyyy-------', create: 'yyyy-------', edit: 'yyyy-------', delete: 'yyyy-------' },
  membership_roles: { read:    'yyyy-------', create: '-----------', edit: '-----------', delete: '-----------' },
  membership_events: { read:   'yyyy-------', create: '-----------', edit: '-----------', delete: '-----------' },
  users: { read:               'yyyy-------', create: 'yyyy-------', edit: 'yyyy-------', delete: '-----------' },
  web_users: { read:           'yy--yy----y', create: 'yy---y-----', edit: 'yy---y-----', delete: 'yy---y-----' },
  events: { read:              'yyyyyyyyyyf', create: 'yyyy-------', edit: 'yyyy-------', delete: 'yyyy-------' },
  distances: { read:           'yyyyyyyyyyf', create: 'yyyy-------', edit: 'yyyy-------', delete: 'yyyy-------' },
  price_tiers: { read:         'yyyyyyyyyy-', create: '-----------', edit: '-----------', delete: '-----------' },
  age_categories: { read:      'yyyyyyyyyy-', create: '-----------', edit: '-----------', delete: '-----------' },
  inscriptions: { read:        'yyyyyyyy--f', create: 'yyyy-y-----', edit: 'yyyy-y-----', delete: '-----------' },
  inscription_log: { read:     'yyyyyyyy--f', create: '-----------', edit: '-----------', delete: '-----------' },
  coupons: { read:             'yyyyyy-----', create: 'yyyy-------', edit: 'yyyy-------', delete: 'yyyy-------' },
  coupon_batches: { read:      'yyyyyy-----', create: 'yyyy-------', edit: 'yyyy-------', delete: 'yyyy-------' },
  countries: { read:           'yyyyyyyyyyy', create: '-----------', edit: '-----------', delete: '-----------' },
  states: { read:              'yyyyyyyyyyy', create: '-----------', edit: '-----------', delete: '-----------' },
};

/** action → one letter a profile. */
export const actionTable: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  inscriptions: { update_comment: 'yyyy-yy----' },
  coupons: { pause: 'yyyy-------', resume: 'yyyy-------' },
  coupon_batches: { generate: 'yyyy-------' },
};

/** Where a person stands: members of the platform see others within their regions, everyone else their own organisation. */
export const seesOtherOrganizations: readonly ProfileSlug[] = ['super-admin', 'national-admin', 'regional-admin', 'finance', 'customer-support', 'web-editor', 'fmtri-admin'];
/** The only platform profile that holds some regions instead of the whole country. */
export const regional: ProfileSlug = 'regional-admin';
/** Profiles that never read contact data. */
export const masked: readonly ProfileSlug[] = ['organizer', 'kit-delivery', 'timing', 'sponsor-viewer'];
