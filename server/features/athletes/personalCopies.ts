import { randomUUID } from 'node:crypto';
import { apolo_subscriptions } from '@/resources/apolo_subscriptions/apolo_subscriptions';
import { certificates } from '@/resources/certificates/certificates';
import { access_scans } from '@/resources/access_scans/access_scans';
import { comments } from '@/resources/comments/comments';
import { exoneration_signatures } from '@/resources/exoneration_signatures/exoneration_signatures';
import { external_inscriptions } from '@/resources/external_inscriptions/external_inscriptions';
import { fmtri_affiliate_users } from '@/resources/fmtri_affiliate_users/fmtri_affiliate_users';
import { fmtri_affiliations } from '@/resources/fmtri_affiliations/fmtri_affiliations';
import { import_rows } from '@/resources/import_rows/import_rows';
import { mail_blocks } from '@/resources/mail_blocks/mail_blocks';
import { innovasport_pickups } from '@/resources/innovasport_pickups/innovasport_pickups';
import { inscription_letters } from '@/resources/inscription_letters/inscription_letters';
import { inscriptions } from '@/resources/inscriptions/inscriptions';
import { kit_deliveries } from '@/resources/kit_deliveries/kit_deliveries';
import { payments } from '@/resources/payments/payments';
import { question_answers } from '@/resources/question_answers/question_answers';
import { result_claims } from '@/resources/result_claims/result_claims';
import { results } from '@/resources/results/results';
import { serial_standings } from '@/resources/serial_standings/serial_standings';
import { orders } from '@/resources/orders/orders';
import { tribike_orders } from '@/resources/tribike_orders/tribike_orders';
import { user_merges } from '@/resources/user_merges/user_merges';
import { waitlist_entries } from '@/resources/waitlist_entries/waitlist_entries';
import type { AnyResource, InferColumns, InferWrite, ResourceLike } from '@/schema';
import { event_questions } from '@/resources/event_questions/event_questions';
import type { web_users } from '@/resources/web_users/web_users';
import { columnsOf } from '../../kernel/columnsOf';
import { sql, type SQL } from '../../kernel/sql';

export type Values = Readonly<Record<string, unknown>>;
/**
 * How an athlete is linked to a copy: by their account, a registration, a result of it, or their entry in the register of the
 * federation.
 */
export type Root = 'athlete' | 'inscription' | 'result' | 'affiliate';

/** A copy of personal data outside the account: where it is, how it is found, and what replaces it. */
export interface PersonalCopy {
  readonly resource: AnyResource;
  readonly of: Root;
  /** The column with the key of the root. */
  readonly by: string;
  /** SQL over `t`, if only some rows hold personal data. */
  readonly where?: SQL;
  /** By the number that replaces the name from then on. */
  readonly set: (id: number) => Values;
}

/** Declares a copy. A column that the resource does not have does not compile. */
export const copyOf = <R extends ResourceLike>(
  resource: R,
  copy: {
    readonly of: Root;
    readonly by: keyof InferColumns<R> & string;
    readonly where?: SQL;
    readonly set: (id: number) => InferWrite<R>;
  },
): PersonalCopy => ({ resource, ...copy });

const sign = '—';
const name = (id: number) => ({ first_name: sign, last_name: `#${id}`, second_last_name: null });
const reach = { email: null, phone: null } as const;
const emergency = { emergency_contact_name: null, emergency_contact_phone: null } as const;
/** What a partner said of the person to whom it sold. */
const ofSale = {
  first_name: null,
  last_name: null,
  second_last_name: null,
  birth_date: null,
  curp: null,
  ...reach,
  raw: null,
  fingerprint: null,
} as const;
/** What a row of a file says, and what was typed in its place. */
const ofRow = { raw: null, errors: null, corrections: null, reasons: null, changes: null } as const;
const copied = (id: number) => ({
  ...name(id),
  ...reach,
  ...emergency,
  birth_date: null,
  city: null,
  club: null,
  guardian_name: null,
  guardian_phone: null,
});

/** The values of a forgotten account. A name is required, so a placeholder replaces it. */
export const ofAccount = (id: number): InferWrite<typeof web_users> => ({
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
  inbody_consent_at: null,
  blocked_reason: null,
  source: null,
  source_ref: null,
});

/** The data of the athlete in a registration, and the changes of them in its log. */
export const ofRegistration = (id: number): InferWrite<typeof inscriptions> => ({
  ...copied(id),
  comment: null,
  sanction_reason: null,
  source_ref: null,
  source: null,
});

/** What a result and a claim say of the athlete besides times and places. */
const ofResult = (id: number): InferWrite<typeof results> => ({ name: `${sign} #${id}`, birth_date: null, source_ref: null, filed: null });
const ofClaim = (): InferWrite<typeof result_claims> => ({ message: sign, files: null, resolution: sign, name: null, email: null });
/** A certificate says the name, so it ends. */
const ofCertificate = (): InferWrite<typeof certificates> => ({ facts: null, status: 'revoked' });
/** Rows of files of results, whose records have keys of their own. */
const row = columnsOf(import_rows, 't');
const ofResults = sql`exists (select 1 from import_jobs j where j.import_jobid = ${row.import_jobid} and j.type = 'results')`;

