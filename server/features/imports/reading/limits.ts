const MiB = 1024 * 1024;

/** The limits of one file. */
export const limits = {
  bytes: 50 * MiB,
  rows: 100_000,
  columns: 500,
  /** Bytes of one unpacked part of an archive. */
  unpackedBytes: 400 * MiB,
  /** Bytes unpacked in total while a file is open; parts are read more than once. */
  allUnpackedBytes: 2048 * MiB,
  /** Bytes of the shared texts of a workbook, which are held in memory. */
  sharedBytes: 96 * MiB,
  parts: 5_000,
  /** Bytes of one record of text, so that an unclosed quote is found soon. */
  recordBytes: MiB,
  /** Bytes of XML between two tags. */
  silentBytes: 4 * MiB,
} as const;

/** The limits that a test may lower. */
export type Limits = { readonly [L in keyof typeof limits]: number };
