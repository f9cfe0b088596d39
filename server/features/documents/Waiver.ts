import type { Head } from './Head';

/** A signature under a waiver, with its proof. */
export interface Signature {
  readonly title: string;
  readonly revision: number | null;
  /** The fingerprint of the text in all of its languages. */
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

/** The same, with the IP address of people who signed by themselves. */
export interface TracedSignature extends Signature {
  readonly ip: string | null;
}

/** The contents of a printed waiver: the text, the signers and how they signed. */
export interface Waiver {
  readonly head: Head;
  readonly signature: Signature;
  readonly body_html: string;
  /** The address of the drawn signature, where there is one. */
  readonly image?: string;
}
