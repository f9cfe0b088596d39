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
  bib_pools: { read:           'yyyyyyyyyy-', create: 'yyyy-------', edit: 'yyyy-------', delete: 'yyyy-------' },
  bibs: { read:                'yyyyyyyy---', create: '-----------', edit: 'yyyy-yy----', delete: '-----------' },
  coupon_uses: { read:         'yyyyyy-----', create: '-----------', edit: '-----------', delete: '-----------' },
  kits: { read:                'yyyy-yy----', create: 'yyyy--y----', edit: 'yyyy--y----', delete: 'yyyy--y----' },
  kit_items: { read:           'yyyy-yy----', create: '-----------', edit: '-----------', delete: '-----------' },
  desks: { read:               'yyyy-yy----', create: 'yyyy--y----', edit: 'yyyy--y----', delete: 'yyyy--y----' },
  kit_deliveries: { read:      'yyyy-yy----', create: '-----------', edit: '-----------', delete: '-----------' },
  asenters: { read:            'yyyy--y----', create: 'yyyy--y----', edit: 'yyyy--y----', delete: 'yyyy--y----' },
  access_scans: { read:        'yyyy--y----', create: '-----------', edit: '-----------', delete: '-----------' },
  innovasport_pickups: { read: 'yyyyyyy----', create: '-----------', edit: '-----------', delete: '-----------' },
  tribike_orders: { read:      'yyyyyyy----', create: '-----------', edit: '-----------', delete: '-----------' },
  orders: { read:              'yyyyyy-----', create: '-----------', edit: '-----------', delete: '-----------' },
  payments: { read:            'yyyyyy-----', create: '-----------', edit: '-----------', delete: '-----------' },
  wallets: { read:             'yy--yy-----', create: '-----------', edit: '-----------', delete: '-----------' },
  wallet_movements: { read:    'yy--yy-----', create: '-----------', edit: '-----------', delete: '-----------' },
  tshirt_models: { read:       'yyyy-yy----', create: 'yyyy-------', edit: 'yyyy-------', delete: 'yyyy-------' },
  tshirt_stock: { read:        'yyyy-yy----', create: '-----------', edit: '-----------', delete: '-----------' },
  tshirt_movements: { read:    'yyyy-yy----', create: '-----------', edit: '-----------', delete: '-----------' },
  waves: { read:               'yyyyyyyyyyf', create: 'yyyy-------', edit: 'yyyy-------', delete: 'yyyy-------' },
  event_questions: { read:     'yyyyyyyyyyf', create: 'yyyy-------', edit: 'yyyy-------', delete: 'yyyy-------' },
  question_answers: { read:    'yyyyyyyy--f', create: '-----------', edit: '-----------', delete: '-----------' },
  convocatories: { read:       'yyyy-y---y-', create: 'yyyy-----y-', edit: 'yyyy-----y-', delete: 'yyyy-----y-' },
  exonerations: { read:        'yyyy-yy----', create: 'yyyy--y----', edit: 'yyyy--y----', delete: 'yyyy--y----' },
  exoneration_signatures: { read: 'yyyy-yy----', create: 'yyyy--y----', edit: '-----------', delete: '-----------' },
  saved_views: { read:         'yyyyyyyyyyy', create: 'yyyyyyyyyyy', edit: 'yyyyyyyyyyy', delete: 'yyyyyyyyyyy' },
  sponsors: { read:            'yyyy----y--', create: 'yyyy-------', edit: 'yyyy-------', delete: 'yyyy-------' },
  benefits: { read:            'yyyy-y--y--', create: 'yyyy-------', edit: 'yyyy-------', delete: 'yyyy-------' },
  benefit_grants: { read:      'yyyy-y--y--', create: '-----------', edit: '-----------', delete: '-----------' },
  promotion_bins: { read:      'yy--yy-----', create: 'yy--y------', edit: 'yy--y------', delete: 'yy--y------' },
  serials: { read:             'yy-------y-', create: 'yy-------y-', edit: 'yy-------y-', delete: 'yy-------y-' },
  serial_events: { read:       'yy-------y-', create: '-----------', edit: '-----------', delete: '-----------' },
  stages: { read:              'yy-------y-', create: 'yy-------y-', edit: 'yy-------y-', delete: 'yy-------y-' },
  carousels: { read:           'yy-------y-', create: 'yy-------y-', edit: 'yy-------y-', delete: 'yy-------y-' },
  carousel_items: { read:      'yy-------y-', create: '-----------', edit: '-----------', delete: '-----------' },
  notifications: { read:       'yy-------y-', create: 'yy-------y-', edit: 'yy-------y-', delete: 'yy-------y-' },
  notification_deliveries: { read: 'yy-------y-', create: '-----------', edit: '-----------', delete: '-----------' },
  store_products: { read:      'yyyyyy-----', create: 'yy-y-------', edit: 'yy-y-------', delete: 'yy-y-------' },
  user_merges: { read:         'yy---y-----', create: '-----------', edit: '-----------', delete: '-----------' },
  report_jobs: { read:         'yyyyyyyyyyy', create: '-----------', edit: '-----------', delete: '-----------' },
  report_templates: { read:    'yyyyyyyy---', create: '-----------', edit: '-----------', delete: '-----------' },
  report_schedules: { read:    'yyyyyyyyyyy', create: '-----------', edit: '-----------', delete: '-----------' },
  import_jobs: { read:         'yyyy-------', create: '-----------', edit: '-----------', delete: '-----------' },
  import_rows: { read:         'yyyy-------', create: '-----------', edit: '-----------', delete: '-----------' },
  external_inscriptions: { read: 'yyyyyy-----', create: '-----------', edit: '-----------', delete: '-----------' },
  apolo_plans: { read:         'yy--yy-----', create: 'y----------', edit: 'y----------', delete: 'y----------' },
  apolo_subscriptions: { read: 'yy--yy-----', create: 'y----y-----', edit: '-----------', delete: '-----------' },
  subscription_charges: { read: 'yy--yy-----', create: '-----------', edit: '-----------', delete: '-----------' },
  inbody_measurements: { read: 'y----------', create: 'y----------', edit: 'y----------', delete: 'y----------' },
  fmtri_affiliation_types: { read: 'y---------y', create: 'y---------y', edit: 'y---------y', delete: 'y---------y' },
  fmtri_affiliate_users: { read: 'yy---y----y', create: 'y---------y', edit: 'y---------y', delete: 'y---------y' },
  fmtri_affiliations: { read:  'yy--yy----y', create: 'y---------y', edit: 'y---------y', delete: '-----------' },
  result_sets: { read:            'yyyy-y-y--f', create: '-----------', edit: '-----------', delete: '-----------' },
  results: { read:                'yyyy-y-y--f', create: '-----------', edit: '-----------', delete: '-----------' },
  result_claims: { read:          'yyyy-y-y--f', create: '-----------', edit: '-----------', delete: '-----------' },
  certificate_templates: { read:  'yyyy-y-y--f', create: 'yy-----y---', edit: 'yy-----y---', delete: 'yy-----y---' },
  certificates: { read:           'yyyy-y-y--f', create: '-----------', edit: '-----------', delete: '-----------' },
  followup_links: { read:      'yyyy-y--y--', create: '-----------', edit: '-----------', delete: '-----------' },
  countries: { read:           'yyyyyyyyyyy', create: '-----------', edit: '-----------', delete: '-----------' },
  states: { read:              'yyyyyyyyyyy', create: '-----------', edit: '-----------', delete: '-----------' },
};

