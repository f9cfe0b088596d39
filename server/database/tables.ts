import { sql } from 'drizzle-orm';
import { bigint, boolean, check, customType, index, integer, jsonb, pgTable, text, primaryKey, timestamp } from 'drizzle-orm/pg-core';

const moment = () => timestamp({ withTimezone: true, mode: 'string', precision: 3 });
const instant = () => moment().notNull().defaultNow();
const key = () => bigint({ mode: 'number' });
const transactionId = customType<{ data: string }>({ dataType: () => 'xid8' });
const bytea = customType<{ data: Buffer }>({ dataType: () => 'bytea' });

/** One row per write: who changed what, when, and how it was before. */
export const audits = pgTable(
  'audits',
  {
    auditid: key().primaryKey().generatedAlwaysAsIdentity(),
    resource: text().notNull(),
    recordid: key().notNull(),
    organizationid: key(),
    verb: text().notNull(),
    action: text(),
    actor_userid: key(),
    actor_name: text(),
    requestid: text(),
    source: text(),
    before: jsonb(),
    after: jsonb(),
    created: instant(),
  },
  (table) => [
    index('audits_record_ix').on(table.resource, table.recordid, table.created.desc()),
    index('audits_organizationid_ix').on(table.organizationid, table.created.desc()),
  ],
);

/** Files that people uploaded, after they were checked and pictures were encoded again; their bytes are in the storage that each names. */
export const uploads = pgTable(
  'uploads',
  {
    uploadid: text().primaryKey(),
    mime: text().notNull(),
    name: text(),
    bytes: integer().notNull(),
    storage: text().notNull().default('local'),
    width: integer(),
    height: integer(),
    organizationid: key(),
    created_by: key(),
    created: instant(),
    /** Since when nobody may ask for it any more; the row goes with the bytes. */
    dropped_at: moment(),
  },
  (table) => [
    index('uploads_organizationid_ix').on(table.organizationid, table.created.desc()),
    index('uploads_dropped_at_ix')
      .on(table.dropped_at)
      .where(sql`${table.dropped_at} is not null`),
  ],
);

/** The bytes of files of an installation that keeps them in its database. */
export const stored_objects = pgTable('stored_objects', {
  object_key: text().primaryKey(),
  data: bytea().notNull(),
  created: instant(),
});

/** What opens a follow-up link: kept apart, since nobody but the owner of the database reads it. */
export const followup_secrets = pgTable('followup_secrets', {
  followupid: key().primaryKey(),
  token_hash: text().notNull().unique(),
  password_hash: text(),
});

/** One row, raised whenever what permissions are made of changes; whoever remembers grants remembers them under its number. */
export const access_stamp = pgTable(
  'access_stamp',
  {
    one: boolean().primaryKey().default(true),
    stamp: key().notNull().default(0),
  },
  (table) => [check('access_stamp_one', sql`${table.one}`)],
);

/** The last transaction in which each person wrote, where a replica answers lists: it has to have that one before it answers them. */
export const user_writes = pgTable('user_writes', {
  userid: key().primaryKey(),
  wrote: transactionId().notNull(),
});

/** Actions over more records than one request changes: what is to be done, and how far it is. Only the person who began one sees it. */
export const action_runs = pgTable(
  'action_runs',
  {
    runid: text().primaryKey(),
    resource: text().notNull(),
    action: text().notNull(),
    organizationid: key().notNull(),
    userid: key().notNull(),
    input: jsonb().notNull(),
    ids: key().array().notNull(),
    position: integer().notNull().default(0),
    ok: integer().notNull().default(0),
    skipped: jsonb().notNull().default([]),
    failed: jsonb().notNull().default([]),
    created: instant(),
    updated: instant(),
    finished_at: moment(),
  },
  (table) => [index('action_runs_userid_ix').on(table.userid, table.resource, table.created.desc())],
);

/** Mails of an installation that sends none: they wait here, sealed, for whoever tries the product out. */
export const mail_outbox = pgTable('mail_outbox', {
  mailid: key().primaryKey().generatedAlwaysAsIdentity(),
  sealed: text().notNull(),
  created: instant(),
});

/** Charges of an installation without a payment gateway: kept, and asked of nobody. */
export const gateway_charges = pgTable('gateway_charges', {
  chargeid: key().primaryKey().generatedAlwaysAsIdentity(),
  charge_key: text().notNull().unique(),
  amount_cents: integer().notNull(),
  currency: text().notNull(),
  method: text().notNull(),
  reference: text().notNull(),
  expires_at: moment(),
  created: instant(),
});

/** How the exchange with each service that keeps records outside stands: how far it was read, when it is asked again, and why it did not answer. */
export const mirror_states = pgTable('mirror_states', {
  service: text().primaryKey(),
  provider: text(),
  cursor: text(),
  wanted_at: moment(),
  next_at: moment(),
  synced_at: moment(),
  attempts: integer().notNull().default(0),
  error: text(),
});

/** Records of a service that could not be taken over, with the reason; they are tried again. */
export const mirror_troubles = pgTable(
  'mirror_troubles',
  {
    service: text().notNull(),
    ref: text().notNull(),
    body: jsonb().notNull(),
    path: text().notNull(),
    message: text().notNull(),
    params: jsonb().notNull(),
    attempts: integer().notNull().default(1),
    created: instant(),
    updated: instant(),
  },
  (table) => [primaryKey({ columns: [table.service, table.ref] })],
);

/** What staff found out about a record of a service, on its way there. */
export const mirror_reports = pgTable(
  'mirror_reports',
  {
    reportid: key().primaryKey().generatedAlwaysAsIdentity(),
    service: text().notNull(),
    ref: text().notNull(),
    status: text().notNull(),
    notes: text(),
    attempts: integer().notNull().default(0),
    error: text(),
    next_at: instant(),
    sent_at: moment(),
    refused_at: moment(),
    created: instant(),
  },
  (table) => [
    index('mirror_reports_waiting_ix')
      .on(table.service, table.ref)
      .where(sql`${table.sent_at} is null`),
  ],
);

/** Records of an installation without the service that would keep them; `heard` are the reports that they went through. */
export const local_records = pgTable(
  'local_records',
  {
    service: text().notNull(),
    ref: text().notNull(),
    body: jsonb().notNull(),
    heard: text().array().notNull().default([]),
    place: key().notNull().generatedAlwaysAsIdentity(),
    created: instant(),
  },
  (table) => [primaryKey({ columns: [table.service, table.ref] }), index('local_records_place_ix').on(table.service, table.place)],
);
