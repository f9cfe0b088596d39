import type { Locale } from '../../kernel/messages';

/** A desk where kits are picked up. */
export interface ProofDesk {
  readonly name: string;
  readonly opens_at: string | null;
  readonly closes_at: string | null;
}

/** Everything that a proof of registration says, before it is set in type: the same facts print the same file. */
export interface Proof {
  readonly locale: Locale;
  readonly organization: string;
  readonly contact: string;
  readonly event: string;
  readonly start_at: string;
  readonly timezone: string;
  /** City, state and venue, the nearest last. */
  readonly place: readonly string[];
  readonly distance: string;
  readonly category: string | null;
  readonly wave: string | null;
  /** When the athlete starts: with the wave, else with the distance, else with the event. */
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
  readonly desks: readonly ProofDesk[];
  /** When the athlete registered: the only date of the file itself. */
  readonly registered_at: string;
}
