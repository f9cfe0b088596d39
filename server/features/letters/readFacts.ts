import { inscription_letters, type LetterKind } from '@/resources/inscription_letters/inscription_letters';
import { distances } from '@/resources/distances/distances';
import { events } from '@/resources/events/events';
import { inscription_documents } from '@/resources/inscription_documents/inscription_documents';
import { inscription_log } from '@/resources/inscription_log/inscription_log';
import { inscriptions } from '@/resources/inscriptions/inscriptions';
import { result_sets } from '@/resources/result_sets/result_sets';
import { results } from '@/resources/results/results';
import { payments } from '@/resources/payments/payments';
import { waitlist_entries } from '@/resources/waitlist_entries/waitlist_entries';
import { web_users } from '@/resources/web_users/web_users';
import { statusGroups } from '@/domain/registration/lifecycle';
import type { Locale } from '../../kernel/messages';
import type { Transaction } from '../../kernel/transaction';
import { signsOnline } from '../signLinks/signsOnline';
import { columnsOf } from '../../kernel/columnsOf';
import { jsonObject, pick, select, value } from '../../kernel/select';
import { sql } from '../../kernel/sql';

interface PrintedFile {
  readonly documentid: number;
  readonly file: string;
  readonly sha256: string;
}
/** Everything that a letter may contain, at the moment of sending. */
export interface LetterFacts {
  readonly letterid: number;
  readonly kind: LetterKind;
  readonly attempts: number;
  readonly inscriptionid: number;
  readonly eventid: number;
  readonly email: string | null;
  readonly locale: Locale;
  readonly name: string;
  readonly folio: string;
  readonly event: string;
  readonly distance: string;
  /** The address of the organizer of the event. */
  readonly contact: string;
  readonly timezone: string;
  /** The amount that is neither paid nor set aside. */
  readonly due_cents: number;
  /** Until when the seat is held; `null` when it is not held. */
  readonly held_until: string | null;
  /** The state of the event, and why it is so. */
  readonly eventStatus: string;
  readonly eventReason: string;
  readonly start_at: string;
  /** The former start of an event whose new one is known. */
  readonly postponed_from: string | null;
  /** Whether the event gives money back to people who do not come. */
  readonly mayAskRefund: boolean;
  /** What was given back into the wallet or by hand, what is still to come, and whether that is paid back by hand. */
  readonly returned_cents: number;
  readonly coming_cents: number;
  readonly isByHand: boolean;
  /** Whether a held place waits for its payment. */
  readonly isDue: boolean;
  readonly isDeclined: boolean;
  /** Whether the registration is cancelled. */
  readonly isCancelled: boolean;
  /** Whether the card that paid lacks the promotion that lowered the price. */
  readonly isPromotionLost: boolean;
  readonly isOffered: boolean;
  /** The published result of the registration; `null` when there is none. */
  readonly result: {
    readonly resultid: number;
    readonly status: string;
    readonly time_ms: number | null;
    readonly place: number | null;
  } | null;
  /** The address of the event on the public pages. */
  readonly slug: string;
  /** The valid proof, which may be a later one than at the time of the request. */
  readonly document: PrintedFile | null;
  /** The waiver as it was signed, once it was printed. */
  readonly waiver: PrintedFile | null;
  /** Whether no letter has brought that waiver yet. */
  readonly isNewWaiver: boolean;
  /** Whether a waiver in force is not signed, and may be signed at the link. */
  readonly isUnsigned: boolean;
  /** Whether a letter with the proof was sent before. */
  readonly isRepeated: boolean;
}

