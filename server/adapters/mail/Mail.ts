/** A file that comes with a letter. */
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
  /** The same however often the letter is handed over: whoever receives it twice shows it once. */
  readonly key?: string;
}
/** A letter that the mail server refused for good: handed over again it would be refused again. */
export class RefusedLetter extends Error {
  override readonly name = 'RefusedLetter';
}

/** Who took a letter, and under which name. */
export interface SentAs {
  readonly provider: 'outbox' | 'smtp';
  readonly ref: string;
}

/** A letter that was kept instead of sent. */
export interface KeptLetter extends Omit<Letter, 'key'> {
  readonly mailid: number;
  readonly created: string;
}

/** The way out for letters, which throws where one was not taken; `recent` exists where they are kept to be read here. */
export interface Mail {
  readonly send: (letter: Letter) => Promise<SentAs>;
  readonly recent?: () => Promise<readonly KeptLetter[]>;
}
