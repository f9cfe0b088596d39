import { randomUUID } from 'node:crypto';
import { apolo_subscriptions } from '@/resources/apolo_subscriptions/apolo_subscriptions';
import { access_scans } from '@/resources/access_scans/access_scans';
import { exoneration_signatures } from '@/resources/exoneration_signatures/exoneration_signatures';
import { external_inscriptions } from '@/resources/external_inscriptions/external_inscriptions';
import { fmtri_affiliate_users } from '@/resources/fmtri_affiliate_users/fmtri_affiliate_users';
import { fmtri_affiliations } from '@/resources/fmtri_affiliations/fmtri_affiliations';
import { import_rows } from '@/resources/import_rows/import_rows';
import { innovasport_pickups } from '@/resources/innovasport_pickups/innovasport_pickups';
import { inscription_letters } from '@/resources/inscription_letters/inscription_letters';
import { inscriptions } from '@/resources/inscriptions/inscriptions';
import { kit_deliveries } from '@/resources/kit_deliveries/kit_deliveries';
import { payments } from '@/resources/payments/payments';
import { question_answers } from '@/resources/question_answers/question_answers';
import { result_claims } from '@/resources/result_claims/result_claims';
import { results } from '@/resources/results/results';
import { tribike_orders } from '@/resources/tribike_orders/tribike_orders';
import { user_merges } from '@/resources/user_merges/user_merges';
import { waitlist_entries } from '@/resources/waitlist_entries/waitlist_entries';
import type { AnyResource } from '@/schema';

export type Values = Readonly<Record<string, unknown>>;
/** What leads from an athlete to a copy: their account, a registration, a result of it, or their place in the register of the federation. */
export type Root = 'athlete' | 'inscription' | 'result' | 'affiliate';

/** Something that says who an athlete is, kept besides their account: where it is, how it is found, and what stands there afterwards. */
export interface PersonalCopy {
  readonly resource: AnyResource;
  readonly of: Root;
  /** The column that holds the key of the root. */
  readonly by: string;
  /** SQL over `t`, where not every row says something. */
  readonly where?: string;
  /** By the number that stands for the name from then on. */
  readonly set: (id: number) => Values;
}

const sign = '—';
const name = (id: number): Values => ({ first_name: sign, last_name: `#${id}`, second_last_name: null });
const reach = { email: null, phone: null } as const;
const emergency = { emergency_contact_name: null, emergency_contact_phone: null } as const;
const copied = (id: number): Values => ({
  ...name(id),
  ...reach,
  ...emergency,
  birth_date: null,
  city: null,
  club: null,
  guardian_name: null,
  guardian_phone: null,
});

/** What an account says once it is forgotten. A name is obligatory, so a sign stands for it. */
export const ofAccount = (id: number): Values => ({
  ...copied(id),
  asdeporteid: randomUUID(),
  curp: null,
  nationality_countryid: null,
  postal_code: null,
  blood_type: null,
  medical_notes: null,
  fmtri_number: null,
  marketing_consent: false,
  privacy_version: null,
  email_verified_at: null,
  blocked_reason: null,
  source: null,
  source_ref: null,
});

/** What a registration says of its athlete, and what its log may tell of in changes. */
export const ofRegistration = (id: number): Values => ({ ...copied(id), comment: null, source_ref: null, source: null });

/** Answers that somebody typed, or that were asked under discretion; choices are counted and stay. */
const typed =
  "exists (select 1 from event_questions q where q.questionid = t.questionid and (q.sensitive or q.type not in ('select', 'multiselect', 'boolean', 'number', 'country')))";

/** Every copy that is kept besides the account. What is counted, paid or timed is not among them. */
export const personalCopies: readonly PersonalCopy[] = [
  { resource: inscriptions, of: 'athlete', by: 'web_userid', set: ofRegistration },
  { resource: waitlist_entries, of: 'athlete', by: 'web_userid', set: (id) => ({ ...name(id), ...reach, reason: null }) },
  { resource: apolo_subscriptions, of: 'athlete', by: 'web_userid', set: () => ({ cancel_reason: null }) },
  { resource: tribike_orders, of: 'athlete', by: 'web_userid', set: () => ({ photos: null, incident_notes: null }) },
  { resource: user_merges, of: 'athlete', by: 'survivor_userid', set: () => ({ field_choices: null, conflicts: null, reason: null }) },
  { resource: user_merges, of: 'athlete', by: 'loser_userid', set: () => ({ field_choices: null, conflicts: null, reason: null }) },
  {
    resource: fmtri_affiliate_users,
    of: 'athlete',
    by: 'web_userid',
    set: (id) => ({ ...name(id), ...emergency, curp: null, photo: null, club: null, blood_type: null, docs: null, status_reason: null }),
  },
  {
    resource: fmtri_affiliations,
    of: 'affiliate',
    by: 'affiliate_userid',
    set: () => ({ payment_reference: null, reject_reason: null, status_reason: null, card_pdf: null, notes: null }),
  },
  {
    resource: exoneration_signatures,
    of: 'inscription',
    by: 'inscriptionid',
    set: () => ({
      signer_name: sign,
      relationship: null,
      signature_img: null,
      id_file: null,
      ip: null,
      user_agent: null,
      revoked_reason: null,
    }),
  },
  { resource: question_answers, of: 'inscription', by: 'inscriptionid', where: typed, set: () => ({ value: sign }) },
  {
    resource: kit_deliveries,
    of: 'inscription',
    by: 'inscriptionid',
    set: () => ({ receiver_name: null, receiver_id_last4: null, evidence_files: null, void_reason: null }),
  },
  { resource: access_scans, of: 'inscription', by: 'inscriptionid', set: () => ({ reason: null }) },
  { resource: innovasport_pickups, of: 'inscription', by: 'inscriptionid', set: (id) => ({ name: `${sign} #${id}`, receiver_name: null }) },
  {
    resource: external_inscriptions,
    of: 'inscription',
    by: 'inscriptionid',
    set: () => ({ first_name: null, last_name: null, second_last_name: null, birth_date: null, ...reach, raw: null }),
  },
  { resource: import_rows, of: 'inscription', by: 'inscriptionid', set: () => ({ raw: null, errors: null }) },
  { resource: import_rows, of: 'inscription', by: 'duplicate_of_inscriptionid', set: () => ({ raw: null, errors: null }) },
  { resource: inscription_letters, of: 'inscription', by: 'inscriptionid', set: () => ({ email: null, error: null }) },
  {
    resource: payments,
    of: 'inscription',
    by: 'inscriptionid',
    set: () => ({ card_last4: null, clabe: null, reference: null, voucher_url: null, raw: null }),
  },
  { resource: results, of: 'inscription', by: 'inscriptionid', set: (id) => ({ name: `${sign} #${id}` }) },
  { resource: result_claims, of: 'result', by: 'resultid', set: () => ({ message: sign, files: null, resolution: null }) },
  { resource: result_claims, of: 'athlete', by: 'web_userid', set: () => ({ message: sign, files: null, resolution: null }) },
];
