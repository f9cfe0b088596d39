import * as f from '@/fields';
import { defineResource, given, type InferInput, type InferRow } from '@/schema';
import { readOnly } from '@/schema/presets';

/** One bib of an event with its chip. At most one inscription has it, which the database enforces. */
export const bibs = defineResource('bibs', {
  service: 'event',
  singular: 'bib',
  key: 'bibid',
  permission: ['event-inscription', 'event-delivery'],
  tenancy: { parent: 'eventid' },
  platform: 'EVENT',
  within: 'events',
  part: 'raceDay',
  tab: 65,
  access: { create: [], edit: ['event-admin-inscription', 'event-delivery'], delete: [] },
  scope: { region: 'eventid.region', event: 'eventid' },
  title: 'number',
  header: { facts: ['inscriptionid', 'chip_code', 'bib_poolid'] },
  imports: {
    type: 'bibs',
    permission: 'event-import-inscriptions',
    modes: ['update'],
    event: 'eventid',
    writes: ['number', 'chip_code'],
    matches: { number: ['number'] },
  },
  fields: {
    eventid: f.belongsTo('events', { required: true, ...readOnly }),
    prefix: f.text({ max: 6, ...readOnly }),
    number: f.integer({ required: true, min: 0, max: 999_999, look: 'bib', ...readOnly }),
    bib_poolid: f.belongsTo('bib_pools', { ...readOnly }),
    chip_code: f.text({ max: 40, fold: 'upper' }),
    state: f.status(
      {
        free: { tone: 'green', icon: 'dot', outline: true },
        assigned: { tone: 'ink', icon: 'bib' },
        reserved: { tone: 'amber', icon: 'lock' },
        restricted: { tone: 'grey', icon: 'lock' },
        lost: { tone: 'red', icon: 'alert' },
        damaged: { tone: 'red', icon: 'cross', outline: true },
        delivered: { tone: 'blue', icon: 'check' },
      },
      { default: 'free', groups: { used: ['assigned', 'delivered'], apart: ['reserved', 'restricted', 'lost', 'damaged'] }, ...readOnly },
    ),
    reason: f.text({ max: 300, ...readOnly }),
    inscriptionid: f.belongsTo('inscriptions', { ...readOnly }),
  },
  list: {
    columns: ['number', 'prefix', 'state', 'bib_poolid', 'inscriptionid', 'chip_code', 'reason', 'updated'],
    filters: ['eventid', 'number', 'prefix', 'state', 'bib_poolid', 'inscriptionid', 'chip_code'],
    search: ['number', 'chip_code', 'inscriptionid'],
    sort: { number: 'asc' },
    sortable: ['number', 'state'],
  },
  form: { chip: ['chip_code'] },
  actions: {
    set_aside: {
      on: 'rows',
      icon: 'lock',
      from: { state: ['free'] },
      input: {
        state: f.choice(['reserved', 'restricted', 'lost', 'damaged'], { required: true }),
        reason: f.text({ required: true, max: 300 }),
      },
      set: { state: given('state'), reason: given('reason') },
    },
    set_free: {
      on: 'rows',
      icon: 'return',
      from: { state: ['reserved', 'restricted', 'lost', 'damaged'] },
      set: { state: 'free', reason: null },
    },
  },
  views: ['list', 'edit', 'show'],
  indexes: [
    { on: ['eventid', 'prefix', 'number'], unique: true, nullsNotDistinct: true },
    { on: ['eventid', 'chip_code'], unique: true, where: 'deleted_at is null and chip_code is not null' },
    { on: ['inscriptionid'], unique: true, where: 'deleted_at is null and inscriptionid is not null' },
    { on: ['bib_poolid', 'number'], where: "deleted_at is null and state = 'free'" },
    { on: ['organizationid', 'number', 'bibid'] },
  ],
  checks: { holder: "(state in ('assigned', 'delivered')) = (inscriptionid is not null)" },
});

export type Bib = InferRow<typeof bibs>;
export type BibInput = InferInput<typeof bibs>;
