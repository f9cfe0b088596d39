import * as f from '@/fields';
import { defineResource, inOrder, type InferInput, type InferRow } from '@/schema';

/** A leg of a serial on the public site: when, where, and the event that it links to. */
export const stages = defineResource('stages', {
  service: 'general',
  singular: 'stage',
  key: 'stageid',
  permission: 'web-stage',
  tenancy: 'platform',
  platform: 'ASDEPORTE',
  title: 'name',
  menu: { group: 'web', icon: 'place', order: 30 },
  fields: {
    serialid: f.belongsTo('serials'),
    eventid: f.belongsTo('events'),
    name: f.i18nText({ required: true, max: 120 }),
    number: f.integer({ min: 1, max: 100 }),
    date: f.date(),
    place: f.text({ max: 160 }),
    img: f.image(),
    url: f.url(),
    sort: f.integer({ default: 0, min: 0, max: 10_000 }),
    visible_from: f.dateTime(),
    visible_to: f.dateTime(),
    status: f.status(
      {
        draft: { tone: 'grey', icon: 'pencil' },
        published: { tone: 'green', icon: 'check' },
        hidden: { tone: 'amber', icon: 'pause' },
        archived: { tone: 'grey', icon: 'archive' },
      },
      { default: 'draft' },
    ),
  },
  list: {
    board: 'status',
    calendar: 'date',
    columns: ['number', 'name', 'serialid', 'date', 'place', 'eventid', 'visible_from', 'visible_to', 'status'],
    filters: ['serialid', 'eventid', 'status', 'date'],
    search: ['name', 'place'],
    sort: { sort: 'asc' },
    sortable: ['number', 'date', 'sort', 'created'],
  },
  form: {
    stage: ['serialid', 'number', 'name', 'date', 'place', 'eventid', 'sort'],
    site: ['img', 'url', 'visible_from', 'visible_to', 'status'],
  },
  rules: { visibleInOrder: inOrder('visible_from', 'visible_to', { strict: true }) },
});

export type Stage = InferRow<typeof stages>;
export type StageInput = InferInput<typeof stages>;
