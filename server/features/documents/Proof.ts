import type { Locale } from '../../kernel/messages';

/** A desk where kits are picked up. */
export interface ProofDesk {
  readonly name: string;
  readonly opens_at: string | null;
  readonly closes_at: string | null;
}

/** The contents of a proof of registration, before the layout: the same facts produce the same file. */
export interface Proof {
  readonly locale: Locale;
  readonly organization: string;
  readonly contact: string;
  readonly event: string;
  readonly start_at: string;
  readonly timezone: string;
  /** Venue, city and state, from the widest to the narrowest. */
  readonly place: readonly string[];
  readonly distance: string;
  readonly category: string | null;
  readonly wave: string | null;
  /** When the athlete starts: the time of the wave, or else of the distance, or else of the event. */
  readonly starts_at: string;
  readonly shirt: string | null;
  readonly size: string | null;
  readonly name: string;
  readonly folio: string;
  readonly number: string | null;
  readonly qr: string;
  readonly paid_cents: number;
  readonly isMinor: boolean;
  readonly mustSign: boolean;
  /** Where the waiver is signed, as long as it is not; absent where it is signed only on paper. */
  readonly signAt?: string;
  readonly desks: readonly ProofDesk[];
  /** When the athlete registered; the only date inside the file itself. */
  readonly registered_at: string;
}
