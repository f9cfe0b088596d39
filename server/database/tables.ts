import { sql } from 'drizzle-orm';
import { bigint, boolean, check, customType, index, integer, jsonb, pgTable, text, primaryKey, timestamp } from 'drizzle-orm/pg-core';

const moment = () => timestamp({ withTimezone: true, mode: 'string', precision: 3 });
const instant = () => moment().notNull().defaultNow();
const key = () => bigint({ mode: 'number' });
const transactionId = customType<{ data: string }>({ dataType: () => 'xid8' });
const bytea = customType<{ data: Buffer }>({ dataType: () => 'bytea' });

/** One row per write, and per look at personal data: who did what, when, from where, and the former values. */
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
    /** The person as whom the actor looked, where it was somebody else. */
    as_userid: key(),
    as_name: text(),
    requestid: text(),
    source: text(),
    /** The key that allowed it, where one key did. */
    permission_key: text(),
    ip: text(),
    before: jsonb(),
    after: jsonb(),
    created: instant(),
  },
  (table) => {
    const moment = [table.created, table.auditid] as const;
    return [
      index('audits_record_ix').on(table.resource, table.recordid, table.created.desc()),
      index('audits_organizationid_ix').on(table.organizationid, ...moment),
      index('audits_created_ix').on(...moment),
      index('audits_actor_userid_ix').on(table.actor_userid, ...moment),
      index('audits_resource_ix').on(table.resource, ...moment),
      index('audits_verb_ix').on(table.verb, ...moment),
      index('audits_permission_key_ix')
        .on(table.permission_key, ...moment)
        .where(sql`${table.permission_key} is not null`),
      index('audits_ip_ix')
        .on(table.ip, ...moment)
        .where(sql`${table.ip} is not null`),
    ];
  },
);

/** Uploaded files, after they were checked and pictures were re-encoded. Their bytes are in the storage that each names. */
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
    /** Since when nobody may read it any more; the row is removed together with the bytes. */
    dropped_at: moment(),
  },
  (table) => [
    index('uploads_organizationid_ix').on(table.organizationid, table.created.desc()),
    index('uploads_dropped_at_ix')
      .on(table.dropped_at)
      .where(sql`${table.dropped_at} is not null`),
  ],
);

/** The bytes of files, for an installation that stores them in its database. */
export const stored_objects = pgTable('stored_objects', {
  object_key: text().primaryKey(),
  data: bytea().notNull(),
  created: instant(),
});

/** The same of files that are too large to be held in memory: in pieces of one size, the last of them shorter. */
export const stored_pieces = pgTable(
  'stored_pieces',
  {
    object_key: text().notNull(),
    piece: integer().notNull(),
    data: bytea().notNull(),
  },
  (table) => [primaryKey({ columns: [table.object_key, table.piece] })],
);

/** What a report was asked for with, and what its person saw at that time; nobody but the server reads it, since a filter may name what not everybody may read. */
export const report_asks = pgTable('report_asks', {
  report_jobid: key().primaryKey(),
  resource: text().notNull(),
  asked: jsonb().notNull(),
  locale: text().notNull(),
  /** Which columns and rows the file shows, as a digest. */
  sight: text(),
  /** How often the file was begun. */
  begun: integer().notNull().default(0),
});

/** Files of reports in a storage, whole or being written; what no report names any more is removed. */
export const report_files = pgTable(
  'report_files',
  {
    file_key: text().primaryKey(),
    report_jobid: key().notNull(),
    storage: text().notNull(),
    upload: text(),
    mime: text().notNull(),
    piece_bytes: integer().notNull(),
    bytes: key(),
    created: instant(),
    dropped_at: moment(),
  },
  (table) => [index('report_files_report_jobid_ix').on(table.report_jobid)],
);

/** Letters about reports that are ready, until they were handed over. */
export const report_letters = pgTable('report_letters', {
  letterid: key().primaryKey().generatedAlwaysAsIdentity(),
  report_jobid: key().notNull(),
  userid: key().notNull(),
  state: text().notNull().default('waiting'),
  taken_at: moment(),
  error: text(),
  created: instant(),
});

/** What opens a follow-up link: kept apart, since nobody but the owner of the database reads it. */
/** The secret of a follow-up link, in a separate table that only the owner of the database reads. */
export const followup_secrets = pgTable('followup_secrets', {
  followupid: key().primaryKey(),
  token_hash: text().notNull().unique(),
  password_hash: text(),
});