/** Answers that somebody typed, or that were marked as confidential; choices are counted and stay. */
const q = columnsOf(event_questions, 'q');
const answer = columnsOf(question_answers, 't');
const typed = sql`exists (select 1 from ${q} where ${q.questionid} = ${answer.questionid} and (${q.sensitive} or ${q.type} not in ('select', 'multiselect', 'boolean', 'number', 'country')))`;

/** What people wrote about a person on one of their records. */
const remark = columnsOf(comments, 't');
const remarks = (of: Root, kind: string): PersonalCopy =>
  copyOf(comments, { of, by: 'recordid', where: sql`${remark.resource} = ${kind}`, set: () => ({ text: sign, files: null }) });

/** Every copy outside the account. What is counted, paid or timed is not among them. */
export const personalCopies: readonly PersonalCopy[] = [
  remarks('athlete', 'web_users'),
  remarks('inscription', 'inscriptions'),
  remarks('result', 'results'),
  remarks('affiliate', 'fmtri_affiliate_users'),
  copyOf(inscriptions, { of: 'athlete', by: 'web_userid', set: ofRegistration }),
  copyOf(waitlist_entries, { of: 'athlete', by: 'web_userid', set: (id) => ({ ...name(id), ...reach, reason: null }) }),
  copyOf(apolo_subscriptions, {
    of: 'athlete',
    by: 'web_userid',
    set: () => ({
      cancel_reason: null,
      card_ref: null,
      card_brand: null,
      card_last4: null,
      card_link: null,
      card_session: null,
      provider_ref: null,
    }),
  }),
  copyOf(orders, {
    of: 'athlete',
    by: 'web_userid',
    where: sql`num_nonnulls(t.invoice_rfc, t.invoice_name, t.invoice_postal_code, t.invoice_error) > 0`,
    set: () => ({
      invoice_rfc: null,
      invoice_name: null,
      invoice_regime: null,
      invoice_postal_code: null,
      invoice_use: null,
      invoice_error: null,
    }),
  }),
  copyOf(tribike_orders, { of: 'athlete', by: 'web_userid', set: () => ({ photos: null, incident_notes: null }) }),
  copyOf(user_merges, {
    of: 'athlete',
    by: 'survivor_userid',
    set: () => ({ field_choices: null, conflicts: null, undo: null, reason: sign }),
  }),
  copyOf(user_merges, {
    of: 'athlete',
    by: 'loser_userid',
    set: () => ({ field_choices: null, conflicts: null, undo: null, reason: sign }),
  }),
  copyOf(fmtri_affiliate_users, {
    of: 'athlete',
    by: 'web_userid',
    set: (id) => ({ ...name(id), ...emergency, curp: null, photo: null, club: null, blood_type: null, docs: null, status_reason: null }),
  }),
  copyOf(fmtri_affiliations, {
    of: 'affiliate',
    by: 'affiliate_userid',
    set: () => ({ payment_reference: null, reject_reason: null, status_reason: null, notes: null }),
  }),
  copyOf(exoneration_signatures, {
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
  }),
  copyOf(question_answers, { of: 'inscription', by: 'inscriptionid', where: typed, set: () => ({ value: sign }) }),
  copyOf(kit_deliveries, {
    of: 'inscription',
    by: 'inscriptionid',
    set: () => ({ receiver_name: null, receiver_id_last4: null, evidence_files: null, void_reason: null }),
  }),
  copyOf(access_scans, { of: 'inscription', by: 'inscriptionid', set: () => ({ reason: null }) }),
  copyOf(innovasport_pickups, { of: 'inscription', by: 'inscriptionid', set: (id) => ({ name: `${sign} #${id}`, receiver_name: null }) }),
  copyOf(external_inscriptions, { of: 'inscription', by: 'inscriptionid', set: () => ofSale }),
  copyOf(external_inscriptions, { of: 'inscription', by: 'duplicate_of_inscriptionid', set: () => ofSale }),
  copyOf(import_rows, { of: 'athlete', by: 'web_userid', set: () => ofRow }),
  copyOf(import_rows, { of: 'inscription', by: 'inscriptionid', set: () => ofRow }),
  copyOf(import_rows, { of: 'inscription', by: 'duplicate_of_inscriptionid', set: () => ofRow }),
  copyOf(inscription_letters, { of: 'inscription', by: 'inscriptionid', set: () => ({ email: null, error: null }) }),
  copyOf(mail_blocks, { of: 'inscription', by: 'inscriptionid', set: () => ({ email: null, error: null, note: null }) }),
  copyOf(payments, {
    of: 'inscription',
    by: 'inscriptionid',
    set: () => ({ card_last4: null, clabe: null, reference: null, voucher_url: null, raw: null }),
  }),
  copyOf(results, { of: 'inscription', by: 'inscriptionid', set: ofResult }),
  copyOf(certificates, { of: 'result', by: 'resultid', set: ofCertificate }),
  copyOf(result_claims, { of: 'result', by: 'resultid', set: ofClaim }),
  copyOf(result_claims, { of: 'inscription', by: 'inscriptionid', set: ofClaim }),
  copyOf(result_claims, { of: 'athlete', by: 'web_userid', set: ofClaim }),
  copyOf(serial_standings, { of: 'athlete', by: 'web_userid', set: (id) => ({ name: `${sign} #${id}`, club: null }) }),
  copyOf(import_rows, { of: 'result', by: 'recordid', where: ofResults, set: () => ofRow }),
];
