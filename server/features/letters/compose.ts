import { fieldsOfLetter, fillText, namesIn, type LetterKind } from '@/domain/letterTexts';
import { toShortLine } from '../../kernel/toOneLine';
import { unsubscribeLinkOf } from './unsubscribeLinks';
import { changedSections } from '@/domain/raceCall/changedSections';
import { formatDuration } from '@/fields/duration/formatDuration';
import type { Attachment, Letter } from '../../adapters/mail/Mail';
import type { Translate } from '../../kernel/messages';
import { moneyIn, momentIn, regional } from '../../kernel/regional';
import type { Transaction } from '../../kernel/transaction';
import { readCall } from '../raceCall/readCall';
import { readBytes } from '../documents/documentBytes';
import { installationOf, signLinkOf } from '../signLinks/signLinks';
import type { LetterFacts, OwnText } from './readFacts';

/** What is needed to compose a letter. */
export interface Composing {
  readonly tx: Transaction;
  readonly translate: Translate;
  /** Address where a registration is paid, with `{folio}` as the placeholder of its folio. */
  readonly paymentLink: string | undefined;
}
interface Made {
  /** Other texts than the usual ones of the kind. */
  readonly subject?: string;
  readonly text?: string;
  /** Paragraphs below the text. */
  readonly more?: readonly string[];
  readonly says?: Readonly<Record<string, string>>;
  readonly attachments?: readonly Attachment[];
}
/** The contents of one kind of letter; `null` when there is nothing left to say. */
type Body = (facts: LetterFacts, composing: Composing) => Promise<Made | null>;

const wordsOf =
  ({ kind, locale }: LetterFacts, { translate }: Composing) =>
  (part: string, params: Readonly<Record<string, string>>): string =>
    translate(`inscription_letters.letters.${kind}.${part}`, locale, params);

/** How a held seat is paid: at an address of the site of the athletes, or with the organizer if there is none. */
const toPay = (facts: LetterFacts, composing: Composing): Made | null => {
  const { kind, locale, timezone, folio, contact, due_cents, held_until, isPromotionLost } = facts,
    { translate, paymentLink } = composing;
  if (held_until === null) return null;
  const say = wordsOf(facts, composing);
  return {
    ...(kind === 'payment_declined' && isPromotionLost && { text: 'fullPrice' }),
    says: {
      amount: due_cents > 0 ? moneyIn(locale, due_cents) : translate('inscription_documents.proof.free', locale),
      until: momentIn(locale, timezone, held_until),
      how:
        paymentLink === undefined
          ? say('write', { contact, folio })
          : say('link', { link: paymentLink.replaceAll('{folio}', encodeURIComponent(folio)) }),
    },
  };
};

const attached = async ({ tx }: Composing, file: LetterFacts['document']): Promise<readonly Attachment[]> => {
  const content = file && (await readBytes(tx, file.sha256));
  return content ? [{ filename: file.file, contentType: 'application/pdf', content }] : [];
};
/** The proof, the signed waiver, or the link where the waiver is signed: whatever of these there is. The newest of them gives the subject. */
const composeProof: Body = async (facts, composing) => {
  const { inscriptionid, document, waiver, isNewWaiver, isUnsigned, isRepeated } = facts;
  const [proof, copy] = [await attached(composing, document), await attached(composing, waiver)];
  const link = isUnsigned ? signLinkOf(composing.tx, inscriptionid)?.address : undefined;
  if (proof.length === 0 && copy.length === 0 && !link) return null;
  const say = wordsOf(facts, composing),
    hasProof = proof.length > 0;
  const about = copy.length > 0 && (isNewWaiver || !hasProof) ? 'signed' : link && (isRepeated || !hasProof) ? 'unsigned' : null;
  return {
    attachments: [...proof, ...copy],
    ...(about && { subject: `${about}Subject` }),
    ...(!hasProof && { text: 'hello' }),
    more: [...(copy.length > 0 ? [say('signed', {})] : []), ...(link ? [say('unsigned', { link, folio: facts.folio })] : [])],
  };
};

