import * as f from '@/fields';
import { defineResource, me, now, type InferInput, type InferRow } from '@/schema';
import { readOnly } from '@/schema/presets';

/** Who works at a door redeems, and gives back what they scanned by mistake; anything else is taken back by who manages benefits. */
const atDoors = ['event-benefits', 'asenter'] as const;

/** One benefit of one registration, or a code of a pool without a registration yet. */
export const benefit_grants = defineResource('benefit_grants', {
  service: 'event',
  singular: 'benefit_grant',
  key: 'benefit_grantid',
  permission: 'event-benefits',
  tenancy: { parent: 'benefitid' },
  platform: 'EVENT',
  access: { create: [], edit: [], delete: [], redeem: atDoors, take_back: ['event-benefits'], hand_over: atDoors, hand_back: atDoors },
  scope: { region: 'eventid.region', event: 'eventid' },
  title: 'benefitid',
  fields: {
    benefitid: f.belongsTo('benefits', { required: true, ...readOnly }),
    eventid: f.belongsTo('events', { ...readOnly }),
    inscriptionid: f.belongsTo('inscriptions', { ...readOnly }),
    code: f.text({ max: 60, ...readOnly }),
    state: f.status(
      {
        available: { tone: 'grey', icon: 'dot' },
        granted: { tone: 'blue', icon: 'check' },
        redeemed: { tone: 'green', icon: 'flag' },
      },
      { default: 'granted', ...readOnly },
    ),
    granted_at: f.dateTime({ ...readOnly }),
    redeemed_at: f.dateTime({ ...readOnly }),
    redeemed_userid: f.belongsTo('users', { named: true, ...readOnly }),
  },
  list: {
    columns: ['benefitid', 'inscriptionid', 'code', 'state', 'granted_at', 'redeemed_at', 'redeemed_userid'],
    filters: ['benefitid', 'eventid', 'inscriptionid', 'state', 'code', 'redeemed_at'],
    search: ['code', 'inscriptionid'],
    sort: { created: 'desc' },
    sortable: ['granted_at', 'redeemed_at', 'created'],
  },
  form: {},
  actions: {
    redeem: {
      on: 'row',
      icon: 'check',
      from: { state: ['granted'] },
      set: { state: 'redeemed', redeemed_at: now, redeemed_userid: me },
      undo: 'take_back',
    },
    take_back: {
      on: 'row',
      icon: 'return',
      from: { state: ['redeemed'] },
      set: { state: 'granted', redeemed_at: null, redeemed_userid: null },
    },
    // At a door, by the hour of its device: what was redeemed without a network arrives later, perhaps twice.
    hand_over: {
      on: 'row',
      icon: 'check',
      ownPage: true,
      input: {
        inscriptionid: f.integer({ required: true, min: 1 }),
        redeemed_at: f.dateTime({ required: true }),
        device_now: f.dateTime(),
      },
    },
    // The same person at the same door, of the redemption at that hour.
    hand_back: {
      on: 'row',
      icon: 'return',
      ownPage: true,
      input: { redeemed_at: f.dateTime({ required: true }), device_now: f.dateTime() },
    },
  },
  views: ['list', 'show'],
  indexes: [
    { on: ['benefitid', 'inscriptionid'], unique: true, where: 'inscriptionid is not null and deleted_at is null' },
    { on: ['benefitid', 'code'], unique: true, where: 'code is not null and deleted_at is null' },
    { on: ['benefitid', 'state'] },
  ],
});

export type BenefitGrant = InferRow<typeof benefit_grants>;
export type BenefitGrantInput = InferInput<typeof benefit_grants>;
