import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  timestamp,
  uniqueIndex,
  varchar,
} from 'drizzle-orm/pg-core';

const instant = (name: string) => timestamp(name, { withTimezone: true, mode: 'string' });

/** One sign-in in one browser. The cookie carries only its `sid`, so removing the row ends the session everywhere. */
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
    /** As whom the person of the session looks at the product for a while, and in which membership. */
    seen_userid: bigint('seen_userid', { mode: 'number' }),
    seen_membershipid: bigint('seen_membershipid', { mode: 'number' }),
    seen_until: instant('seen_until'),
  },
  (table) => [
    index('auth_sessions_userid').on(table.userid),
    index('auth_sessions_expires').on(table.expires),
    index('auth_sessions_seen')
      .on(table.seen_until)
      .where(sql`${table.seen_until} is not null`),
  ],
);

/** The password of a member of staff, in a separate table so that no list of users can select it. */
export const authCredentials = pgTable('auth_credentials', {
  userid: bigint('userid', { mode: 'number' }).primaryKey(),
  password_hash: text('password_hash').notNull(),
  demo: boolean('demo').notNull().default(false),
  changed_at: instant('changed_at').notNull().defaultNow(),
});

/** Counters of failed sign-ins. rate-limiter-flexible inserts by position, so it determines the order of the columns. */
export const authLimits = pgTable('auth_limits', {
  key: varchar('key', { length: 255 }).primaryKey(),
  points: integer('points').notNull().default(0),
  expire: bigint('expire', { mode: 'number' }),
});

/** The secret of the second step, sealed; each time step is accepted once. */
export const authSecondFactors = pgTable('auth_second_factors', {
  userid: bigint('userid', { mode: 'number' }).primaryKey(),
  sealed_secret: text('sealed_secret').notNull(),
  last_step: bigint('last_step', { mode: 'number' }).notNull().default(0),
  /** Null until its owner has proved that the device knows it. */
  confirmed_at: instant('confirmed_at'),
  created: instant('created').notNull().defaultNow(),
});

/** Recovery codes for a lost device: stored as hashes, each valid once. */
export const authRecoveryCodes = pgTable(
  'auth_recovery_codes',
  {
    code_hash: text('code_hash').primaryKey(),
    userid: bigint('userid', { mode: 'number' }).notNull(),
    used_at: instant('used_at'),
  },
  (table) => [index('auth_recovery_codes_userid').on(table.userid)],
);

/** The ticket behind a link in a mail; only the hash of its text is stored. */
export const authTickets = pgTable(
  'auth_tickets',
  {
    ticket_hash: text('ticket_hash').primaryKey(),
    purpose: text('purpose').notNull(),
    /** Null for an invitation, which the owner of its address answers. */
    userid: bigint('userid', { mode: 'number' }),
    membershipid: bigint('membershipid', { mode: 'number' }),
    expires: instant('expires').notNull(),
    used_at: instant('used_at'),
  },
  (table) => [index('auth_tickets_userid').on(table.userid), index('auth_tickets_expires').on(table.expires)],
);

/** Which invitations were sent, and when to try again. */
export const authInvitations = pgTable('auth_invitations', {
  membershipid: bigint('membershipid', { mode: 'number' }).primaryKey(),
  attempts: integer('attempts').notNull().default(0),
  next_at: instant('next_at').notNull().defaultNow(),
  sent_at: instant('sent_at'),
});

/** Letters about an account that are still to be sent, and when to try again. */
export const authNotices = pgTable('auth_notices', {
  noticeid: bigint('noticeid', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  userid: bigint('userid', { mode: 'number' }).notNull(),
  kind: text('kind').notNull(),
  /** What the letter says besides: whom it is about. */
  says: jsonb('says'),
  attempts: integer('attempts').notNull().default(0),
  next_at: instant('next_at').notNull().defaultNow(),
});

/** The account that a subject of a provider signs in to, from the first time on. */
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

/** What an API key is recognized by: hashes of its secrets, and the session that its requests are checked against. */
export const authApiKeys = pgTable('auth_api_keys', {
  api_keyid: bigint('api_keyid', { mode: 'number' }).primaryKey(),
  sid: text('sid').notNull(),
  secret_hash: text('secret_hash').notNull(),
  /** The secret before, until then. */
  former_hash: text('former_hash'),
  former_until: instant('former_until'),
});

/** Calls of API keys: how many, by hour, route and status of the answer. Old hours are removed. */
export const authKeyUses = pgTable(
  'auth_key_uses',
  {
    api_keyid: bigint('api_keyid', { mode: 'number' }).notNull(),
    hour: instant('hour').notNull(),
    route: text('route').notNull(),
    status: smallint('status').notNull(),
    calls: bigint('calls', { mode: 'number' }).notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.api_keyid, table.hour, table.route, table.status] }),
    index('auth_key_uses_hour').on(table.hour),
  ],
);

/** The fingerprint of the secret of this installation, so that a process with another one notices. */
export const authSecretMark = pgTable('auth_secret_mark', {
  one: boolean('one').primaryKey().default(true),
  mark: text('mark').notNull(),
});
