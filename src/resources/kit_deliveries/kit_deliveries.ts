import * as f from '@/fields';
import { idTypes, pieceStates, receiverTypes } from '@/domain/registration/deliveryLists';
import { supervisorKeys } from '@/domain/registration/desk';
import { defineResource, type InferInput, type InferRow } from '@/schema';
import { contact, readOnly } from '@/schema/presets';
import { evidence, handingFields } from './handingFields';

const desk = ['event-delivery'] as const;
const reason = f.text({ max: 300, required: true });
const handedItem = {
  kit_itemid: f.integer({ required: true, min: 1 }),
  name: f.text({ max: 120 }),
  qty: f.integer({ required: true, min: 0, max: 100 }),
  status: f.choice(pieceStates, { required: true }),
  old_size: f.text({ max: 8 }),
  new_size: f.text({ max: 8 }),
};

/**
 * A kit that a desk handed out: to whom, which parts, and with which device. A device that was offline sends it later under the same
 * `client_uuid`.
 */
export const kit_deliveries = defineResource('kit_deliveries', {
  service: 'kits',
  singular: 'kit_delivery',
  key: 'kit_deliveryid',
  permission: 'event-delivery',
  tenancy: { parent: 'eventid' },
  platform: 'EVENT',
  within: 'events',
  part: 'kits',
  tab: 54,
  access: {
    create: [],
    edit: [],
    delete: [],
    open_desk: desk,
    list_people: desk,
    board: desk,
    find_curp: ['web-users'],
    deliver: desk,
    void: desk,
    return_kit: desk,
    accept: supervisorKeys,
  },
  scope: { region: 'eventid.region', event: 'eventid' },
  title: 'inscriptionid',
  header: { facts: ['number_delivered', 'eventid'] },
  fields: {
    inscriptionid: f.belongsTo('inscriptions', { required: true, ...readOnly }),
    eventid: f.belongsTo('events', { required: true, ...readOnly }),
    deskid: f.belongsTo('desks', { ...readOnly }),
    delivered_at: f.dateTime({ required: true, ...readOnly }),
    synced_at: f.dateTime({ ...readOnly }),
    clock_skew_s: f.integer({ ...readOnly }),
    receiver_type: f.choice(receiverTypes, { required: true, default: 'holder', ...readOnly }),
    receiver_name: f.text({ max: 200, ...contact, ...readOnly }),
    receiver_id_type: f.choice(idTypes, { ...readOnly }),
    receiver_id_last4: f.text({ max: 4, ...contact, ...readOnly }),
    evidence_files: f.file({ ...evidence, ...contact, ...readOnly }),
    group_deliveryid: f.belongsTo('kit_deliveries', { ...readOnly }),
    items: f.rows(handedItem, { max: 30, ...readOnly }),
    number_delivered: f.integer({ min: 0, max: 999_999, look: 'bib', ...readOnly }),
    exoneration_checked: f.boolean({ ...readOnly }),
    affiliation_checked: f.boolean({ ...readOnly }),
    status: f.status(
      {
        delivered: { tone: 'green', icon: 'check' },
        partial: { tone: 'amber', icon: 'hourglass' },
        returned: { tone: 'blue', icon: 'return' },
        voided: { tone: 'grey', icon: 'cross', strike: true },
        conflict: { tone: 'red', icon: 'alert' },
      },
      { required: true, groups: { handed: ['delivered', 'partial'] }, ...readOnly },
    ),
    void_reason: f.text({ max: 300, ...readOnly }),
    by_userid: f.belongsTo('users', { named: true, required: true, ...readOnly }),
    device_id: f.text({ max: 80, ...readOnly }),
    client_uuid: f.text({ required: true, max: 36, fold: 'lower', pattern: /^[0-9a-f-]{36}$/, ...readOnly }),
  },
  list: {
    columns: [
      'inscriptionid',
      'number_delivered',
      'status',
      'deskid',
      'delivered_at',
      'clock_skew_s',
      'receiver_type',
      'receiver_name',
      'exoneration_checked',
      'affiliation_checked',
      'by_userid',
    ],
    filters: [
      'eventid',
      'inscriptionid',
      'status',
      'deskid',
      'receiver_type',
      'delivered_at',
      'by_userid',
      'number_delivered',
      'inscriptionid.distanceid',
    ],
    search: ['number_delivered', 'inscriptionid'],
    sort: { delivered_at: 'desc' },
    sortable: ['delivered_at', 'number_delivered', 'status'],
  },
  show: {
    delivery: [
      'inscriptionid',
      'number_delivered',
      'status',
      'void_reason',
      'items',
      'deskid',
      'delivered_at',
      'synced_at',
      'clock_skew_s',
      'device_id',
      'by_userid',
    ],
    receiver: [
      'receiver_type',
      'receiver_name',
      'receiver_id_type',
      'receiver_id_last4',
      'evidence_files',
      'group_deliveryid',
      'exoneration_checked',
      'affiliation_checked',
    ],
  },
  form: {},
  views: ['list', 'show'],
  actions: {
    open_desk: { on: 'list', icon: 'clock', reads: true, ownPage: true, input: { eventid: f.belongsTo('events', { required: true }) } },
    list_people: {
      on: 'list',
      icon: 'clock',
      reads: true,
      ownPage: true,
      input: {
        eventid: f.belongsTo('events', { required: true }),
        after: f.integer({ min: 0, default: 0 }),
        since: f.dateTime(),
      },
    },
    find_curp: {
      on: 'list',
      ownPage: true,
      reads: true,
      input: { eventid: f.belongsTo('events', { required: true }), curp: f.curp({ required: true }) },
    },
    board: { on: 'list', icon: 'clock', reads: true, ownPage: true, input: { eventid: f.belongsTo('events', { required: true }) } },
    deliver: {
      on: 'list',
      icon: 'check',
      ownPage: true,
      input: handingFields,
    },
    void: { on: 'row', icon: 'return', confirm: true, from: { status: ['delivered', 'partial', 'conflict'] }, input: { reason } },
    return_kit: { on: 'row', icon: 'return', confirm: true, from: { status: ['delivered', 'partial'] }, input: { reason } },
    accept: { on: 'row', icon: 'check', confirm: true, from: { status: ['conflict'] }, input: { reason } },
  },
  related: ['kit_deliveries.group_deliveryid'],
  waits: {
    conflict: {
      when: { field: 'status', op: 'eq', value: 'conflict' },
      for: 'accept',
      since: 'delivered_at',
      says: ['number_delivered', 'by_userid'],
    },
  },
  indexes: [
    { on: ['delivered_at'], where: "status = 'conflict'" },
    { on: ['client_uuid'], unique: true },
    { on: ['inscriptionid'], unique: true, where: "deleted_at is null and status = 'delivered'" }, // the second of two devices creates a conflict for a supervisor
    { on: ['eventid', 'delivered_at'] },
    { on: ['organizationid', 'delivered_at', 'kit_deliveryid'] },
    { on: ['inscriptionid'], removed: true },
  ],
});

export type KitDelivery = InferRow<typeof kit_deliveries>;
export type KitDeliveryInput = InferInput<typeof kit_deliveries>;
