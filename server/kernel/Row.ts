/** A record as it is read: its columns by name, in the form in which they travel. */
export type Row = Record<string, unknown>;
