/** A record as it is read: its columns by name, in the format of the API. */
export type Row = Record<string, unknown>;
