import * as f from '@/fields';
import { defineResource, type InferInput, type InferRow } from '@/schema';
import { moneyKeys, readOnly } from '@/schema/presets';

/** A coupon on an inscription or on a sale of the store: reserved until payment, then used, or returned. The quota of the coupon counts these rows. */
export const coupon_uses = defineResource('coupon_uses', {
  service: 'event',
  singular: 'coupon_use',
  key: 'coupon_useid',
  permission: 'event-coupon',
  tenancy: { parent: 'couponid' },
  platform: 'EVENT',
  access: { create: [], edit: [], delete: [] },
  scope: { region: 'eventid.region', event: 'eventid' },
  title: 'couponid',
  fields: {
    couponid: f.belongsTo('coupons', { required: true, ...readOnly }),
    eventid: f.belongsTo('events', { required: true, ...readOnly }),
    inscriptionid: f.belongsTo('inscriptions', { ...readOnly }),
    saleid: f.belongsTo('store_sales', { ...readOnly }),
    state: f.status(
      {
        reserved: { tone: 'amber', icon: 'hourglass' },
        used: { tone: 'green', icon: 'check' },
        returned: { tone: 'grey', icon: 'return' },
      },
      { required: true, ...readOnly },
    ),
    discount_cents: f.money({ default: 0, ...moneyKeys, ...readOnly }),
  },
  list: {
    columns: ['couponid', 'inscriptionid', 'saleid', 'eventid', 'state', 'discount_cents', 'updated'],
    filters: ['couponid', 'eventid', 'inscriptionid', 'saleid', 'state', 'created'],
    search: ['inscriptionid'],
    sort: { created: 'desc' },
    sortable: ['created', 'discount_cents'],
    totals: { discount_cents: 'sum' },
  },
  form: {},
  views: ['list', 'show'],
  indexes: [
    { on: ['couponid', 'inscriptionid'], unique: true },
    { on: ['inscriptionid'], unique: true, where: "deleted_at is null and state <> 'returned'" },
    { on: ['saleid'], unique: true, where: "deleted_at is null and state <> 'returned' and saleid is not null" },
    { on: ['organizationid', 'created', 'coupon_useid'] },
  ],
  checks: { lowers_one_price: '(inscriptionid is null) <> (saleid is null)' },
});

export type CouponUse = InferRow<typeof coupon_uses>;
export type CouponUseInput = InferInput<typeof coupon_uses>;
