import * as f from '@/fields';
import { defineResource, type InferInput, type InferRow } from '@/schema';
import { readOnly } from '@/schema/presets';

const firstYear = 2000, lastYear = 2100;
const reason = f.text({ required: true, max: 300 });

/** One person's affiliation for a period. Nobody holds two of one audience at a time; the database holds to it. */
export const fmtri_affiliations = defineResource('fmtri_affiliations', {
  service: 'fmtri', singular: 'fmtri_affiliation', key: 'affiliationid', permission: 'fmtri-affiliations', tenancy: 'platform', platform: 'FMTRI',
  access: { delete: [] },
  title: 'name', menu: { group: 'fmtri', icon: 'profile', order: 10 },
  fields: {
    affiliate_userid: f.belongsTo('fmtri_affiliate_users', { required: true, createOnly: true }),
    name: f.text({ max: 400, ...readOnly }),
    typeid: f.belongsTo('fmtri_affiliation_types', { required: true, createOnly: true }),
    audience: f.choice(['atleta', 'infantil', 'elite', 'paratriatlon', 'entrenador', 'oficial_tecnico', 'club', 'organizador', 'directivo'], { required: true, ...readOnly }),
    eventid: f.belongsTo('events', { createOnly: true }),
    number: f.text({ unique: true, max: 24, ...readOnly }),
    season: f.integer({ required: true, look: 'year', min: firstYear, max: lastYear, ...readOnly }),
    starts_on: f.date({ required: true }),
    ends_on: f.date({ required: true, ...readOnly }),
    status: f.status({
      draft: { tone: 'grey', icon: 'pencil' },
      pending_payment: { tone: 'amber', icon: 'hourglass' },
      pending_review: { tone: 'blue', icon: 'clock' },
      active: { tone: 'green', icon: 'check' },
      rejected: { tone: 'red', icon: 'cross', outline: true },
      expired: { tone: 'grey', icon: 'archive' },
      cancelled: { tone: 'grey', icon: 'cross', strike: true },
      suspended: { tone: 'amber', icon: 'pause' },
    }, { default: 'draft', groups: { pending: ['draft', 'pending_payment', 'pending_review'], closed: ['rejected', 'expired', 'cancelled'] }, ...readOnly }),
    price_cents: f.money({ required: true, ...readOnly }),
    paymentid: f.belongsTo('payments', { ...readOnly }),
    payment_method: f.choice(['cash', 'pos', 'transfer', 'external'], { ...readOnly }),
    payment_reference: f.text({ max: 120, ...readOnly }),
    paid_at: f.dateTime({ ...readOnly }),
    reviewed_by_userid: f.belongsTo('users', { named: true, ...readOnly }),
    reviewed_at: f.dateTime({ ...readOnly }),
    reject_reason: f.text({ max: 300, ...readOnly }),
    status_reason: f.text({ max: 300, ...readOnly }),
    held: f.boolean({ ...readOnly }),
    card_pdf: f.file({ accept: ['pdf'], ...readOnly }),
    insurance_folio: f.text({ max: 60 }),
    notes: f.longText({ max: 1000 }),
  },
  list: {
    columns: ['name', 'number', 'audience', 'typeid', 'season', 'status', 'starts_on', 'ends_on', 'price_cents', 'paid_at'],
    filters: [
      'status', 'season', 'typeid', 'audience', 'affiliate_userid', 'affiliate_userid.stateid', 'affiliate_userid.club', 'affiliate_userid.fmtri_number', 'number', 'starts_on', 'ends_on', 'eventid', 'price_cents', 'paid_at', 'created',
    ],
    search: ['name', 'number'],
    sort: { created: 'desc' },
    sortable: ['name', 'number', 'season', 'starts_on', 'ends_on', 'price_cents', 'paid_at', 'created'],
    totals: { price_cents: 'sum' },
  },
  show: {
    standing: ['name', 'status', 'number', 'season', 'audience', 'ends_on', 'reject_reason', 'status_reason', 'reviewed_by_userid', 'reviewed_at', 'card_pdf'],
    payment: ['price_cents', 'paid_at', 'payment_method', 'payment_reference', 'paymentid'],
  },
  form: { affiliation: ['affiliate_userid', 'typeid', 'starts_on', 'eventid'], papers: ['insurance_folio', 'notes'] },
  actions: {
    pay: {
      on: 'row', icon: 'payments', from: { status: ['draft', 'pending_payment'] },
      input: { method: f.choice(['cash', 'pos', 'transfer', 'external'], { required: true }), reference: f.text({ max: 120 }) },
    },
    approve: { on: 'rows', icon: 'check', confirm: true, from: { status: ['pending_review'] } },
    reject: { on: 'rows', icon: 'cross', danger: true, confirm: true, from: { status: ['pending_review'] }, input: { reason } },
    suspend: { on: 'rows', icon: 'pause', danger: true, confirm: true, from: { status: ['active'] }, input: { reason } },
    resume: { on: 'rows', icon: 'return', confirm: true, from: { status: ['suspended'] }, refuses: { heldWithHolder: ({ held }) => held === true } },
    cancel: { on: 'rows', icon: 'cross', danger: true, confirm: true, from: { status: ['draft', 'pending_payment', 'pending_review', 'active', 'suspended'] }, input: { reason } },
  },
  related: ['inscriptions.fmtri_affiliationid'],
  exclusions: [{ equal: ['affiliate_userid', 'audience'], range: ['starts_on', 'ends_on'], where: "status in ('active', 'suspended')" }],
  indexes: [
    { on: ['created', 'affiliationid'] }, { on: ['status', 'created'] }, { on: ['season', 'status'] }, { on: ['typeid', 'status'] }, { on: ['audience', 'season'] }, { on: ['affiliate_userid', 'ends_on'] },
    { on: ['name'] }, { on: ['number'] }, { on: ['starts_on'] }, { on: ['ends_on', 'status'] }, { on: ['price_cents'] }, { on: ['paid_at'] },
  ],
  checks: {
    days_in_order: 'starts_on <= ends_on', season_of_start: 'season = extract(year from starts_on)', rejected_with_a_reason: "status <> 'rejected' or reject_reason is not null",
    numbered_when_active: "status <> 'active' or number is not null",
  },
});

export type FmtriAffiliation = InferRow<typeof fmtri_affiliations>;
export type FmtriAffiliationInput = InferInput<typeof fmtri_affiliations>;
