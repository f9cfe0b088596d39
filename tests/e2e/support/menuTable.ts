/**
 * Which entry of the menu and which tab of an event each profile finds, transcribed by hand from the table of profiles and keys. Nothing here is computed from the code under test.
 *
 * One letter a profile: super-admin, national-admin, regional-admin, organizer, finance, customer-support, kit-delivery, timing, sponsor-viewer, web-editor, fmtri-admin;
 * y finds it, - does not. A new entity with a place in the menu adds its route to `menuTable`, one that lives within an event to `tabTable`, one that does both to both; the walk compares exactly,
 * so that what is missing here fails as well as what is too much. Its letters are those of its keys in the table of profiles, and of nothing else.
 */
export const menuTable: Readonly<Record<string, string>> = {
  //                      SNROFCKTPWA
  home: 'yyyyyyyyyyy',
  events: 'yyyyyyyyyyy',
  inscriptions: 'yyyyyyyy--y',
  result_claims: 'yyyy-y-y--y',
  coupons: 'yyyyyy-----',
  coupon_batches: 'yyyyyy-----',
  import_jobs: 'yyyy-------',
  orders: 'yyyyyy-----',
  payments: 'yyyyyy-----',
  external_inscriptions: 'yyyyyy-----',
  organizations: 'yyyyyy-----',
  stores: 'yyyyyy-----',
  store_products: 'yyyyyy-----',
  users: 'yyyy-------',
  memberships: 'yyyy-------',
  profiles: 'yyyy-------',
  roles: 'yyyy-------',
  web_users: 'yy--yy----y',
  user_merges: 'yy---y-----',
  wallets: 'yy--yy-----',
  inbody_measurements: 'y----------',
  carousels: 'yy-------y-',
  serials: 'yy-------y-',
  stages: 'yy-------y-',
  notifications: 'yy-------y-',
  promotion_bins: 'yy--yy-----',
  'reports-bi': 'yyyyy------',
  report_jobs: 'yyyyyyyyyyy',
  report_templates: 'yyyyyyyy---',
  report_schedules: 'yyyyyyyyyyy',
  tribike_orders: 'yyyyyyy----',
  innovasport_pickups: 'yyyyyyy----',
  fmtri_affiliations: 'yy--yy----y',
  fmtri_affiliate_users: 'yy---y----y',
  fmtri_affiliation_types: 'y---------y',
  apolo_plans: 'yy--yy-----',
  apolo_subscriptions: 'yy--yy-----',
  countries: 'yyyyyyyyyyy',
  states: 'yyyyyyyyyyy',
};

/** The tabs of an event beside its own screen. */
export const tabTable: Readonly<Record<string, string>> = {
  //                 SNROFCKTPWA
  distances: 'yyyyyyyyyyy',
  waves: 'yyyyyyyyyyy',
  event_questions: 'yyyyyyyyyyy',
  convocatories: 'yyyy-y---y-',
  inscriptions: 'yyyyyyyy--y',
  waitlist_entries: 'yyyyyyyy--y',
  import_jobs: 'yyyy-------',
  coupons: 'yyyyyy-----',
  coupon_batches: 'yyyyyy-----',
  benefits: 'yyyy-y--y--',
  sponsors: 'yyyy----y--',
  orders: 'yyyyyy-----',
  payments: 'yyyyyy-----',
  tshirt_models: 'yyyy-yy----',
  kits: 'yyyy-yy----',
  desks: 'yyyy-yy----',
  kit_deliveries: 'yyyy-yy----',
  exonerations: 'yyyy-yy----',
  exoneration_signatures: 'yyyy-yy----',
  bib_pools: 'yyyyyyyyyy-',
  asenters: 'yyyy--y----',
  access_scans: 'yyyy--y----',
  bibs: 'yyyyyyyy---',
  result_claims: 'yyyy-y-y--y',
  'public-links': 'yyyy-y--y--',
  tyr: 'yyyy-y-y--y',
  certificates: 'yyyy-y-y--y',
};

/** The entities whose address is another word than their name. */
export const ownNames: Readonly<Record<string, string>> = {
  certificates: 'certificate_templates',
  tyr: 'result_sets',
  'public-links': 'followup_links',
};