/** action → one letter a profile. */
export const actionTable: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  //  SNROFCKTPWA
  inscriptions: {
    update_comment: 'yyyy-yy----', update_tshirt: 'yyyy-yy----', update_number: 'yyyy-yy----', assign_number: 'yyyy-yy----',
    update_name: 'yyyy-y-----', change_event: 'yyy--y-----', update_race: 'yyy--y-----', update_wave: 'yyy--y-----', remove_number: 'yyy--y-----', apply_coupon: 'yyy--y-----', request_payment: 'yyy--y-----', pay: 'yyy--y-----', cancel: 'yyy--y-----', reactivate: 'yyy--y-----',
    remove_wallet: 'y---y------', wallet_refund: 'y---y------', reverse_refund: 'y---y------', open_chargeback: 'y---y------', close_chargeback: 'y---y------',
  },
  events: { publish: 'yyyy-------', duplicate: 'yyyy-------', pace: 'yyyyyyyy--f' },
  convocatories: { publish: 'yyyy-----y-', revise: 'yyyy-----y-' },
  exonerations: { activate: 'yyyy--y----', retire: 'yyyy--y----' },
  exoneration_signatures: { revoke: 'yyyy--y----' },
  users: { reset_second_factor: 'yyyy-------' },
  memberships: { resend_invitation: 'yyyy-------' },
  roles: { set_access: 'yy-y-------' },
  sponsors: { order: 'yyyy-------' },
  bibs: { set_aside: 'yyyy-yy----', set_free: 'yyyy-yy----' },
  innovasport_pickups: { mark_not_claimed: 'y----------', refresh: 'y----------' },
  tribike_orders: { mark_incident: 'y----------', refresh: 'y----------' },
  payments: { approve: 'y---y------', reject: 'y---y------' },
  wallets: { credit: 'y---y------', debit: 'y---y------' },
  tshirt_stock: { receive: 'yyyy-------', adjust: 'yyyy-------' },
  coupons: { pause: 'yyyy-------', resume: 'yyyy-------' },
  coupon_batches: { generate: 'yyyy-------' },
  notifications: { count_audience: 'yy-------y-', test_to_me: 'yy-------y-', schedule: 'yy-------y-', send: 'yy-------y-', approve: 'yy-------y-', cancel: 'yy-------y-' },
  promotion_bins: { test: 'yy--yy-----', activate: 'yy--y------', pause: 'yy--y------', end: 'yy--y------' },
  followup_links: { open: 'yyyy-------', revoke: 'yyyy-------' },
  user_merges: { dismiss: 'yy---y-----' },
  web_users: { block: 'yy---y-----', unblock: 'yy---y-----', anonymize: 'yy---y-----' },
  apolo_subscriptions: { cancel: 'y---yy-----' },
  fmtri_affiliate_users: { suspend: 'y---------y', sanction: 'y---------y', reinstate: 'y---------y', mark_deceased: 'y---------y' },
  fmtri_affiliations: { pay: 'y---------y', approve: 'y---------y', reject: 'y---------y', suspend: 'y---------y', resume: 'y---------y', cancel: 'y---------y' },
};

/** Where a person stands: members of the platform see others within their regions, everyone else their own organisation. */
export const seesOtherOrganizations: readonly ProfileSlug[] = ['super-admin', 'national-admin', 'regional-admin', 'finance', 'customer-support', 'web-editor', 'fmtri-admin'];
/** The only platform profile that holds some regions instead of the whole country. */
export const regional: ProfileSlug = 'regional-admin';
/** Profiles that never read contact data. */
export const masked: readonly ProfileSlug[] = ['organizer', 'kit-delivery', 'timing', 'sponsor-viewer'];
