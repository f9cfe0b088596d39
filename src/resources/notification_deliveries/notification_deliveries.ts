import * as f from '@/fields';
import { defineResource, type InferInput, type InferRow } from '@/schema';
import { readOnly } from '@/schema/presets';

/** One message for one person. The server writes it and the push service updates it; nobody edits it. */
export const notification_deliveries = defineResource('notification_deliveries', {
  service: 'general',
  singular: 'notification_delivery',
  key: 'notification_deliveryid',
  permission: 'push-notifications',
  tenancy: 'platform',
  platform: 'ASDEPORTE',
  live: false,
  access: { create: [], edit: [], delete: [] },
  title: 'notificationid',
  fields: {
    notificationid: f.belongsTo('notifications', { required: true, ...readOnly }),
    web_userid: f.belongsTo('web_users', { ...readOnly }),
    userid: f.belongsTo('users', { ...readOnly }),
    is_test: f.boolean({ ...readOnly }),
    provider: f.choice(['local', 'remote'], { ...readOnly }),
    provider_ref: f.text({ max: 200, ...readOnly }),
    status: f.status(
      {
        queued: { tone: 'amber', icon: 'hourglass' },
        sent: { tone: 'blue', icon: 'arrow' },
        delivered: { tone: 'green', icon: 'check' },
        opened: { tone: 'green', icon: 'flag' },
        failed: { tone: 'red', icon: 'alert', outline: true },
      },
      { default: 'queued', ...readOnly },
    ),
    attempts: f.integer({ default: 0, min: 0, ...readOnly }),
    error: f.text({ max: 500, ...readOnly }),
    sent_at: f.dateTime({ ...readOnly }),
    opened_at: f.dateTime({ ...readOnly }),
  },
  list: {
    columns: ['created', 'notificationid', 'web_userid', 'userid', 'is_test', 'provider', 'status', 'sent_at', 'opened_at', 'error'],
    filters: ['notificationid', 'status', 'is_test', 'provider', 'created'],
    search: ['web_userid'],
    sort: { created: 'desc' },
    sortable: ['created', 'sent_at'],
  },
  form: {},
  views: ['list', 'show'],
  indexes: [
    { on: ['status', 'created'] },
    { on: ['provider_ref'], where: 'provider_ref is not null' },
    { on: ['notificationid', 'web_userid'], unique: true, where: 'web_userid is not null and deleted_at is null' },
  ],
});

export type NotificationDelivery = InferRow<typeof notification_deliveries>;
export type NotificationDeliveryInput = InferInput<typeof notification_deliveries>;
