/** The effects of a promotion on a price. */
export const promotionTypes = ['percent', 'amount', 'fixed_price', 'installments'] as const;
/** The unit of its value, by type: whole percent, or cents. */
export const promotionUnit = { from: 'discount_type', percent: ['percent'], cents: ['amount', 'fixed_price'] } as const;

const bank = 6,
  precise = 8;
/** The first digits of a card: 6, or 8 if the bank distinguishes its products. */
export const binPattern = /^(\d{6}|\d{8})$/;
/** How many digits of a card a BIN test accepts: never enough to identify a card. */
export const testedDigits = { min: bank, max: precise } as const;
/** The input of a BIN test. */
export const typedBin = new RegExp(`^\\d{${bank},${precise}}$`);

const hundred = 100;
/** The part of a promotion that lowers a price. */
export interface Offer {
  readonly discount_type: (typeof promotionTypes)[number];
  readonly value: number | null;
  readonly max_discount_cents: number | null;
}
/** What a promotion takes off an entry, in cents; months without interest take nothing off. */
export const promotionDiscount = ({ discount_type, value, max_discount_cents }: Offer, entry_cents: number): number => {
  const amount = value ?? 0;
  switch (discount_type) {
    case 'percent':
      return Math.min(Math.round((entry_cents * amount) / hundred), max_discount_cents ?? entry_cents, entry_cents);
    case 'amount':
      return Math.min(entry_cents, amount);
    case 'fixed_price':
      return Math.max(0, entry_cents - amount);
    case 'installments':
      return 0;
  }
};

/** What decides between promotions for the same card. */
export interface Contender {
  readonly bins: readonly string[];
  readonly priority: number;
  readonly promotion_binid: number;
}
/** Whether, when and where a promotion is valid. */
export interface Held {
  readonly status: string;
  readonly starts_at: string;
  readonly ends_at: string;
  readonly scope: string;
  readonly organizationids: readonly number[] | null;
  readonly eventids: readonly number[] | null;
  readonly distanceids: readonly number[] | null;
  readonly region: string | null;
}
/** The parts of an event that the scope of a promotion depends on. */
export interface Venue {
  readonly eventid: number;
  readonly organizationid: number;
  readonly region: string;
  readonly distanceids: readonly number[];
}

/** How many digits of a BIN a promotion names: 8, 6, or 0 when it does not name it. */
export const digitsOf = ({ bins }: Pick<Contender, 'bins'>, bin: string): number =>
  bin.length >= precise && bins.includes(bin.slice(0, precise)) ? precise : bins.includes(bin.slice(0, bank)) ? bank : 0;

const verdicts = ['digits', 'priority', 'age'] as const;
const compared = (one: Contender, other: Contender, bin: string): readonly number[] => [
  digitsOf(other, bin) - digitsOf(one, bin),
  other.priority - one.priority,
  one.promotion_binid - other.promotion_binid,
];

/** The promotions for a BIN, the winner first: 8 digits win over 6, then the higher priority, then the older one. */
export const ranked = <T extends Contender>(promotions: readonly T[], bin: string): readonly T[] =>
  promotions
    .filter((each) => digitsOf(each, bin) > 0)
    .sort((one, other) => compared(one, other, bin).find((difference) => difference !== 0) ?? 0);

const everywhere = new Set([null, 'nacional']);
const shares = <T>(one: readonly T[] | null, other: readonly T[] | null): boolean =>
  (one ?? []).some((each) => (other ?? []).includes(each));
const regionsMeet = (one: string | null, other: string | null): boolean => everywhere.has(one) || everywhere.has(other) || one === other;
const narrowed = ({ distanceids }: Held, venue: Venue): readonly number[] | null =>
  distanceids?.length ? distanceids.filter((each) => venue.distanceids.includes(each)) : null;

/** Whether a promotion is valid for an event, or for some distance of it. */
export const reaches = (promotion: Held, venue: Venue): boolean => {
  const { scope, region, organizationids, eventids } = promotion;
  if (!everywhere.has(region) && region !== venue.region) return false;
  if (scope === 'organization') return (organizationids ?? []).includes(venue.organizationid);
  return scope !== 'event' || ((eventids ?? []).includes(venue.eventid) && narrowed(promotion, venue)?.length !== 0);
};

/** Whether two promotions overlap in some race; `venues` are the events that either of them names. */
export const reachMeets = (one: Held, other: Held, venues: readonly Venue[]): boolean => {
  if (one.scope !== 'event' && other.scope !== 'event')
    return (
      regionsMeet(one.region, other.region) &&
      (one.scope === 'platform' || other.scope === 'platform' || shares(one.organizationids, other.organizationids))
    );
  return venues.some((venue) => {
    if (!reaches(one, venue) || !reaches(other, venue)) return false;
    const mine = one.scope === 'event' ? narrowed(one, venue) : null,
      theirs = other.scope === 'event' ? narrowed(other, venue) : null;
    return mine === null || theirs === null || shares(mine, theirs);
  });
};

/** States in which a promotion is or may become valid. */
export const standing: readonly string[] = ['draft', 'active', 'paused'];

/** Whether two promotions ask for the same card at the same time and place. */
export const conflicts = (one: Contender & Held, other: Contender & Held, venues: readonly Venue[]): boolean =>
  standing.includes(one.status) &&
  standing.includes(other.status) &&
  shares(one.bins, other.bins) &&
  Date.parse(one.starts_at) < Date.parse(other.ends_at) &&
  Date.parse(other.starts_at) < Date.parse(one.ends_at) &&
  reachMeets(one, other, venues);

/** Why a promotion wins a card or does not: its state, its dates, its scope, or in what another one is stronger. */
export type Verdict = 'wins' | 'status' | 'dates' | 'reach' | (typeof verdicts)[number];

const absent = ({ status, starts_at, ends_at }: Held, at: number): Verdict | null =>
  status !== 'active' ? 'status' : at < Date.parse(starts_at) || at >= Date.parse(ends_at) ? 'dates' : null;

/**
 * Every promotion that names a BIN, with its result at an instant: the winner, those that lose to it, then those that do not apply. Without
 * an event their scope is not checked.
 */
export const judged = <T extends Contender & Held>(
  promotions: readonly T[],
  bin: string,
  at: number,
  venue: Venue | null,
): readonly { readonly promotion: T; readonly digits: number; readonly verdict: Verdict }[] => {
  const out = (each: T): Verdict | null => absent(each, at) ?? (venue && !reaches(each, venue) ? 'reach' : null);
  const all = ranked(promotions, bin),
    inPlay = all.filter((each) => out(each) === null);
  const [winner] = inPlay;
  const losesBy = (each: T): Verdict =>
    (winner && verdicts[compared(winner, each, bin).findIndex((difference) => difference !== 0)]) ?? 'wins';
  return [...inPlay, ...all.filter((each) => out(each) !== null)].map((promotion) => ({
    promotion,
    digits: digitsOf(promotion, bin),
    verdict: out(promotion) ?? losesBy(promotion),
  }));
};
