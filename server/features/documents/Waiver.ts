import type { Head } from './Head';

/** A signature under a waiver, as it is proved. */
export interface Signature {
  readonly title: string;
  readonly revision: number | null;
  /** The fingerprint of the text, in every language that it has. */
  readonly sha256: string | null;
  readonly signed_at: string | null;
  readonly signer_type: string;
  readonly signer_name: string;
  readonly relationship: string | null;
  readonly way: string;
  readonly channel: string;
  readonly witness: string | null;
  readonly status: string;
}

/** The same with the address of whoever signed by themselves. */
export interface TracedSignature extends Signature {
  readonly ip: string | null;
}

/** Everything that a printed waiver says: the text, and who signed it how. */
export interface Waiver {
  readonly head: Head;
  readonly signature: Signature;
  readonly body_html: string;
}
