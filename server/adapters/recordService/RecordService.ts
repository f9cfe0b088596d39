/** What staff found out about a record; `key` is the same however often it is told. */
export interface RecordReport {
  readonly key: string;
  readonly ref: string;
  readonly status: string;
  readonly notes: string | null;
}
/** Some of the records that changed, oldest first, as the service sent them; empty when there are no more. */
export interface RecordPage {
  readonly records: readonly unknown[];
  readonly cursor: string | null;
}

/** Somebody else's records, which this product shows: orders of bike transport, pick-ups in a store. */
export interface RecordService {
  /** How staff reads who keeps them. */
  readonly name: 'local' | 'remote';
  /** What changed after a cursor that the service gave; null is the beginning. */
  readonly changes: (cursor: string | null) => Promise<RecordPage>;
  /** Tells what staff found out, once for each key, and answers the record as the service keeps it now. */
  readonly report: (report: RecordReport) => Promise<unknown>;
  /** Keeps a record, new or changed, where the records are kept here. */
  readonly put?: (ref: string, record: Readonly<Record<string, unknown>>) => Promise<void>;
}

/** The service understood and will never agree: asking again is of no use. */
export class ServiceRefusal extends Error {
  override readonly name = 'ServiceRefusal';
}
