import { sql } from 'drizzle-orm';
import { bigint, boolean, check, index, integer, pgTable, primaryKey, text, timestamp, uniqueIndex } from 'drizzle-orm/pg-core';

const moment = () => timestamp({ withTimezone: true, mode: 'string', precision: 3 });
const key = () => bigint({ mode: 'number' });

/** Test letters that people sent to themselves. What they say is computed when they leave, so nothing of an athlete is stored. */
export const letter_tests = pgTable(
  'letter_tests',
  {
    testid: key().primaryKey().generatedAlwaysAsIdentity(),
    userid: key().notNull(),
    letter_templateid: key().notNull(),
    inscriptionid: key().notNull(),
    state: text().notNull().default('waiting'),
    error: text(),
    created: moment().notNull().defaultNow(),
  },
  (table) => [
    index('letter_tests_waiting_ix')
      .on(table.testid)
      .where(sql`${table.state} = 'waiting'`),
    check('letter_tests_state', sql`state in ('waiting', 'sending', 'sent', 'refused')`),
  ],
);

/** Letters that leave because a day comes near, each once for a record and a round; what they say is read when they leave. */
export const reminder_letters = pgTable(
  'reminder_letters',
  {
    reminderid: key().primaryKey().generatedAlwaysAsIdentity(),
    kind: text().notNull(),
    recordid: key().notNull(),
    /** Which of several letters about the record it is. */
    round: text().notNull(),
    state: text().notNull().default('waiting'),
    created: moment().notNull().defaultNow(),
  },
  (table) => [
    uniqueIndex('reminder_letters_once_ix').on(table.kind, table.recordid, table.round),
    index('reminder_letters_waiting_ix')
      .on(table.kind, table.reminderid)
      .where(sql`${table.state} = 'waiting'`),
    check('reminder_letters_state', sql`state in ('waiting', 'sending', 'sent', 'refused', 'outdated')`),
  ],
);

/** Letters that a process has taken and not settled: one that ended while it sent leaves them here, and another process goes on. */
export const letters_under_way = pgTable(
  'letters_under_way',
  {
    /** The kind of letter, as its template is named. */
    name: text().notNull(),
    recordid: key().notNull(),
    taken_at: moment().notNull().defaultNow(),
    times: integer().notNull().default(1),
    /** Nobody sends it: it was given back and waits to be taken again. */
    is_lost: boolean().notNull().default(false),
  },
  (table) => [primaryKey({ columns: [table.name, table.recordid] }), index('letters_under_way_taken_ix').on(table.taken_at)],
);
