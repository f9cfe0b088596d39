import { bigint, boolean, index, integer, pgTable, primaryKey, text, timestamp, uniqueIndex, varchar } from 'drizzle-orm/pg-core';

const instant = (name: string) => timestamp(name, { withTimezone: true, mode: 'string' });

/** One sign-in on one browser; the cookie carries only its `sid`, so ending the row ends the session everywhere. */
export const authSessions = pgTable(
  'auth_sessions',
  {
    sid: text('sid').primaryKey(),
    userid: bigint('userid', { mode: 'number' }).notNull(),
    organizationid: bigint('organizationid', { mode: 'number' }),
    created: instant('created').notNull().defaultNow(),
    last_active: instant('last_active').notNull().defaultNow(),
    expires: instant('expires').notNull(),
    revoked_at: instant('revoked_at'),
    ip: text('ip'),
    user_agent: text('user_agent'),
  },
  (table) => [index('auth_sessions_userid').on(table.userid), index('auth_sessions_expires').on(table.expires)],
);

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

/** What the second step of a sign-in is checked against; the secret is sealed, and a step of time is accepted once. */
export const authSecondFactors = pgTable('auth_second_factors', {
  userid: bigint('userid', { mode: 'number' }).primaryKey(),
  sealed_secret: text('sealed_secret').notNull(),
  last_step: bigint('last_step', { mode: 'number' }).notNull().default(0),
  /** Null while its owner has not proved that the device knows it. */
  confirmed_at: instant('confirmed_at'),
  created: instant('created').notNull().defaultNow(),
});

/** Codes for the day when the device is lost: kept as hashes, each good once. */
export const authRecoveryCodes = pgTable(
  'auth_recovery_codes',
  {
    code_hash: text('code_hash').primaryKey(),
    userid: bigint('userid', { mode: 'number' }).notNull(),
    used_at: instant('used_at'),
  },
  (table) => [index('auth_recovery_codes_userid').on(table.userid)],
);

/** What a link in a mail proves; only the hash of its text is kept. */
export const authTickets = pgTable(
  'auth_tickets',
  {
    ticket_hash: text('ticket_hash').primaryKey(),
    purpose: text('purpose').notNull(),
    /** Null for an invitation: whoever has its address answers it. */
    userid: bigint('userid', { mode: 'number' }),
    membershipid: bigint('membershipid', { mode: 'number' }),
    expires: instant('expires').notNull(),
    used_at: instant('used_at'),
  },
  (table) => [index('auth_tickets_userid').on(table.userid), index('auth_tickets_expires').on(table.expires)],
);

/** Which invited memberships were written to, and when to try again. */
export const authInvitations = pgTable('auth_invitations', {
  membershipid: bigint('membershipid', { mode: 'number' }).primaryKey(),
  attempts: integer('attempts').notNull().default(0),
  next_at: instant('next_at').notNull().defaultNow(),
  sent_at: instant('sent_at'),
});

/** Letters about an account that are owed to its owner, and when to try again. */
export const authNotices = pgTable('auth_notices', {
  noticeid: bigint('noticeid', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  userid: bigint('userid', { mode: 'number' }).notNull(),
  kind: text('kind').notNull(),
  attempts: integer('attempts').notNull().default(0),
  next_at: instant('next_at').notNull().defaultNow(),
});

/** Which account a subject of a provider of accounts signs in to, from the first time on. */
export const authIdentities = pgTable(
  'auth_identities',
  {
    issuer: text('issuer').notNull(),
    subject: text('subject').notNull(),
    userid: bigint('userid', { mode: 'number' }).notNull(),
    created: instant('created').notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.issuer, table.subject] }), uniqueIndex('auth_identities_userid').on(table.userid, table.issuer)],
);

/** The fingerprint of the secret that this installation works with, so that a process with another one notices. */
export const authSecretMark = pgTable('auth_secret_mark', {
  one: boolean('one').primaryKey().default(true),
  mark: text('mark').notNull(),
});
