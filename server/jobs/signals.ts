import { execute, type Runner } from '../kernel/select';
import { sql } from '../kernel/sql';

/** The channel of the database on which processes notify each other of changes. */
export const channel = 'dorsal';

/** What a process sends to the others: that a job waits, or that a row which a person follows has changed. */
export type Signal =
  | { readonly to: 'workers' }
  | { readonly to: 'person'; readonly userid: number; readonly organizationid: number | null; readonly kind: string; readonly id: string };

const tell = (runner: Runner, signal: Signal): Promise<void> =>
  execute(runner, sql`select pg_notify(${channel}, ${JSON.stringify(signal)})`);
/** Wakes the workers when the transaction is committed. */
export const wake = (runner: Runner): Promise<void> => tell(runner, { to: 'workers' });
/** Notifies the pages of a person, when the transaction is committed, that a row which they follow has changed. */
export const tellPerson = (runner: Runner, signal: Omit<Extract<Signal, { to: 'person' }>, 'to'>): Promise<void> =>
  tell(runner, { to: 'person', ...signal });
