import * as f from '@/fields';
import { languages, queueNames } from '@/domain/lists';
import { defineResource, now, type InferInput, type InferRow } from '@/schema';
import { readOnly } from '@/schema/presets';

/**
 * Work that the server does by itself, one row for each: its queue, its owner, when it is due and why it failed.
 *
 * People follow a separate row (a run, an import, a report); this one shows platform administrators the work behind it. `data` contains
 * references and never texts that people typed.
 */
export const jobs = defineResource('jobs', {
  service: 'general',
  singular: 'job',
  key: 'jobid',
  permission: 'organizations',
  tenancy: 'platform',
  platformOnly: true,
  platform: 'ASDEPORTE',
  live: false,
  access: { create: [], edit: [], delete: [], retry: ['organizations'], stop: ['organizations'] },
  comments: false,
  title: 'queue',
  menu: { group: 'organization', icon: 'repeat', order: 90 },
  fields: {
    queue: f.choice(queueNames, { required: true, ...readOnly }),
    status: f.status(
      {
        waiting: { tone: 'grey', icon: 'clock' },
        running: { tone: 'amber', icon: 'hourglass' },
        done: { tone: 'green', icon: 'check' },
        stopped: { tone: 'grey', icon: 'pause' },
        failed: { tone: 'red', icon: 'alert' },
      },
      { default: 'waiting', ...readOnly },
    ),
    job_key: f.text({ required: true, max: 200, ...readOnly }),
    data: f.json({ ...readOnly }),
    owner_organizationid: f.belongsTo('organizations', { ...readOnly }),
    requested_by_userid: f.belongsTo('users', { named: true, ...readOnly }),
    locale: f.choice(languages, { default: 'es', ...readOnly }),
    every_seconds: f.integer({ min: 1, ...readOnly }),
    cron: f.text({ max: 80, ...readOnly }),
    timezone: f.text({ max: 60, ...readOnly }),
    next_at: f.dateTime({ required: true, ...readOnly }),
    portions: f.integer({ min: 0, default: 0, ...readOnly }),
    attempts: f.integer({ min: 0, default: 0, ...readOnly }),
    error: f.text({ max: 500, ...readOnly }),
    worker: f.text({ max: 200, ...readOnly }),
    takes: f.integer({ min: 0, default: 0, ...readOnly }),
    started_at: f.dateTime({ ...readOnly }),
    finished_at: f.dateTime({ ...readOnly }),
  },
  list: {
    columns: ['queue', 'status', 'error', 'attempts', 'next_at', 'started_at', 'finished_at'],
    filters: ['queue', 'status', 'requested_by_userid', 'owner_organizationid', 'attempts', 'created', 'next_at', 'finished_at'],
    sort: { created: 'desc' },
    sortable: ['created', 'next_at', 'started_at', 'finished_at', 'attempts'],
  },
  show: {
    state: ['queue', 'status', 'error', 'attempts', 'portions', 'next_at', 'started_at', 'finished_at', 'worker', 'takes'],
    asked: ['requested_by_userid', 'owner_organizationid', 'locale', 'job_key', 'data'],
    schedule: ['every_seconds', 'cron', 'timezone'],
  },
  form: {},
  views: ['list', 'show'],
  actions: {
    retry: {
      on: 'rows',
      icon: 'return',
      confirm: true,
      from: { status: ['failed', 'stopped'] },
      set: { status: 'waiting', next_at: now, attempts: 0, error: null, finished_at: null },
    },
    stop: {
      on: 'rows',
      icon: 'cross',
      confirm: true,
      danger: true,
      inMenu: true,
      from: { status: ['waiting', 'running'] },
      set: { status: 'stopped' },
    },
  },
  indexes: [
    { on: ['job_key'], unique: true },
    { on: ['queue', 'next_at'], where: "status in ('waiting', 'running')" },
    { on: ['status', 'created'] },
  ],
});

export type Job = InferRow<typeof jobs>;
export type JobInput = InferInput<typeof jobs>;
