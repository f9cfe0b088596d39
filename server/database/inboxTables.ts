import { sql } from 'drizzle-orm';
import { bigint, check, index, jsonb, pgTable, primaryKey, text, timestamp, uniqueIndex } from 'drizzle-orm/pg-core';

const moment = () => timestamp({ withTimezone: true, mode: 'string', precision: 3 });
const instant = () => moment().notNull().defaultNow();
const key = () => bigint({ mode: 'number' });

/** What a person has read of their inbox, and when; something that waits again since then is new again. */
export const inbox_marks = pgTable(
  'inbox_marks',
  {
    userid: key().notNull(),
    resource: text().notNull(),
    wait: text().notNull(),
    recordid: key().notNull(),
    read_at: instant(),
  },
  (table) => [
    primaryKey({ columns: [table.userid, table.resource, table.wait, table.recordid] }),
    index('inbox_marks_read_at_ix').on(table.read_at),
  ],
);

/** People who want no letter about their inbox. Everybody else gets one on days on which something new waits. */
export const inbox_silences = pgTable('inbox_silences', { userid: key().primaryKey(), created: instant() });

/** The letter of a day about the inbox of a person in one organization: how many of what wait. */
export const inbox_letters = pgTable(
  'inbox_letters',
  {
    letterid: key().primaryKey().generatedAlwaysAsIdentity(),
    userid: key().notNull(),
    organizationid: key().notNull(),
    day: text().notNull(),
    lines: jsonb().notNull(),
    state: text().notNull().default('waiting'),
    error: text(),
    taken_at: moment(),
    created: instant(),
  },
  (table) => [
    uniqueIndex('inbox_letters_day_uq').on(table.userid, table.organizationid, table.day),
    index('inbox_letters_waiting_ix')
      .on(table.letterid)
      .where(sql`${table.state} = 'waiting'`),
    check('inbox_letters_state', sql`state in ('waiting', 'sending', 'sent', 'refused', 'nothing')`),
  ],
);
