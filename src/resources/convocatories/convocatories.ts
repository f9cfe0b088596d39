import * as f from '@/fields';
import { languages } from '@/domain/lists';
import { defineResource, type InferInput, type InferRow } from '@/schema';
import { readOnly } from '@/schema/presets';

const chapters = [
  'generales',
  'inscripciones',
  'costos',
  'categorias',
  'entrega-de-kits',
  'servicios-en-el-evento',
  'ruta',
  'premiacion',
  'resultados',
  'reglamento',
  'exoneracion',
  'politicas',
] as const;
const section = {
  key: f.choice(chapters, { required: true }),
  title: f.text({ required: true, max: 160 }),
  body_html: f.richText({ required: true }),
};

const changeNote = { change_note: f.longText({ required: true, max: 500 }) };
const published = { in: { status: ['published', 'superseded'] }, says: 'CONVOCATORY_FIXED' } as const;

/** The call of an event in one language. A published call never changes: a change is a new revision. */
export const convocatories = defineResource('convocatories', {
  service: 'event',
  singular: 'convocatory',
  key: 'convocatoryid',
  permission: 'convocatory',
  tenancy: { parent: 'eventid' },
  platform: 'EVENT',
  within: 'events',
  part: 'event',
  tab: 14,
  scope: { region: 'eventid.region', event: 'eventid' },
  title: 'title',
  fields: {
    eventid: f.belongsTo('events', { required: true, createOnly: true }),
    title: f.text({ required: true, max: 160 }),
    locale: f.choice(languages, { default: 'es', createOnly: true }),
    revision: f.integer({ default: 1, min: 1, ...readOnly }),
    status: f.status(
      {
        draft: { tone: 'grey', icon: 'pencil' },
        published: { tone: 'green', icon: 'check' },
        superseded: { tone: 'grey', icon: 'archive' },
      },
      { default: 'draft', ...readOnly },
    ),
    sections: f.rows(section, { max: 24 }),
    pdf_url: f.url(),
    effective_at: f.dateTime(),
    change_note: f.longText({ required: true, max: 500 }),
    published_at: f.dateTime({ ...readOnly }),
    published_by_userid: f.belongsTo('users', { named: true, ...readOnly }),
  },
  list: {
    columns: ['title', 'locale', 'revision', 'status', 'effective_at', 'published_at', 'published_by_userid', 'change_note'],
    filters: ['eventid', 'locale', 'status', 'revision', 'published_at'],
    search: ['title'],
    sort: { created: 'desc' },
    sortable: ['revision', 'effective_at', 'published_at', 'created'],
  },
  show: { state: ['revision', 'published_at', 'published_by_userid'] },
  form: { heading: ['eventid', 'title', 'locale', 'effective_at', 'pdf_url', 'change_note'], text: ['sections'] },
  rules: {
    chaptersOnce: { on: 'sections', check: ({ sections }) => new Set(sections?.map(({ key }) => key)).size === (sections?.length ?? 0) },
  },
  fixed: { edit: published, delete: published },
  actions: {
    publish: {
      on: 'row',
      icon: 'check',
      confirm: true,
      from: { status: ['draft'] },
      refuses: { empty: ({ sections }) => (sections?.length ?? 0) === 0 },
      input: { notify: f.boolean() },
    },
    revise: { on: 'row', icon: 'pencil', makes: 'convocatories', from: { status: ['published'] }, input: changeNote },
    restore: { on: 'row', icon: 'return', makes: 'convocatories', from: { status: ['superseded'] }, input: changeNote },
  },
  indexes: [
    { on: ['eventid', 'locale', 'revision'], unique: true, where: 'deleted_at is null' },
    { on: ['eventid', 'locale'], unique: true, where: "deleted_at is null and status = 'published'" },
  ],
});

export type Convocatory = InferRow<typeof convocatories>;
export type ConvocatoryInput = InferInput<typeof convocatories>;
