/** A file attached to a letter. */
export interface Attachment {
  readonly filename: string;
  readonly contentType: string;
  readonly content: Buffer;
}

/** One letter to one person, in plain text. */
export interface Letter {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly attachments?: readonly Attachment[];
  /** The same for every attempt to send the letter, so a recipient that gets it twice shows it once. */
  readonly key?: string;
  /** Where a letter that is one of many is unsubscribed from, also with one click (RFC 8058). */
  readonly unsubscribe?: string;
}
/** A letter that the mail server refused permanently: sending it again would not help. */
export class RefusedLetter extends Error {
  override readonly name = 'RefusedLetter';
  /** Whether the address was refused, and not this letter. */
  readonly isAddress: boolean;
  constructor(message: string, { isAddress = false, ...options }: ErrorOptions & { readonly isAddress?: boolean } = {}) {
    super(message, options);
    this.isAddress = isAddress;
  }
}

/** The mail server that accepted a letter, and its id there. */
export interface SentAs {
  readonly provider: 'outbox' | 'smtp';
  readonly ref: string;
}

/** A letter that was kept instead of sent. */
export interface KeptLetter extends Omit<Letter, 'key'> {
  readonly mailid: number;
  readonly created: string;
}

/** Sends letters, and throws when one was not accepted. `recent` exists only where letters are stored to be read here. */
export interface Mail {
  readonly send: (letter: Letter) => Promise<SentAs>;
  /** The secret that signs reports about letters that came back. Without it no report is accepted. */
  readonly reportSecret?: string | undefined;
  readonly recent?: () => Promise<readonly KeptLetter[]>;
}
