import { execute, type Runner } from '../kernel/select';
import { sql } from '../kernel/sql';

/** The channel of the database on which processes notify each other of changes. */
export const channel = 'dorsal';

/** Rows that a statement added or changed, as its trigger reports them; `ids` and `eventids` are missing when there are many. */
export interface ChangedRows {
  readonly resource: string;
  readonly organizationid: number | null;
  readonly ids: readonly number[] | null;
  readonly eventids: readonly number[] | null;
}
/** The record that a page has open; no record when the page has left. */
export interface Place {
  readonly page: string;
  readonly userid: number;
  readonly organizationid: number | null;
  readonly name: string;
  readonly record: { readonly resource: string; readonly id: number; readonly isEditing: boolean } | null;
}
/**
 * What processes say to each other: that a job waits, that a row which a person follows has changed, which rows a statement changed, that
 * sessions or permissions changed, and which records pages have open.
 */
export type Signal =
  | { readonly to: 'workers' }
  | { readonly to: 'rights' }
  | ({ readonly to: 'rows' } & ChangedRows)
  | { readonly to: 'places'; readonly places: readonly Place[] }
  | { readonly to: 'person'; readonly userid: number; readonly organizationid: number | null; readonly kind: string; readonly id: string };

const tell = (runner: Runner, signal: Signal): Promise<void> =>
  execute(runner, sql`select pg_notify(${channel}, ${JSON.stringify(signal)})`);
/** Wakes the workers when the transaction is committed. */
export const wake = (runner: Runner): Promise<void> => tell(runner, { to: 'workers' });
/** Notifies the pages of a person, when the transaction is committed, that a row which they follow has changed. */
export const tellPerson = (runner: Runner, signal: Omit<Extract<Signal, { to: 'person' }>, 'to'>): Promise<void> =>
  tell(runner, { to: 'person', ...signal });

/** The largest signal that the database carries has 8000 bytes. */
const mostPlaces = 12;
/** Notifies every process of the records that pages have open. */
export const tellPlaces = async (runner: Runner, places: readonly Place[]): Promise<void> => {
  for (let from = 0; from < places.length; from += mostPlaces)
    await tell(runner, { to: 'places', places: places.slice(from, from + mostPlaces) });
};
