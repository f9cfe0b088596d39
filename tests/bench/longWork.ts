import type pg from 'pg';
import { actionLimits } from '@/schema/actionLimits';
import { downloadWorks } from './downloadWorks';
import { importWorks } from './importWorks';
import { addPaidEvent, mustBeNumbered, numberBare } from './paidEvent';

/** Sends a request as the person who asks for the work, and answers what came of it. */
export type Send = (path: string, body?: object) => Promise<any>;

/** Long work that is ready to be asked for. */
export interface Ready {
  /** Asks for it, and answers its row: the table and the condition by which its end is seen in the database. */
  readonly begin: (send: Send) => Promise<Row>;
  /** Does the same in bare SQL, to other rows of the same kind. */
  readonly bare: (pool: pg.Pool) => Promise<void>;
  /** Fails unless everything was done. */
  readonly check: (pool: pg.Pool) => Promise<void>;
}
/** The row that people follow, with the moment of its end. */
export interface Row {
  readonly table: string;
  readonly key: string;
  readonly id: string;
  /** When it began, as SQL, where that is later than its row. */
  readonly begun?: string;
  /** Where it is read over the API, and whether an answer says that it is over. */
  readonly path: string;
  readonly isOver: (answer: any) => boolean;
}
/** A kind of long work, as it is measured. */
export interface Work {
  readonly name: string;
  /** How it is compared with bare SQL: how many times its time, or which part of its speed. */
  readonly goal: { readonly times: string } | { readonly speed: string };
  /** Writes what so many records need. */
  readonly prepare: (pool: Pick<pg.Pool, 'query'>, name: string, rows: number) => Promise<Ready>;
  readonly rows: number;
}

/** Numbers for everybody who has paid, by one action over a filter. */
const bulkNumbers: Work = {
  name: 'a bulk action',
  goal: { times: '<= 4' },
  rows: 10_000,
  prepare: async (pool, name, rows) => {
    const eventid = await addPaidEvent(pool, name, rows),
      other = await addPaidEvent(pool, `${name}-sql`, rows);
    const at = '/v2/inscription/inscriptions/actions/assign_number/runs';
    return {
      begin: async (send) => {
        const { runid } = await send(at, { filter: { field: 'eventid', op: 'eq', value: eventid }, input: { order: 'created' } });
        return { table: 'action_runs', key: 'runid', id: runid, path: `${at}/${runid}`, isOver: ({ finished }) => finished === true };
      },
      bare: async (own) => {
        await numberBare(own, other);
        await mustBeNumbered(own, other, rows);
      },
      check: (own) => mustBeNumbered(own, eventid, rows),
    };
  },
};

/** The largest file of people. */
const mostImported = 100_000;

/** Whatever goes on for long. Another kind is one more entry. */
export const works: readonly Work[] = [bulkNumbers, ...downloadWorks(actionLimits.rehearsal), ...importWorks(mostImported)];
