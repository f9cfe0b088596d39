import { bigint, boolean, index, integer, pgTable, text, timestamp, varchar } from 'drizzle-orm/pg-core';

const instant = (name: string) => timestamp(name, { withTimezone: true });

/** One sign-in on one browser; the cookie carries only its `sid`, so ending the row ends the session everywhere. */
export const authSessions = pgTable('auth_sessions', {
  sid: text('sid').primaryKey(),
  userid: bigint('userid', { mode: 'number' }).notNull(),
  organizationid: bigint('organizationid', { mode: 'number' }),
  created: instant('created').notNull().defaultNow(),
  last_active: instant('last_active').notNull().defaultNow(),
  expires: instant('expires').notNull(),
  revoked_at: instant('revoked_at'),
  ip: text('ip'),
  user_agent: text('user_agent'),
}, (table) => [index('auth_sessions_userid').on(table.userid), index('auth_sessions_expires').on(table.expires)]);

/** The password of a member of staff, apart from the user so that no list of users can ever select it. */
export const authCredentials = pgTable('auth_credentials', {
  userid: bigint('userid', { mode: 'number' }).primaryKey(),
  password_hash: text('password_hash').notNull(),
  demo: boolean('demo').notNull().default(false),
  changed_at: instant('changed_at').notNull().defaultNow(),
});

/** Counters of failed sign-ins; rate-limiter-flexible inserts by position, so the order of columns is its own. */
export const authLimits = pgTable('auth_limits', {
  key: varchar('key', { length: 255 }).primaryKey(),
  points: integer('points').notNull().default(0),
  expire: bigint('expire', { mode: 'number' }),
});
