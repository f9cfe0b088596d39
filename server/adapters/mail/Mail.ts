/** One letter to one person, in plain text. */
export interface Letter {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
}

/** A letter that was kept instead of sent. */
export interface KeptLetter extends Letter {
  readonly mailid: number;
  readonly created: string;
}

/** The way out for letters; `recent` exists where they are kept to be read here. */
export interface Mail {
  readonly send: (letter: Letter) => Promise<void>;
  readonly recent?: () => Promise<readonly KeptLetter[]>;
}