/** The event is called off: why, and what becomes of the money. */
const composeCancelled: Body = async (facts, composing) => {
  if (facts.eventStatus !== 'cancelled') return null;
  const { locale, returned_cents, coming_cents, isByHand, contact, eventReason, folio } = facts,
    say = wordsOf(facts, composing);
  const returned = returned_cents > 0 ? [say('returned', { amount: moneyIn(locale, returned_cents) })] : [];
  const coming = coming_cents > 0 ? [say(isByHand ? 'byHand' : 'coming', { amount: moneyIn(locale, coming_cents) })] : [];
  return { says: { reason: eventReason }, more: [...returned, ...coming, say('write', { contact, folio })] };
};
/** The event has another date, or none yet: the place is kept. */
const composePostponed: Body = async (facts, composing) => {
  if (facts.eventStatus === 'cancelled') return null;
  const { locale, timezone, start_at, mayAskRefund, contact, eventReason, folio, eventStatus } = facts,
    say = wordsOf(facts, composing);
  const isDated = Date.parse(start_at) > Date.now() && (eventStatus !== 'postponed' || facts.postponed_from !== null);
  return {
    says: { reason: eventReason },
    more: [
      isDated ? say('dated', { when: momentIn(locale, timezone, start_at) }) : say('undated', {}),
      ...(mayAskRefund ? [say('refund', { contact, folio })] : []),
    ],
  };
};
/** It takes place after all. */
const composeReopened: Body = async (facts, composing) =>
  facts.eventStatus === 'cancelled'
    ? null
    : { more: [wordsOf(facts, composing)('dated', { when: momentIn(facts.locale, facts.timezone, facts.start_at) })] };

const ended: ReadonlySet<string> = new Set(['finished', 'unofficial']);
/** The published result, with the page where it is seen and the certificate is got. */
const composeResult: Body = async (facts, composing) => {
  const { result, slug, locale } = facts;
  if (!result) return null;
  const origin = installationOf(composing.tx)?.origin,
    say = wordsOf(facts, composing);
  const { resultid, status, time_ms, place } = result;
  const time = ended.has(status) && time_ms !== null ? formatDuration(Math.floor(time_ms / 1000), 's') : null;
  return {
    more: [
      time === null
        ? composing.translate(`site.ends.${status}`, locale)
        : say(place === null ? 'time' : 'place', { time, place: String(place ?? '') }),
      ...(origin ? [say('link', { link: `${origin}/e/${slug}/results/${resultid}?lang=${locale}` })] : []),
    ],
  };
};

/** A new version of the race call: what its author says of it, which sections differ, and where it is read. */
const composeRaceCall: Body = async (facts, composing) => {
  const { eventid, slug, locale, eventStatus } = facts;
  const call = eventStatus === 'cancelled' ? null : await readCall(composing.tx, eventid, locale);
  if (!call) return null;
  const origin = installationOf(composing.tx)?.origin,
    say = wordsOf(facts, composing);
  const titles = changedSections(call.before, call.sections).map(({ title }) => title);
  return {
    says: { note: call.change_note },
    more: [
      ...(call.before.length > 0 && titles.length > 0 ? [say('sections', { sections: titles.join(', ') })] : []),
      ...(origin ? [say('link', { link: `${origin}/e/${slug}/call?lang=${locale}` })] : []),
    ],
  };
};

/** The registration was cancelled where it was bought, and the money comes from there. */
const composeEnded: Body = async (facts, composing) =>
  facts.isCancelled ? { more: [wordsOf(facts, composing)('write', { contact: facts.contact, folio: facts.folio })] } : null;

/** A step before the race: with the page of the event, while the registration is in force. */
const composeStep: Body = async ({ isGoing, slug, locale, kind, timezone, start_at }, composing) => {
  if (!isGoing) return null;
  const origin = installationOf(composing.tx)?.origin;
  const say = (part: string, params: Readonly<Record<string, string>>) =>
    composing.translate(`inscription_letters.letters.${kind}.${part}`, locale, params);
  return {
    more: [
      say('when', { when: momentIn(locale, timezone, start_at) }),
      ...(origin ? [say('link', { link: `${origin}/e/${slug}?lang=${locale}` })] : []),
    ],
  };
};

/** The kit waits in a store, until when and under which code. */
const composePickup: Body = async (facts, composing) => {
  const { pickup, locale, timezone, eventStatus } = facts;
  if (!pickup || eventStatus === 'cancelled') return null;
  const { code, store, city, from, until } = pickup;
  const momentOf = (at: string | null): string => (at === null ? '' : momentIn(locale, timezone, at));
  const says = { code, store: [store, city].filter(Boolean).join(', '), from: momentOf(from), until: momentOf(until) };
  return { says, more: [wordsOf(facts, composing)('where', says)] };
};

