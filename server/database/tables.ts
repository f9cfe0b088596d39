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
  bytes: integer().notNull(),
  data: bytea().notNull(),
  width: integer(),
  height: integer(),
  organizationid: key(),
  created_by: key(),
  created: instant(),
}, (table) => [index('uploads_organizationid_ix').on(table.organizationid, table.created.desc())]);

/** One row, raised whenever what permissions are made of changes; whoever remembers grants remembers them under its number. */
export const access_stamp = pgTable('access_stamp', {
  one: boolean().primaryKey().default(true),
  stamp: key().notNull().default(0),
}, (table) => [check('access_stamp_one', sql`${table.one}`)]);
