import type { CellKind } from '@/schema/cell';

/** What a file is of. */
export interface Sheet {
  readonly title: string;
  /** What is said below the title where there is room for it. */
  readonly subtitle: string;
  readonly columns: readonly { readonly label: string; readonly kind: CellKind }[];
}
/** Writes a file piece by piece; each answers the bytes that are ready. Rows come whole, as `statements.ts` writes them. */
export interface Encoder {
  readonly begin: () => Promise<Buffer>;
  /** The buffer is the encoder's from then on. */
  readonly write: (data: Buffer, rows: number) => Promise<Buffer>;
  readonly end: () => Promise<Buffer>;
}
