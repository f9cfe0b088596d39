import type { LetterKind } from '@/domain/letterTexts';
import { inscription_letters } from '@/resources/inscription_letters/inscription_letters';
import { letter_steps } from '@/resources/letter_steps/letter_steps';
import { letter_templates } from '@/resources/letter_templates/letter_templates';
import { mail_blocks } from '@/resources/mail_blocks/mail_blocks';
import { mailings } from '@/resources/mailings/mailings';
import { innovasport_pickups } from '@/resources/innovasport_pickups/innovasport_pickups';
import { organizations } from '@/resources/organizations/organizations';
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
import { activeSql, statusGroups } from '@/domain/registration/lifecycle';
import type { Locale } from '../../kernel/messages';
import type { Transaction } from '../../kernel/transaction';
import type { BlockKind } from './mailBlocks';
import { signsOnline } from '../signLinks/signsOnline';
import { columnsOf } from '../../kernel/columnsOf';
import { jsonObject, pick, select, value } from '../../kernel/select';
import { sql, type SQL } from '../../kernel/sql';

interface PrintedFile {
  readonly documentid: number;
  readonly file: string;
  readonly sha256: string;
}
/** Subject and text that an organizer wrote, with names in braces. */
export interface OwnText {
  readonly subject: string;
  readonly body: string;
}
/** Everything that a letter may contain, at the moment of sending. */
export interface LetterFacts {
  readonly letterid: number;
  readonly kind: LetterKind;
  readonly attempts: number;
  readonly inscriptionid: number;
  readonly eventid: number;
  readonly organizationid: number;
  readonly organizer: string;
  readonly number: string;
  /** The template of the organization for this kind and language; the one of the event comes first. */
  readonly template: OwnText | null;
  /** The text of the mailing of which the letter is one. */
  readonly mailing: OwnText | null;
  /** Whether it is one of many that nobody asked for: it can be unsubscribed from, and goes to no blocked address. */
  readonly isBulk: boolean;
  /** Why the address gets no such letters. */
  readonly block: BlockKind | null;
  /** Whether the registration is in force, and its event goes ahead. */
  readonly isGoing: boolean;
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
  /** Where and until when the kit waits in a store; `null` when it does not. */
  readonly pickup: {
    readonly code: string;
    readonly store: string;
    readonly city: string | null;
    readonly from: string | null;
    readonly until: string | null;
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
const inscriptionLetters = columnsOf(inscription_letters);
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
const t = columnsOf(letter_templates, 't');
const g = columnsOf(mailings, 'g');
const j = columnsOf(letter_steps, 'j');
const h = columnsOf(letter_templates, 'h');
const k = columnsOf(mail_blocks, 'k');
const c = columnsOf(organizations, 'c');
const u = columnsOf(innovasport_pickups, 'u');
/** A mailing keeps the address that it was written to, so that nobody gets it at two. */
const recipient = sql`case when ${l.mailingid} is null then ${i.email} else ${l.email} end`;
const sentBefore = sql`from ${b} where ${b.inscriptionid} = ${i.inscriptionid} and ${b.kind} = 'proof' and ${b.status} = 'sent' and ${b.deleted_at} is null`;
const waitingRefunds = sql`from ${r} where ${r.inscriptionid} = ${i.inscriptionid} and ${r.type} = 'refund' and ${r.status} in ('created', 'pending') and ${r.deleted_at} is null`;
const inEnglish = (english: SQL, usual: SQL) =>
  value<string>(sql`case when s.locale = 'en' then coalesce(${english}, ${usual}) else ${usual} end`);
/** The text of a mailing in the language of its reader. */
const mailed = { subject: inEnglish(sql`${g.subject_en}`, sql`${g.subject}`), body: inEnglish(sql`${g.body_en}`, sql`${g.body}`) };
/** The same text in the other language, whichever of the two names the other. */
const pairOf = sql`${t.pairid} = ${j.letter_templateid} or ${t.letter_templateid} = (select ${h.pairid} from ${h} where ${h.letter_templateid} = ${j.letter_templateid})`;
const facts = {
  letterid: l.letterid,
  kind: l.kind,
  attempts: l.attempts,
  inscriptionid: i.inscriptionid,
  eventid: i.eventid,
  organizationid: value<number>(sql`${e.organizationid}`),
  organizer: c.name,
  number: value<string>(sql`coalesce(${i.prefix}, '') || coalesce(${i.number}::text, '')`),
  template: value<OwnText | null>(
    sql`coalesce((select ${jsonObject(pick(t, 'subject', 'body'))} from ${j} join ${t} on ${t.letter_templateid} = ${j.letter_templateid} or ${pairOf}
      where ${j.letter_stepid} = ${l.letter_stepid} and ${j.letter_templateid} is not null and ${t.deleted_at} is null
      order by ${t.locale} = s.locale desc, ${t.letter_templateid} = ${j.letter_templateid} desc, ${t.letter_templateid} limit 1), (select ${jsonObject(pick(t, 'subject', 'body'))} from ${t} where ${l.kind} <> 'mailing' and ${t.organizationid} = ${e.organizationid} and ${t.kind} = ${l.kind} and ${t.locale} = s.locale
      and (${t.eventid} is null or ${t.eventid} = ${e.eventid}) and ${t.deleted_at} is null order by ${t.eventid} nulls last limit 1))`,
  ),
  mailing: value<OwnText | null>(sql`(select ${jsonObject(mailed)} from ${g} where ${g.mailingid} = ${l.mailingid})`),
  isBulk: value<boolean>(sql`(${l.mailingid} is not null or ${l.letter_stepid} is not null)`),
  block: value<LetterFacts['block']>(
    sql`(select ${k.kind} from ${k} where ${k.organizationid} = ${e.organizationid} and ${k.email} = ${recipient} and ${k.deleted_at} is null)`,
  ),
  isGoing: value<boolean>(sql`(i.${sql.raw(activeSql)} and ${e.status} not in ('draft', 'cancelled', 'postponed'))`),
  email: value<string | null>(recipient),
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
  pickup: value<LetterFacts['pickup']>(
    sql`(select ${jsonObject({ code: u.pickup_code, store: u.store_name, city: u.city, from: u.window_start, until: u.window_end })} from ${u}
      where ${l.kind} = 'pickup' and ${u.inscriptionid} = ${i.inscriptionid} and ${u.status} in ('shipped', 'received', 'ready', 'notified') and ${u.deleted_at} is null)`,
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

const read = (tx: Transaction, letters: SQL, spoken = sql`null::text`): Promise<readonly LetterFacts[]> =>
  select(
    tx,
    facts,
    sql`from ${letters} join ${i} on ${i.inscriptionid} = ${l.inscriptionid} join ${e} on ${e.eventid} = ${i.eventid} join ${x} on ${x.distanceid} = ${i.distanceid} join ${w} on ${w.web_userid} = ${i.web_userid}
         join ${c} on ${c.organizationid} = ${e.organizationid}
         left join ${d} on ${l.kind} = 'proof' and ${d.inscriptionid} = ${i.inscriptionid} and ${d.kind} = 'confirmation' and ${d.status} = 'current' and ${d.deleted_at} is null
         left join ${v} on ${l.kind} = 'proof' and ${v.inscriptionid} = ${i.inscriptionid} and ${v.kind} = 'exoneration' and ${v.status} = 'current' and ${i.status} = any(${signingStatuses}::text[]) and ${v.file} is not null and ${v.deleted_at} is null
         cross join lateral (select coalesce(${spoken}, ${d.locale}, ${w.locale}, 'es') as locale) s
   where true order by ${l.letterid}`,
  );

/** Reads the present contents of letters, in their order. */
export const readFacts = (tx: Transaction, letterids: readonly number[]): Promise<readonly LetterFacts[]> =>
  read(tx, sql`(select * from ${inscriptionLetters} where ${inscriptionLetters.letterid} = any(${letterids}::bigint[])) l`);

/** What a letter of a kind to a registration would contain now, in a language, without writing one. */
export const readSample = async (
  tx: Transaction,
  { inscriptionid, kind, locale }: { readonly inscriptionid: number; readonly kind: LetterKind; readonly locale: Locale },
): Promise<LetterFacts | undefined> => {
  const letter = sql`(select 0::bigint as letterid, ${inscriptionid}::bigint as inscriptionid, ${kind}::text as kind, 0 as attempts, null::text as email, null::bigint as mailingid, null::bigint as letter_stepid) l`;
  const [sample] = await read(tx, letter, sql`${locale}::text`);
  return sample;
};