const bodies: Readonly<Record<LetterKind, Body>> = {
  proof: composeProof,
  payment_due: async (facts, composing) => (facts.isDue ? toPay(facts, composing) : null),
  payment_declined: async (facts, composing) => (facts.isDeclined ? toPay(facts, composing) : null),
  event_cancelled: composeCancelled,
  event_postponed: composePostponed,
  event_reopened: composeReopened,
  result: composeResult,
  welcome: composeStep,
  reminder: composeStep,
  race_week: composeStep,
  race_call: composeRaceCall,
  mailing: async ({ mailing }) => (mailing ? {} : null),
  cancelled: composeEnded,
  pickup: composePickup,
  seat_offered: async (facts, composing) => (facts.isOffered ? toPay(facts, composing) : null),
};

type Texts = Pick<Letter, 'subject' | 'text'>;
const longestLine = 200;
const dayIn = (locale: LetterFacts['locale'], timeZone: string, at: string): string =>
  new Intl.DateTimeFormat(regional[locale], { timeZone, day: 'numeric', month: 'long', year: 'numeric' }).format(new Date(at));
/** An organizer's own text with the values of one letter. What the product computes comes last where the text does not place it. */
export const ownTexts = ({ subject, body }: OwnText, values: Readonly<Record<string, string>>): Texts => {
  const details = values['details'] ?? '';
  const isPlaced = namesIn(body).includes('details');
  return {
    subject: toShortLine(fillText(subject, values), longestLine),
    text: [fillText(body, values), ...(isPlaced || details === '' ? [] : [details])].join('\n\n'),
  };
};
/** The values of names in braces, by name. */
const valuesOf = (facts: LetterFacts, { says, more = [] }: Made): Readonly<Record<string, string>> => {
  const { name, event, distance, folio, number, organizer, contact, locale, timezone, start_at } = facts;
  const date = dayIn(locale, timezone, start_at);
  return { name, event, distance, folio, number, organizer, contact, date, ...says, details: more.join('\n\n') };
};
/** Below every letter of many: why it came, and how to get no more of them. */
const footerOf = (facts: LetterFacts, composing: Composing): { readonly footer: string; readonly unsubscribe: string | undefined } => {
  const { letterid, locale, event, organizer } = facts,
    link = unsubscribeLinkOf(composing.tx, letterid)?.address;
  const say = (part: string): string => composing.translate(`inscription_letters.bulk.${part}`, locale, { event, organizer, link });
  return link === undefined ? { footer: say('why'), unsubscribe: link } : { footer: `${say('why')}\n${say('leave')}`, unsubscribe: link };
};

/** A sample of a template: values that the registration does not have now are shown as their names. */
export const composeSample = async (facts: LetterFacts, own: OwnText, composing: Composing): Promise<Texts> => {
  const made = (await bodies[facts.kind](facts, composing)) ?? {};
  const missing = Object.fromEntries(fieldsOfLetter(facts.kind).map((field) => [field, field === 'details' ? '' : `[${field}]`]));
  return ownTexts(own, { ...missing, ...valuesOf(facts, made) });
};

/** A letter with its present contents, in the language of its athlete; `null` when its subject is outdated, or it has no recipient. */
export const compose = async (facts: LetterFacts, composing: Composing): Promise<Letter | null> => {
  const { letterid, kind, email, name, event, distance, folio, mailing, template, isBulk } = facts;
  const made = email ? await bodies[kind](facts, composing) : null;
  if (!email || !made) return null;
  const say = wordsOf(facts, composing),
    params = { name, event, distance, folio, ...made.says };
  const isUsual = made.subject === undefined && made.text === undefined; // a template says the usual; what is special keeps the words of the product
  const own = mailing ?? (isUsual ? template : null);
  const { subject, text } = own
    ? ownTexts(own, valuesOf(facts, made))
    : { subject: say(made.subject ?? 'subject', params), text: [say(made.text ?? 'text', params), ...(made.more ?? [])].join('\n\n') };
  const { footer, unsubscribe } = isBulk ? footerOf(facts, composing) : { footer: undefined, unsubscribe: undefined };
  return {
    to: email,
    subject,
    text: footer === undefined ? text : `${text}\n\n—\n${footer}`,
    key: `inscription-letter-${letterid}`,
    ...(unsubscribe !== undefined && { unsubscribe }),
    ...(made.attachments?.length && { attachments: made.attachments }),
  };
};
