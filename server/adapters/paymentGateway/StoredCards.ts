import type { PaymentGateway } from './PaymentGateway';

/** A page of the gateway where a person stores a card. `key` is the same for every attempt to open it. */
export interface NewCardPage {
  readonly key: string;
  readonly locale: string;
}
/** The page at the gateway: its id in reports, and its address. */
export interface CardPage {
  readonly session: string;
  readonly url: string;
}

/** Money of a stored card, taken without its person. `key` is the same for every attempt. */
export interface NewCollection {
  readonly key: string;
  /** The stored card at the gateway. */
  readonly card: string;
  readonly amount_cents: number;
  readonly currency: string;
}
/** What the gateway says of a collection: paid, refused by the bank, or on its way and reported later. */
export interface Collected {
  readonly provider_ref: string;
  readonly state: 'paid' | 'declined' | 'sent';
  readonly decline_code: string | null;
}

/** Cards that a gateway stores for people. No number of a card is ever handled here. */
export interface StoredCards {
  /** Opens a page where a card is stored; the gateway reports `card_stored` with the id of the page. */
  readonly askCard: (page: NewCardPage) => Promise<CardPage>;
  /** Takes money of a stored card. Two attempts with the same key take it once and have the same answer. */
  readonly collect: (collection: NewCollection) => Promise<Collected>;
  /** What became of the collection with this key; null when the gateway was never asked for it. */
  readonly lookUp: (key: string) => Promise<Collected | null>;
}
/** A gateway that opens charges and also keeps cards. */
export type BillingGateway = PaymentGateway & StoredCards;
