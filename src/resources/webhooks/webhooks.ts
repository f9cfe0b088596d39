import * as f from '@/fields';
import { webhookEvents } from '@/domain/lists';
import { defineResource, type InferInput, type InferRow } from '@/schema';
import { readOnly } from '@/schema/presets';

/** An address of a program that the server calls when something happens, with what the person who made it may read. */
export const webhooks = defineResource('webhooks', {
  service: 'organization',
  singular: 'webhook',
  key: 'webhookid',
  permission: 'user-roles',
  tenancy: 'own',
  platform: 'ASDEPORTE',
  scope: { region: 'organizationid.region' },
  title: 'name',
  menu: { group: 'team', icon: 'bolt', order: 55 },
  fields: {
    name: f.text({ required: true, min: 2, max: 80 }),
    url: f.url({ required: true }),
    events: f.choices(webhookEvents, { required: true }),
    status: f.status(
      {
        waiting: { tone: 'amber', icon: 'hourglass' },
        on: { tone: 'green', icon: 'check' },
        off: { tone: 'grey', icon: 'pause' },
        failed: { tone: 'red', icon: 'alert', outline: true },
      },
      { default: 'waiting', ...readOnly },
    ),
    userid: f.belongsTo('users', { named: true, ...readOnly }),
    secret_start: f.text({ max: 40, ...readOnly }),
    last_sent_at: f.dateTime({ ...readOnly }),
    failed_at: f.dateTime({ ...readOnly }),
    error: f.text({ max: 500, ...readOnly }),
    letter: f.choice(['waiting', 'sending', 'sent', 'failed'], { ...readOnly }),
  },
  list: {
    columns: ['name', 'status', 'url', 'events', 'last_sent_at', 'userid', 'organizationid'],
    filters: ['status', 'events', 'organizationid', 'last_sent_at'],
    search: ['name', 'url'],
    sort: { created: 'desc' },
  },
  form: { main: ['organizationid', 'name', 'url', 'events'] },
  show: { state: ['status', 'userid', 'secret_start', 'last_sent_at', 'failed_at', 'error', 'letter'] },
  actions: {
    issue_secret: { on: 'row', icon: 'lock', confirm: true },
    test: { on: 'row', icon: 'arrow', from: { status: ['on'] } },
    switch_on: {
      on: 'row',
      icon: 'check',
      confirm: true,
      from: { status: ['off', 'failed'] },
      set: { status: 'on', failed_at: null, error: null, letter: null },
    },
    switch_off: { on: 'rows', icon: 'pause', confirm: true, danger: true, from: { status: ['on'] }, set: { status: 'off' } },
  },
  related: ['webhook_deliveries.webhookid'],
});

export type Webhook = InferRow<typeof webhooks>;
export type WebhookInput = InferInput<typeof webhooks>;
