import * as f from '@/fields';
import { accessLevels } from '@/domain/lists';
import { defineResource, inDays, thisMoment, type InferInput, type InferRow } from '@/schema';
import { readOnly } from '@/schema/presets';

/** A key with which a program of an organization calls the API, within its own permissions, events and time. Its secret is shown once. */
export const api_keys = defineResource('api_keys', {
  service: 'organization',
  singular: 'api_key',
  key: 'api_keyid',
  permission: 'user-roles',
  tenancy: 'own',
  platform: 'ASDEPORTE',
  scope: { region: 'organizationid.region' },
  title: 'name',
  menu: { group: 'team', icon: 'key', order: 50 },
  fields: {
    name: f.text({ required: true, min: 2, max: 80 }),
    roleids: f.manyToMany('roles', { required: true, max: 60 }),
    access: f.choice(accessLevels, { default: 'view' }),
    eventids: f.manyToMany('events', { max: 200 }),
    expires_at: f.dateTime({ required: true }),
    status: f.status(
      {
        waiting: { tone: 'amber', icon: 'hourglass' },
        active: { tone: 'green', icon: 'check' },
        expired: { tone: 'grey', icon: 'clock', strike: true },
        revoked: { tone: 'red', icon: 'lock', outline: true },
      },
      { default: 'waiting', ...readOnly },
    ),
    secret_start: f.text({ max: 40, ...readOnly }),
    last_used_at: f.dateTime({ ...readOnly }),
    last_used_ip: f.text({ max: 64, ...readOnly }),
    userid: f.belongsTo('users', { unique: true, named: true, ...readOnly }),
  },
  list: {
    columns: ['name', 'secret_start', 'roleids', 'access', 'expires_at', 'last_used_at', 'status', 'organizationid'],
    filters: ['status', 'access', 'roleids', 'eventids', 'organizationid', 'expires_at', 'last_used_at', 'created'],
    search: ['name', 'secret_start'],
    sort: { created: 'desc' },
  },
  form: { main: ['organizationid', 'name', 'expires_at'], permissions: ['roleids', 'access', 'eventids'] },
  show: { use: ['status', 'secret_start', 'last_used_at', 'last_used_ip'] },
  actions: {
    issue_secret: { on: 'row', icon: 'lock', confirm: true, from: { status: ['waiting', 'active'] }, set: { status: 'active' } },
    revoke: {
      on: 'rows',
      icon: 'lock',
      confirm: true,
      danger: true,
      from: { status: ['waiting', 'active', 'expired'] },
      set: { status: 'revoked' },
    },
  },
  waits: {
    expiring: {
      when: {
        and: [
          { field: 'status', op: 'eq', value: 'active' },
          { field: 'expires_at', op: 'gt', value: thisMoment },
          { field: 'expires_at', op: 'lt', value: inDays(14) },
        ],
      },
      says: ['expires_at', 'last_used_at'],
    },
    unused: {
      when: {
        and: [
          { field: 'status', op: 'eq', value: 'active' },
          { field: 'expires_at', op: 'gt', value: thisMoment },
          { field: 'created', op: 'lt', value: inDays(-90) },
          {
            or: [
              { field: 'last_used_at', op: 'null' },
              { field: 'last_used_at', op: 'lt', value: inDays(-90) },
            ],
          },
        ],
      },
      for: 'revoke',
      since: 'last_used_at',
      says: ['last_used_at', 'expires_at'],
    },
  },
  indexes: [{ on: ['status', 'expires_at'] }],
});

export type ApiKey = InferRow<typeof api_keys>;
export type ApiKeyInput = InferInput<typeof api_keys>;