const signingStatuses = [...statusGroups.hold, ...statusGroups.active];
const l = columnsOf(inscription_letters, 'l');
const i = columnsOf(inscriptions, 'i');
const e = columnsOf(events, 'e');
const x = columnsOf(distances, 'x');
const w = columnsOf(web_users, 'w');
const d = columnsOf(inscription_documents, 'd');
const v = columnsOf(inscription_documents, 'v');
const b = columnsOf(inscription_letters, 'b');
const o = columnsOf(waitlist_entries, 'o');
const r = columnsOf(payments, 'r');
const n = columnsOf(inscription_log, 'n');
const y = columnsOf(results, 'y');
const z = columnsOf(result_sets, 'z');
const sentBefore = sql`from ${b} where ${b.inscriptionid} = ${i.inscriptionid} and ${b.kind} = 'proof' and ${b.status} = 'sent' and ${b.deleted_at} is null`;
const waitingRefunds = sql`from ${r} where ${r.inscriptionid} = ${i.inscriptionid} and ${r.type} = 'refund' and ${r.status} in ('created', 'pending') and ${r.deleted_at} is null`;
const facts = {
  letterid: l.letterid,
  kind: l.kind,
  attempts: l.attempts,
  inscriptionid: i.inscriptionid,
  eventid: i.eventid,
  email: i.email,
  locale: value<Locale>(sql`s.locale`),
  name: i.first_name,
  folio: value<string>(sql`${i.folio}`),
  event: value<string>(sql`coalesce(${e.name} ->> s.locale, ${e.name} ->> 'es')`),
  distance: x.name,
  contact: value<string>(sql`${e.contact_email}`),
  timezone: e.timezone,
  due_cents: value<number>(sql`${i.total_cents} - ${i.paid_cents} + ${i.refunded_cents} - ${i.wallet_cents}`),
  held_until: value<string | null>(sql`case when ${i.expires_at} > now() then ${i.expires_at} end`),
  eventStatus: value<string>(sql`${e.status}`),
  eventReason: value<string>(
    sql`coalesce(case ${e.status} when 'cancelled' then ${e.cancelled_reason} when 'postponed' then ${e.postponed_reason} end, '')`,
  ),
  start_at: e.start_at,
  postponed_from: e.postponed_from,
  mayAskRefund: value<boolean>(sql`coalesce(${e.refund_policy} <> 'none', false)`),
  returned_cents: i.refunded_cents,
  coming_cents: value<number>(sql`coalesce((select sum(${r.amount_cents}) ${waitingRefunds}), 0)::int`),
  isByHand: value<boolean>(sql`exists (select 1 ${waitingRefunds} and ${r.method} <> 'wallet')`),
  isDue: value<boolean>(sql`${i.status} in ('started', 'pending_payment', 'payment_declined')`),
  isDeclined: value<boolean>(sql`${i.status} = 'payment_declined'`),
  isCancelled: value<boolean>(sql`${i.status} = 'cancelled'`),
  isPromotionLost: value<boolean>(
    sql`coalesce((select ${n.reason} = 'promotion_lost' from ${n} where ${n.inscriptionid} = ${i.inscriptionid} and ${n.status} = 'payment_declined' order by ${n.logid} desc limit 1), false)`,
  ),
  isOffered: value<boolean>(
    sql`exists (select 1 from ${o} where ${o.inscriptionid} = ${i.inscriptionid} and ${o.status} = 'offered' and ${o.deleted_at} is null)`,
  ),
  result: value<LetterFacts['result']>(
    sql`(select ${jsonObject({
      resultid: y.resultid,
      status: value<string>(sql`${y.status}`),
      time_ms: value<number | null>(sql`coalesce(${y.chip_time_ms}, ${y.gun_time_ms})`),
      place: y.place_overall,
    })} from ${y} join ${z} on ${z.result_setid} = ${y.result_setid}
      where ${l.kind} = 'result' and ${y.inscriptionid} = ${i.inscriptionid} and ${z.status} in ('provisional', 'official') and ${y.deleted_at} is null and ${z.deleted_at} is null
      order by ${z.revision} desc, ${y.resultid} limit 1)`,
  ),
  slug: value<string>(sql`${e.slug}`),
  document: value<PrintedFile | null>(
    sql`case when ${d.documentid} is not null then ${jsonObject(pick(d, 'documentid', 'file', 'sha256'))} end`,
  ),
  waiver: value<PrintedFile | null>(
    sql`case when ${v.documentid} is not null then ${jsonObject(pick(v, 'documentid', 'file', 'sha256'))} end`,
  ),
  isNewWaiver: value<boolean>(sql`(${v.created} > coalesce((select max(${b.sent_at}) ${sentBefore}), 'infinity')) is true`),
  isUnsigned: value<boolean>(
    sql`(${i.exoneration_status} in ('pending', 'rejected') and ${i.status} = any(${signingStatuses}::text[]) and ${signsOnline(e, i.distanceid)})`,
  ),
  isRepeated: value<boolean>(sql`exists (select 1 ${sentBefore})`),
};

/** Reads the present contents of letters, in their order. */
export const readFacts = (tx: Transaction, letterids: readonly number[]): Promise<readonly LetterFacts[]> =>
  select(
    tx,
    facts,
    sql`from ${l} join ${i} on ${i.inscriptionid} = ${l.inscriptionid} join ${e} on ${e.eventid} = ${i.eventid} join ${x} on ${x.distanceid} = ${i.distanceid} join ${w} on ${w.web_userid} = ${i.web_userid}
         left join ${d} on ${l.kind} = 'proof' and ${d.inscriptionid} = ${i.inscriptionid} and ${d.kind} = 'confirmation' and ${d.status} = 'current' and ${d.deleted_at} is null
         left join ${v} on ${l.kind} = 'proof' and ${v.inscriptionid} = ${i.inscriptionid} and ${v.kind} = 'exoneration' and ${v.status} = 'current' and ${i.status} = any(${signingStatuses}::text[]) and ${v.file} is not null and ${v.deleted_at} is null
         cross join lateral (select coalesce(${d.locale}, ${w.locale}, 'es') as locale) s
   where ${l.letterid} = any(${letterids}::bigint[]) order by ${l.letterid}`,
  );
