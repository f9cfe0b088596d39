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
}
/** A letter that the mail server refused permanently: sending it again would not help. */
export class RefusedLetter extends Error {
  override readonly name = 'RefusedLetter';
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
  readonly recent?: () => Promise<readonly KeptLetter[]>;
}
