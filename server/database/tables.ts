import { sql } from 'drizzle-orm';
import { bigint, boolean, check, customType, index, integer, jsonb, pgTable, text, timestamp } from 'drizzle-orm/pg-core';

const instant = () => timestamp({ withTimezone: true, mode: 'string', precision: 3 }).notNull().defaultNow();
const key = () => bigint({ mode: 'number' });
const bytea = customType<{ data: Buffer }>({ dataType: () => 'bytea' });

/** One row per write: who changed what, when, and how it was before. */
export const audits = pgTable('audits', {
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
}, (table) => [
  index('audits_record_ix').on(table.resource, table.recordid, table.created.desc()),
  index('audits_organizationid_ix').on(table.organizationid, table.created.desc()),
]);

/** Files that people uploaded, after they were checked and pictures were encoded again. */
export const uploads = pgTable('uploads', {
  uploadid: text().primaryKey(),
  mime: text().notNull(),
  name: text(),
  bytes: integer().notNull(),
  data: bytea().notNull(),
  width: integer(),
  height: integer(),
  organizationid: key(),
  created_by: key(),
  created: instant(),
}, (table) => [index('uploads_organizationid_ix').on(table.organizationid, table.created.desc())]);

/** What opens a follow-up link: kept apart, since nobody but the owner of the database reads it. */
export const followup_secrets = pgTable('followup_secrets', {
  followupid: key().primaryKey(),
  token_hash: text().notNull().unique(),
  password_hash: text(),
});

/** One row, raised whenever what permissions are made of changes; whoever remembers grants remembers them under its number. */
export const access_stamp = pgTable('access_stamp', {
  one: boolean().primaryKey().default(true),
  stamp: key().notNull().default(0),
}, (table) => [check('access_stamp_one', sql`${table.one}`)]);

/** Actions over more records than one request changes: what is to be done, and how far it is. Only the person who began one sees it. */
export const action_runs = pgTable('action_runs', {
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
  finished_at: timestamp({ withTimezone: true, mode: 'string', precision: 3 }),
}, (table) => [index('action_runs_userid_ix').on(table.userid, table.resource, table.created.desc())]);

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
  expires_at: timestamp({ withTimezone: true, mode: 'string', precision: 3 }),
  created: instant(),
});
