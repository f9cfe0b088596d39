import * as f from '@/fields';
import { defineResource, inOrder, me, now, type InferInput, type InferRow } from '@/schema';
import { readOnly } from '@/schema/presets';

const at = f.dateTime({ ...readOnly });
const left = ['shipped', 'received', 'ready', 'notified', 'not_claimed'];
const counted = (...status: string[]) => f.count('innovasport_pickups.pickup_batchid', { stored: true, where: { status } });
const keys = ['report-innovasport'] as const;

/** Kits that go to one store together: assigned to registrations, sent with their letters, and taken back when nobody fetched them. */
export const pickup_batches = defineResource('pickup_batches', {
  service: 'kits',
  singular: 'pickup_batch',
  key: 'pickup_batchid',
  permission: 'report-innovasport',
  tenancy: { parent: 'eventid' },
  platform: 'ASDEPORTE',
  access: { send: keys, make_file: keys, take_back: keys },
  scope: { region: 'eventid.region', event: 'eventid' },
  title: 'name',
  menu: { group: 'reports', icon: 'box', order: 21 },
  fields: {
    eventid: f.belongsTo('events', { required: true, createOnly: true }),
    name: f.text({ required: true, max: 120 }),
    store_code: f.text({ required: true, max: 20, fold: 'upper' }),
    store_name: f.text({ required: true, max: 120 }),
    city: f.text({ max: 120 }),
    window_start: f.dateTime({ required: true }),
    window_end: f.dateTime({ required: true }),
    status: f.status(
      {
        open: { tone: 'amber', icon: 'pencil' },
        sending: { tone: 'blue', icon: 'hourglass' },
        sent: { tone: 'blue', icon: 'arrow' },
        taking_back: { tone: 'purple', icon: 'hourglass' },
        closed: { tone: 'grey', icon: 'lock' },
      },
      { default: 'open', ...readOnly },
    ),
    pickups_count: f.count('innovasport_pickups.pickup_batchid', { stored: true }),
    left_count: counted(...left),
    picked_up_count: counted('picked_up'),
    returned_count: counted('returned'),
    sent_at: at,
    sent_by_userid: f.belongsTo('users', { named: true, ...readOnly }),
    report_jobid: f.belongsTo('report_jobs', { ...readOnly }),
    closed_at: at,
  },
  list: {
    columns: [
      'name',
      'eventid',
      'store_name',
      'city',
      'status',
      'pickups_count',
      'picked_up_count',
      'left_count',
      'returned_count',
      'window_end',
      'sent_at',
    ],
    filters: ['eventid', 'status', 'store_code', 'city', 'window_end', 'created'],
    search: ['name', 'store_code', 'store_name'],
    sort: { created: 'desc' },
    sortable: ['name', 'store_name', 'window_end', 'created'],
    totals: { pickups_count: 'sum', picked_up_count: 'sum', left_count: 'sum', returned_count: 'sum' },
  },
  show: {
    batch: ['name', 'status', 'eventid', 'pickups_count', 'picked_up_count', 'left_count', 'returned_count'],
    store: ['store_code', 'store_name', 'city', 'window_start', 'window_end'],
    steps: ['sent_at', 'sent_by_userid', 'report_jobid', 'closed_at'],
  },
  form: { batch: ['eventid', 'name'], store: ['store_code', 'store_name', 'city', 'window_start', 'window_end'] },
  rules: { endsAfterStart: inOrder('window_start', 'window_end', { strict: true }) },
  fixed: {
    edit: { in: { status: ['sending', 'sent', 'taking_back', 'closed'] }, says: 'PICKUP_BATCH_SENT' },
    delete: { in: { status: ['sending', 'sent', 'taking_back', 'closed'] }, says: 'PICKUP_BATCH_SENT' },
  },
  actions: {
    send: {
      on: 'row',
      icon: 'arrow',
      confirm: true,
      from: { status: ['open'] },
      refuses: { empty: ({ pickups_count }) => pickups_count === 0 },
      set: { status: 'sending', sent_at: now, sent_by_userid: me },
    },
    make_file: {
      on: 'row',
      icon: 'download',
      makes: 'report_jobs',
      refuses: { empty: ({ pickups_count }) => pickups_count === 0 },
    },
    take_back: {
      on: 'row',
      icon: 'return',
      danger: true,
      confirm: true,
      from: { status: ['sent'] },
      set: { status: 'taking_back' },
    },
  },
  related: ['innovasport_pickups.pickup_batchid'],
  indexes: [
    { on: ['eventid', 'name'], unique: true, where: 'deleted_at is null' },
    { on: ['organizationid', 'created', 'pickup_batchid'] },
    { on: ['created', 'pickup_batchid'] },
    { on: ['status'], where: "status in ('sending', 'taking_back') and deleted_at is null" },
  ],
});

export type PickupBatch = InferRow<typeof pickup_batches>;
export type PickupBatchInput = InferInput<typeof pickup_batches>;
