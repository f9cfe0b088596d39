import * as f from '@/fields';
import { webhookEvents } from '@/domain/lists';
import { defineResource, now, type InferInput, type InferRow } from '@/schema';
import { readOnly } from '@/schema/presets';

/** One message of a webhook: what it is about and how the receiver answered, never what the message contained. */
export const webhook_deliveries = defineResource('webhook_deliveries', {
  service: 'organization',
  singular: 'webhook_delivery',
  key: 'webhook_deliveryid',
  permission: 'user-roles',
  tenancy: { parent: 'webhookid' },
  platform: 'ASDEPORTE',
  live: false,
  scope: { region: 'organizationid.region' },
  access: { create: [], edit: [], delete: [], replay: ['user-roles'] },
  comments: false,
  title: 'message_ref',
  fields: {
    webhookid: f.belongsTo('webhooks', { required: true, ...readOnly }),
    message_ref: f.text({ required: true, max: 80, ...readOnly }),
    event: f.choice(webhookEvents, { ...readOnly }),
    is_test: f.boolean({ ...readOnly }),
    subject: f.text({ max: 63, ...readOnly }),
    subject_key: f.integer({ min: 1, ...readOnly }),
    status: f.status(
      {
        waiting: { tone: 'amber', icon: 'hourglass' },
        sent: { tone: 'green', icon: 'check' },
        failed: { tone: 'red', icon: 'alert', outline: true },
        skipped: { tone: 'grey', icon: 'cross' },
      },
      { default: 'waiting', ...readOnly },
    ),
    attempts: f.integer({ min: 0, default: 0, ...readOnly }),
    next_at: f.dateTime({ ...readOnly }),
    answer_status: f.integer({ min: 100, max: 599, ...readOnly }),
    answer: f.text({ max: 500, ...readOnly }),
    error: f.text({ max: 500, ...readOnly }),
    sent_at: f.dateTime({ ...readOnly }),
  },
  list: {
    columns: [
      'created',
      'event',
      'subject',
      'subject_key',
      'is_test',
      'attempts',
      'answer_status',
      'next_at',
      'error',
      'status',
      'webhookid',
    ],
    filters: ['webhookid', 'status', 'event', 'is_test', 'answer_status', 'created'],
    search: ['message_ref'],
    sort: { created: 'desc' },
    sortable: ['created', 'next_at', 'sent_at'],
  },
  form: {},
  views: ['list', 'show'],
  actions: {
    replay: {
      on: 'rows',
      icon: 'return',
      confirm: true,
      from: { status: ['sent', 'failed', 'skipped'] },
      set: { status: 'waiting', next_at: now, attempts: 0, error: null },
    },
  },
  indexes: [{ on: ['next_at'], where: "status = 'waiting'" }, { on: ['webhookid', 'created'] }, { on: ['message_ref'], unique: true }],
});

export type WebhookDelivery = InferRow<typeof webhook_deliveries>;
export type WebhookDeliveryInput = InferInput<typeof webhook_deliveries>;
