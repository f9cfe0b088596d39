import pg from 'pg';

/** What came out of the database next: whole rows, one after the other. */
export interface Copied {
  readonly data: Buffer;
  readonly rows: number;
}
/** Rows that the database writes out as bytes (`copy ... to stdout`). No more of them wait in memory than one piece; the database waits meanwhile. */
export interface Copying {
  /** The next piece, as full as it gets; nothing after the last row, and no rows where none came within so many milliseconds. */
  readonly next: (patienceMs: number) => Promise<Copied | null>;
}

interface Chunk {
  readonly chunk: Buffer;
}
/** Gathers rows into one buffer and stops the wire when it is full. */
class CopyQuery extends pg.Query {
  private readonly size: number;
  private readonly wire: { pause(): unknown; resume(): unknown };
  private full: Buffer;
  private at = 0;
  private rows = 0;
  private isOver = false;
  private fault: Error | undefined;
  private moved: () => void = () => {};

  constructor(text: string, size: number, wire: { pause(): unknown; resume(): unknown }) {
    super({ text }, undefined, (error) => {
      this.isOver = true;
      this.fault = error ?? undefined;
      this.moved();
    });
    this.size = size;
    this.wire = wire;
    this.full = Buffer.allocUnsafe(size);
  }

  handleCopyData({ chunk }: Chunk): void {
    if (this.at + chunk.length > this.full.length) {
      const larger = Buffer.allocUnsafe(Math.max(this.full.length * 2, this.at + chunk.length));
      this.full.copy(larger, 0, 0, this.at);
      this.full = larger;
    }
    this.at += chunk.copy(this.full, this.at); // the wire uses its own buffer again
    this.rows += 1;
    if (this.at < this.size) return;
    this.wire.pause();
    this.moved();
  }

  async next(patienceMs: number): Promise<Copied | null> {
    if (!this.isOver && this.at < this.size)
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, patienceMs);
        this.moved = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    if (this.fault) throw this.fault;
    if (this.rows === 0) return this.isOver ? null : { data: Buffer.alloc(0), rows: 0 };
    if (!this.isOver && this.at < this.size) return { data: Buffer.alloc(0), rows: 0 };
    const copied = { data: this.full.subarray(0, this.at), rows: this.rows };
    this.full = Buffer.allocUnsafe(this.size);
    this.at = 0;
    this.rows = 0;
    this.wire.resume();
    return copied;
  }
}

/** Begins to copy the rows of a statement out of PostgreSQL, in pieces of about so many bytes. */
export const copyOut = (client: pg.ClientBase, statement: string, options: string, pieceBytes: number): Copying => {
  if (!(client instanceof pg.Client)) throw new TypeError('a client whose wire is not known');
  const { stream } = client.connection;
  const query = new CopyQuery(`copy (${statement}) to stdout with (${options})`, pieceBytes, stream);
  client.query(query);
  return query;
};
