import { isOneOf } from '@/schema/unknown';

/** Kinds of letters to athletes about their registration. `mailing` is what an organizer writes to many. */
export const letterKinds = [
  'proof',
  'payment_due',
  'payment_declined',
  'seat_offered',
  'welcome',
  'reminder',
  'race_week',
  'result',
  'race_call',
  'pickup',
  'cancelled',
  'event_cancelled',
  'event_postponed',
  'event_reopened',
  'mailing',
] as const;
export type LetterKind = (typeof letterKinds)[number];

/** Kinds of letters about claims, affiliations and subscriptions. The last two are of the company that runs the platform. */
export const recordLetterKinds = [
  'claim_accepted',
  'claim_rejected',
  'affiliation_requested',
  'affiliation_papers',
  'affiliation_active',
  'affiliation_suspended',
  'affiliation_rejected',
  'affiliation_cancelled',
  'affiliation_refunded',
  'subscription_card',
  'subscription_upcoming',
  'subscription_paid',
  'subscription_declined',
  'subscription_unpaid',
  'subscription_cancelled',
  'subscription_kept',
  'subscription_plan',
  'subscription_paused',
  'subscription_resumed',
  'subscription_refunded',
] as const;
export type RecordLetterKind = (typeof recordLetterKinds)[number];

/** Kinds of letters that may have a text of an organization. */
export const templateKinds = [...letterKinds, ...recordLetterKinds] as const;
export type TemplateKind = (typeof templateKinds)[number];
/** Whether letters of a kind are about something that belongs to no organizer. */
export const isOfPlatform = (kind: string | null | undefined): boolean => /^(affiliation|subscription)_/.test(kind ?? '');

/** Kinds that a sequence sends by itself. */
export const stepKinds = ['welcome', 'reminder', 'race_week', 'result'] as const satisfies readonly LetterKind[];
export type StepKind = (typeof stepKinds)[number];

/** Names in double braces that every letter may contain; `details` are the paragraphs that the product computes. */
const common = ['name', 'event', 'distance', 'folio', 'number', 'date', 'organizer', 'contact', 'details'] as const;
const payment = ['amount', 'until', 'how'] as const;
const own: Readonly<Partial<Record<LetterKind, readonly string[]>>> = {
  payment_due: payment,
  payment_declined: payment,
  seat_offered: payment,
  event_cancelled: ['reason'],
  event_postponed: ['reason'],
  race_call: ['note'],
  pickup: ['code', 'store', 'from', 'until'],
};

const ofRecords = {
  claim: ['name', 'event', 'resolution', 'contact'],
  affiliation: ['person', 'type', 'number', 'reason', 'link', 'papers', 'until', 'price'],
  subscription: ['person', 'plan', 'amount', 'next', 'date', 'until', 'card', 'why', 'link', 'how', 'back', 'ends', 'becomes', 'contact'],
} as const;
const needed: Readonly<Partial<Record<TemplateKind, readonly string[]>>> = {
  affiliation_requested: ['link'],
  affiliation_papers: ['papers', 'link'],
  subscription_card: ['link'],
};
/** Whether a letter is about a registration, and not about a claim, an affiliation or a subscription. */
export const isLetterKind = (kind: TemplateKind): kind is LetterKind => isOneOf(letterKinds, kind);

/** The names that a letter of a kind may contain. */
export const fieldsOfLetter = (kind: TemplateKind): readonly string[] => {
  if (isLetterKind(kind)) return [...common, ...(own[kind] ?? [])];
  const about = Object.entries(ofRecords).find(([name]) => kind.startsWith(`${name}_`));
  return about?.[1] ?? [];
};
/** Without how to pay, a letter about a payment is of no use. */
export const neededIn = (kind: TemplateKind): readonly string[] =>
  needed[kind] ?? (isLetterKind(kind) && own[kind] === payment ? ['how'] : []);

const braces = /\{\{([^{}]*)\}\}/g;
/** The names in double braces of a text, each once. */
export const namesIn = (text: string): readonly string[] => [...new Set([...text.matchAll(braces)].map(([, name = '']) => name.trim()))];
/** Names of a text that a letter of a kind does not know. */
export const unknownIn = (text: string, kind: TemplateKind): readonly string[] => {
  const known = fieldsOfLetter(kind);
  return namesIn(text).filter((name) => !known.includes(name));
};
/** Fills the names of a text once; a value that looks like a name in braces stays as it is. */
export const fillText = (text: string, values: Readonly<Record<string, string | undefined>>): string =>
  text.replaceAll(braces, (_whole, name: string) => values[name.trim()] ?? '');

/** The longest subject and text of a letter that organizers write. */
export const longestSubject = 150;
export const longestBody = 5000;
