import type { DocumentKind } from '@/domain/registration/documentKinds';
import type { Inscription } from '@/resources/inscriptions/inscriptions';
import type { InscriptionStatus, Lifecycle } from '@/domain/registration/lifecycle';
import type { DomainError } from '../../kernel/DomainError';
import type { Transaction } from '../../kernel/transaction';
import type { Entry } from '../log/log';

/** How a bib is taken from an inscription. */
export type BibFate = 'free' | 'restricted' | 'lost' | 'damaged';
export type PaymentMethod = 'card' | 'oxxo' | 'spei' | 'paypal' | 'wallet' | 'cash' | 'pos' | 'courtesy' | 'external';

/** The input of a change; each effect reads its part. Amounts are integer cents. */
export interface Details {
  readonly reason?: string | null | undefined;
  /** The actor, if it is not the person of the request. */
  readonly actor?: 'athlete' | 'gateway' | 'system' | 'import';
  readonly permissionKey?: string | null;
  /** Columns that the change itself writes. */
  readonly set?: Partial<Inscription>;
  readonly couponid?: number;
  /** Until when the seat is kept, if that was given. */
  readonly expires_at?: string | undefined;
  /** The first digits of the card that is to pay; `null` when no card with a promotion pays. */
  readonly bin?: string | null | undefined;
  readonly method?: PaymentMethod;
  readonly reference?: string | null | undefined;
  /** The part of the total that comes from the wallet. */
  readonly wallet_cents?: number;
  /** The amount of a refund. */
  readonly amount_cents?: number;
  /** The payment of the change: a refund that was just approved, or a charge that was just paid. */
  readonly paymentid?: number;
  readonly bib_poolid?: number | null | undefined;
  readonly bib?: { readonly prefix: string | null; readonly number: number };
  readonly fate?: BibFate;
  readonly returnCoupon?: boolean;
  /** A supervisor accepts that the kit was handed out. */
  readonly kitOverride?: boolean;
  /** The requested document. */
  readonly document?: DocumentKind | undefined;
  /** Whether another step of the same change follows, so that documents are printed once, after the last step. */
  readonly goesOn?: boolean;
  /**
   * Whether a reversal is intended. Nobody returns by accident, as when a gateway reports a decline late, and a reversal goes no
   * further.
   */
  readonly isBack?: boolean;
}

/** One inscription during a change: effects read `now`, and report with `write` what changes. */
export interface Change {
  readonly id: number;
  readonly details: Details;
  /** The status at the beginning, and the target status. */
  readonly from: Lifecycle;
  readonly to: InscriptionStatus;
  readonly now: Readonly<Inscription>;
  readonly write: (values: Partial<Inscription>) => void;
  /** Adds a row to the log before the row of the change itself. */
  readonly note: (
    status: 'defrost_balance' | 'category_updated' | 'pdf_created',
    entry: Pick<Entry, 'reason' | 'changes' | 'actor'>,
  ) => void;
  /** Refuses the inscription; the effect has written nothing of it. */
  readonly refuse: (error: DomainError) => void;
}
/**
 * What an effect does to inscriptions, in order. The result for each is the same as if the ones before it were finished, and the ones
 * after it not begun. If an effect cannot do that it throws `Entangled`, and they are done one by one.
 */
export type EffectBody = (tx: Transaction, changes: readonly Change[]) => Promise<void>;

/** An effect that handles inscriptions one after the other. */
export const eachChange =
  (body: (tx: Transaction, change: Change) => Promise<void> | void): EffectBody =>
  async (tx, changes) => {
    for (const change of changes) await body(tx, change);
  };
