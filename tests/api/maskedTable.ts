import type { PermissionKey } from '@/schema/access';

/**
 * Which fields not everybody reads who may read their record, transcribed by hand from the domain and from ADR 12.
 * Nothing here is computed from the code under test.
 *
 * - contact: contact, medical and identity data of athletes; `reports-wo-contact-info` closes it, whatever other keys are held.
 * - platform: what only members of the organization that runs the platform see.
 * - money, payout, ticket: read with any of the keys of `opening`, and with no other.
 */
export type Mask = 'contact' | 'platform' | 'contact platform' | 'money' | 'payout' | 'ticket';

/** The keys of which any one opens a mask. */
export const opening: Readonly<Partial<Record<Mask, readonly PermissionKey[]>>> = {
  money: ['reports-bi', 'asdeporte-wallet', 'asdeporte-admin-wallet', 'event-admin-inscription', 'event-coupon'],
  payout: ['asdeporte-wallet', 'asdeporte-admin-wallet'],
  ticket: ['event-delivery', 'event-admin-inscription'],
};

/** Rows of an organization say to which one they belong: the platform alone asks. */
const owned = [
  'access_scans',
  'age_categories',
  'api_keys',
  'asenters',
  'benefit_grants',
  'benefits',
  'bib_pools',
  'bibs',
  'certificate_templates',
  'certificates',
  'convocatories',
  'coupon_batches',
  'coupon_uses',
  'coupons',
  'desks',
  'distances',
  'event_questions',
  'events',
  'exoneration_signatures',
  'exonerations',
  'external_inscriptions',
  'external_settlements',
  'followup_links',
  'import_jobs',
  'import_rows',
  'import_templates',
  'innovasport_pickups',
  'inscription_documents',
  'inscription_letters',
  'inscription_log',
  'inscriptions',
  'kit_deliveries',
  'kit_items',
  'kits',
  'membership_events',
  'membership_roles',
  'memberships',
  'orders',
  'payments',
  'price_tiers',
  'profile_roles',
  'profiles',
  'question_answers',
  'report_jobs',
  'report_schedules',
  'report_templates',
  'result_claims',
  'result_sets',
  'result_versions',
  'results',
  'saved_views',
  'serial_events',
  'serial_rankings',
  'serial_standings',
  'serials',
  'sponsors',
  'store_products',
  'stores',
  'tribike_orders',
  'tshirt_models',
  'tshirt_movements',
  'tshirt_stock',
  'waitlist_entries',
  'waves',
  'webhook_deliveries',
  'webhooks',
] as const;

const special: Readonly<Record<string, Readonly<Record<string, Mask>>>> = {
  web_users: {
    email: 'contact',
    phone: 'contact',
    curp: 'contact',
    postal_code: 'contact',
    blood_type: 'contact',
    medical_notes: 'contact',
    emergency_contact_name: 'contact',
    emergency_contact_phone: 'contact',
    guardian_name: 'contact',
    guardian_phone: 'contact',
  },
  serial_standings: { sort: 'platform' },
  inscriptions: {
    qr_token: 'ticket',
    email: 'contact',
    phone: 'contact',
    emergency_contact_name: 'contact',
    emergency_contact_phone: 'contact',
    guardian_name: 'contact',
    guardian_phone: 'contact',
  },
  inscription_log: { ip: 'contact', user_agent: 'contact' },
  inscription_letters: { email: 'contact' },
  waitlist_entries: { email: 'contact', phone: 'contact' },
  external_inscriptions: { curp: 'contact', email: 'contact', phone: 'contact', fingerprint: 'platform', raw: 'contact platform' },
  import_jobs: { file: 'contact', columns: 'contact', taken: 'platform' },
  import_rows: { raw: 'contact', corrections: 'contact', reasons: 'contact', changes: 'contact', web_userid: 'contact' },
  coupons: { email_restricted: 'contact' },
  certificates: { facts: 'platform' },
  results: { filed: 'platform' },
  result_sets: { reached: 'platform', touched: 'platform', ranked: 'platform' },
  result_claims: { email: 'contact' },
  exoneration_signatures: { id_file: 'contact', ip: 'contact', user_agent: 'contact' },
  kit_deliveries: { receiver_name: 'contact', receiver_id_last4: 'contact', evidence_files: 'contact' },
  innovasport_pickups: { receiver_name: 'contact' },
  fmtri_affiliate_users: {
    curp: 'contact',
    blood_type: 'contact',
    emergency_contact_name: 'contact',
    emergency_contact_phone: 'contact',
    docs: 'contact',
  },
  organizations: { fee_percent_bp: 'platform', refund_approval_cents: 'platform', clabe: 'payout' },
  payments: { clabe: 'payout', raw: 'platform' },
  events: { platform: 'platform', revenue_cents: 'money', refunded_cents: 'money' },
  coupon_uses: { discount_cents: 'money' },
  distances: { fmtri_affiliation_typeids: 'platform' },
};

/** entity → field → its mask. */
export const maskedTable: Readonly<Record<string, Readonly<Record<string, Mask>>>> = {
  ...special,
  ...Object.fromEntries(owned.map((entity) => [entity, { ...special[entity], organizationid: 'platform' as const }])),
};

/** Masked fields that people may write, if they may read them: a form or the API offers them. */
export const writtenMasked: Readonly<Record<string, readonly string[]>> = {
  web_users: [
    'email',
    'phone',
    'curp',
    'postal_code',
    'blood_type',
    'medical_notes',
    'emergency_contact_name',
    'emergency_contact_phone',
    'guardian_name',
    'guardian_phone',
  ],
  inscriptions: ['email', 'phone', 'emergency_contact_name', 'emergency_contact_phone', 'guardian_name', 'guardian_phone'],
  coupons: ['email_restricted'],
  fmtri_affiliate_users: ['curp', 'blood_type', 'emergency_contact_name', 'emergency_contact_phone', 'docs'],
  organizations: ['fee_percent_bp', 'refund_approval_cents', 'clabe'],
  events: ['platform'],
  distances: ['fmtri_affiliation_typeids'],
};
/** Masked fields in which the search of a list looks, for those who may read them; a letter is found by the registration that it belongs to. */
export const searchedMasked: readonly string[] = [
  'external_inscriptions.email',
  'inscription_letters.email',
  'inscriptions.email',
  'inscriptions.phone',
  'result_claims.email',
  'waitlist_entries.email',
  'waitlist_entries.phone',
  'web_users.email',
  'web_users.phone',
];
