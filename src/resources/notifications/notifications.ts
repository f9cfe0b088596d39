import * as f from '@/fields';
import { lifecycle } from '@/domain/registration/lifecycle';
import { defineResource, regions, me, type InferInput, type InferRow } from '@/schema';
import { readOnly } from '@/schema/presets';
import { longestList } from '@/domain/web/audienceList';
import { mostUnapproved, needsApproval } from '@/domain/web/pushes';

const longestTitle = 50,
  longestBody = 178;
const counted = (...status: string[]) =>
  f.count('notification_deliveries.notificationid', { stored: true, where: { status, is_test: [false] } });

/** A push message to the phones of athletes, and its audience. */
export const notifications = defineResource('notifications', {
  service: 'general',
  singular: 'notification',
  key: 'notificationid',
  permission: 'push-notifications',
  tenancy: 'platform',
  platform: 'ASDEPORTE',
  title: 'title',
  menu: { group: 'web', icon: 'device', order: 40 },
  fields: {
    title: f.text({ required: true, max: longestTitle }),
    body: f.longText({ required: true, max: longestBody }),
    img: f.image(),
    deep_link: f.text({ max: 300, pattern: /^([a-z][a-z0-9+.-]*:\/\/|\/)\S+$/ }),
    platform: f.choice(['ios', 'android', 'web', 'all'], { default: 'all' }),
    app: f.choice(['ASDEPORTE', 'FMTRI', 'APOLO'], { required: true }),
    eventids: f.manyToMany('events', { max: 50 }),
    distanceids: f.manyToMany('distances', { max: 100 }),
    audience_statuses: f.choices(lifecycle),
    audience_regions: f.choices(regions),
    kit_pending: f.boolean(),
    audience_tags: f.tags({ max: 20 }),
    audience_list: f.longText({ max: longestList }),
    audience_count: f.integer({ ...readOnly }),
    scheduled_at: f.dateTime(),
    send_local_time: f.boolean(),
    status: f.status(
      {
        draft: { tone: 'grey', icon: 'pencil' },
        scheduled: { tone: 'amber', icon: 'clock' },
        sending: { tone: 'blue', icon: 'hourglass' },
        sent: { tone: 'green', icon: 'check' },
        failed: { tone: 'red', icon: 'alert', outline: true },
        cancelled: { tone: 'grey', icon: 'cross', strike: true },
      },
      { default: 'draft', ...readOnly },
    ),
    requested_userid: f.belongsTo('users', { named: true, ...readOnly }),
    approved_userid: f.belongsTo('users', { named: true, ...readOnly }),
    sent_count: counted('sent', 'delivered', 'opened'),
    delivered_count: counted('delivered', 'opened'),
    opened_count: counted('opened'),
    failed_count: counted('failed'),
  },
  list: {
    board: 'status',
    calendar: 'scheduled_at',
    columns: [
      'title',
      'app',
      'platform',
      'audience_count',
      'scheduled_at',
      'sent_count',
      'opened_count',
      'failed_count',
      'status',
      'created',
    ],
    filters: ['app', 'status', 'platform', 'scheduled_at', 'eventids', 'approved_userid', 'audience_count', 'created'],
    search: ['title', 'body'],
    sort: { created: 'desc' },
    sortable: ['title', 'scheduled_at', 'audience_count', 'sent_count', 'created'],
  },
  show: {
    sending: [
      'status',
      'audience_count',
      'sent_count',
      'delivered_count',
      'opened_count',
      'failed_count',
      'requested_userid',
      'approved_userid',
    ],
  },
  form: {
    message: ['title', 'body', 'img', 'deep_link', 'app', 'platform'],
    audience: ['eventids', 'distanceids', 'audience_statuses', 'audience_regions', 'kit_pending', 'audience_tags', 'audience_list'],
    schedule: ['scheduled_at', 'send_local_time'],
  },
  when: { send_local_time: ({ scheduled_at }) => scheduled_at != null },
  actions: {
    count_audience: { on: 'row', icon: 'people', confirm: true, from: { status: ['draft'] } },
    test_to_me: { on: 'row', icon: 'device', from: { status: ['draft', 'scheduled'] } },
    schedule: {
      on: 'row',
      icon: 'clock',
      confirm: true,
      from: { status: ['draft'] },
      leads: { status: ['scheduled'] },
      input: { scheduled_at: f.dateTime({ required: true }), send_local_time: f.boolean() },
    },
    send: { on: 'row', icon: 'arrow', danger: true, confirm: true, from: { status: ['draft'] }, leads: { status: ['sending'] } },
    approve: {
      on: 'row',
      icon: 'check',
      confirm: true,
      from: { status: ['scheduled'] },
      refuses: {
        approved: ({ approved_userid }) => approved_userid !== null,
        small: ({ audience_count }) => !needsApproval(audience_count),
        ownMessage: ({ requested_userid }, { userid }) => requested_userid === userid,
      },
      set: { approved_userid: me },
    },
    cancel: {
      on: 'row',
      icon: 'cross',
      danger: true,
      confirm: true,
      from: { status: ['scheduled', 'sending'] },
      set: { status: 'cancelled' },
    },
  },
  related: ['notification_deliveries.notificationid'],
  waits: {
    to_approve: {
      when: {
        and: [
          { field: 'status', op: 'eq', value: 'scheduled' },
          { field: 'approved_userid', op: 'null' },
          { field: 'audience_count', op: 'gt', value: mostUnapproved },
        ],
      },
      for: 'approve',
      notFor: 'requested_userid',
      says: ['audience_count', 'scheduled_at', 'requested_userid'],
    },
  },
  indexes: [{ on: ['status', 'scheduled_at'] }, { on: ['created'] }],
});

export type Notification = InferRow<typeof notifications>;
export type NotificationInput = InferInput<typeof notifications>;
