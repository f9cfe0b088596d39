import type { DocumentKind } from '@/domain/registration/documentKinds';
import type { Inscription } from '@/resources/inscriptions/inscriptions';
import type { InscriptionStatus, Lifecycle } from '@/domain/registration/lifecycle';
import type { Transaction } from '../../kernel/transaction';
import type { Entry } from '../log/log';

/** How a bib leaves an inscription. */
export type BibFate = 'free' | 'restricted' | 'lost' | 'damaged';
export type PaymentMethod = 'card' | 'oxxo' | 'spei' | 'paypal' | 'wallet' | 'cash' | 'pos' | 'courtesy' | 'external';

/** What a change was told; each effect reads what concerns it. Amounts are integer cents. */
export interface Details {
  readonly reason?: string | null | undefined;
  /** Who acts, when it is not the person of the request. */
  readonly actor?: 'athlete' | 'gateway' | 'system' | 'import';
  readonly permissionKey?: string | null;
  /** Columns that the change itself writes. */
  readonly set?: Partial<Inscription>;
  readonly couponid?: number;
  /** Until when the seat is kept, where somebody said so. */
  readonly expires_at?: string | undefined;
  readonly method?: PaymentMethod;
  readonly reference?: string | null | undefined;
  /** What of the total is to come from the wallet. */
  readonly wallet_cents?: number;
  /** What a refund gives back. */
  readonly amount_cents?: number;
  /** The payment that this is about: a refund that was just approved, a charge that was just paid. */
  readonly paymentid?: number;
  readonly bib_poolid?: number | null | undefined;
  readonly bib?: { readonly prefix: string | null; readonly number: number };
  readonly fate?: BibFate;
  readonly returnCoupon?: boolean;
  /** A supervisor takes upon themselves that the kit was handed out. */
  readonly kitOverride?: boolean;
  /** Which document is asked for. */
  readonly document?: DocumentKind | undefined;
  /** Whether another step of the same change follows, so that what it ends with is printed and not what lies between. */
  readonly goesOn?: boolean;
  /** Whether a way back is meant: nobody returns by accident, as a gateway that reports a decline late, and nobody who returns goes further. */
  readonly isBack?: boolean;
}

/** One inscription on its way from what is stored to what will be: effects read `now`, and say with `write` what changes. */
export interface Change {
  readonly tx: Transaction;
  readonly id: number;
  readonly details: Details;
  /** Status at the beginning, and the value that is being brought about. */
  readonly from: Lifecycle;
  readonly to: InscriptionStatus;
  readonly now: Readonly<Inscription>;
  readonly write: (values: Partial<Inscription>) => void;
  /** Adds a row to the log before the row of the change itself. */
  readonly note: (
    status: 'defrost_balance' | 'category_updated' | 'pdf_created',
    entry: Pick<Entry, 'reason' | 'changes' | 'actor'>,
  ) => Promise<void>;
}
export type EffectBody = (change: Change) => Promise<void>;
