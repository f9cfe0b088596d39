/** What staff reports about a record. `key` is the same for every attempt to send it. */
export interface RecordReport {
  readonly key: string;
  readonly ref: string;
  readonly status: string;
  readonly notes: string | null;
}
/** Some of the changed records, oldest first, as the service sent them; empty when there are no more. */
export interface RecordPage {
  readonly records: readonly unknown[];
  readonly cursor: string | null;
}

/** Records of another system that this product shows: orders of bike transport, pick-ups in a store. */
export interface RecordService {
  /** The name of the service that staff reads. */
  readonly name: 'local' | 'remote';
  /** What changed after a cursor of the service; null starts at the beginning. */
  readonly changes: (cursor: string | null) => Promise<RecordPage>;
  /** Sends a report of staff, once for each key, and answers the record as the service now has it. */
  readonly report: (report: RecordReport) => Promise<unknown>;
  /** Stores a new or changed record at the service. */
  readonly put: (ref: string, record: Readonly<Record<string, unknown>>) => Promise<void>;
}

/** The service refused permanently: asking again does not help. */
export class ServiceRefusal extends Error {
  override readonly name = 'ServiceRefusal';
}