/** The secrets of a webhook, encrypted, in a separate table that only the owner of the database reads; the former one signs too until then. */
export const webhook_secrets = pgTable('webhook_secrets', {
  webhookid: key().primaryKey(),
  sealed: text().notNull(),
  former: text(),
  former_until: moment(),
});

/** One row with a counter that is raised whenever the data behind permissions changes. Cached grants are valid for one value of it. */
export const access_stamp = pgTable(
  'access_stamp',
  {
    one: boolean().primaryKey().default(true),
    stamp: key().notNull().default(0),
  },
  (table) => [check('access_stamp_one', sql`${table.one}`)],
);

/** Places of a set while they are computed in portions: they become those of its results all at once. */
export const result_places = pgTable(
  'result_places',
  {
    resultid: key().primaryKey(),
    result_setid: key().notNull(),
    place_overall: integer(),
    place_gender: integer(),
    place_category: integer(),
  },
  (table) => [index('result_places_result_setid_ix').on(table.result_setid, table.resultid)],
);

/** The last transaction in which each person wrote. A replica answers their lists only when it has that transaction. */
export const user_writes = pgTable('user_writes', {
  userid: key().primaryKey(),
  wrote: transactionId().notNull(),
});

/** Which transaction of the last minutes changed rows of which entity, organization and event (0: of none). */
export const list_changes = pgTable(
  'list_changes',
  {
    resource: text().notNull(),
    xid: transactionId().notNull(),
    organizationid: key().notNull(),
    eventid: key().notNull(),
    created: instant(),
  },
  (table) => [primaryKey({ columns: [table.resource, table.xid, table.organizationid, table.eventid] })],
);

/** Actions over more records than one request changes, and rehearsals of them: what is to be done, and how far it is. Only the person who started one sees it. */
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
    skipped_count: integer().notNull().default(0),
    failed_count: integer().notNull().default(0),
    /** What a rehearsal is at, through which `position` goes; nothing in a run, which changes records. */
    phase: text(),
    phase_total: integer().notNull().default(0),
    /** Running, stopped by its person, failed with a reason, or done. */
    state: text().notNull().default('running'),
    reason: jsonb(),
    created: instant(),
    updated: instant(),
    finished_at: moment(),
  },
  (table) => [index('action_runs_userid_ix').on(table.userid, table.resource, table.created.desc())],
);

/** What rows of imported files have in common with each other, such as an e-mail or a number, as hashes: a rehearsal looks there for earlier rows that a row depends on. */
export const import_keys = pgTable(
  'import_keys',
  {
    import_jobid: key().notNull(),
    hash: key().notNull(),
    row_no: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.import_jobid, table.hash, table.row_no] })],
);

/** Records that a run or a rehearsal left out: those of one portion and one reason in a row, so that a portion writes no more than it found. */
export const action_refusals = pgTable(
  'action_refusals',
  {
    refusalid: key().primaryKey().generatedAlwaysAsIdentity(),
    runid: text()
      .notNull()
      .references(() => action_runs.runid, { onDelete: 'cascade' }),
    organizationid: key().notNull(),
    userid: key().notNull(),
    kind: text().notNull(),
    said: jsonb().notNull(),
    ids: key().array().notNull(),
    /** In which phase a rehearsal found it. */
    phase: text(),
  },
  (table) => [index('action_refusals_runid_ix').on(table.runid)],
);

/** Mails of an installation that sends none: they wait here, encrypted, for people who try the product. */
export const mail_outbox = pgTable('mail_outbox', {
  mailid: key().primaryKey().generatedAlwaysAsIdentity(),
  sealed: text().notNull(),
  created: instant(),
});

/** The state of the exchange with each outside record service: how far it was read, when it is asked next, and why it did not answer. */
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

/** Records of a service that could not be imported, with the reason; they are tried again. */
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

/** Reports of staff about a record of a service that are still to be sent. */
export const mirror_reports = pgTable(
  'mirror_reports',
  {
    reportid: key().primaryKey().generatedAlwaysAsIdentity(),
    service: text().notNull(),
    ref: text().notNull(),
    status: text().notNull(),
    notes: text(),
    /** A record that is new to the service; a report about one that it has is none. */
    record: jsonb(),
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

/** Records of an installation without the outside service; `heard` are the reports that they received. */
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
