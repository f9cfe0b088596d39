import * as f from '@/fields';
import { languages } from '@/domain/lists';
import { defineResource, type InferInput, type InferRow } from '@/schema';
import { readOnly } from '@/schema/presets';

const longestSide = 500;
const mm = f.decimal({ min: 0, max: longestSide, scale: 1 });
const element = {
  kind: f.choice(['field', 'text', 'img', 'qr'], { required: true }),
  source: f.choice([
    'name',
    'number',
    'event',
    'distance',
    'date',
    'chip_time',
    'gun_time',
    'pace',
    'place_overall',
    'place_gender',
    'place_category',
    'age_category',
  ]),
  text: f.text({ max: 200 }),
  img: f.image(),
  x: f.decimal({ required: true, min: 0, max: longestSide, scale: 1 }),
  y: f.decimal({ required: true, min: 0, max: longestSide, scale: 1 }),
  w: mm,
  font: f.choice(['sans', 'serif', 'mono']),
  size: f.integer({ min: 4, max: 200 }),
  color: f.color(),
  align: f.choice(['left', 'center', 'right']),
};
interface Element {
  readonly kind: string;
  readonly source?: string | null | undefined;
  readonly text?: string | null | undefined;
  readonly img?: string | null | undefined;
}
const isWhole = ({ kind, source, text, img }: Element): boolean =>
  kind === 'field' ? Boolean(source) : kind === 'text' ? Boolean(text) : kind === 'img' ? Boolean(img) : true;

const published = { in: { status: ['published'] }, says: 'TEMPLATE_FIXED' } as const;

/** The layout of certificates of an event and who gets one: a picture with names, times and places on it. */
export const certificate_templates = defineResource('certificate_templates', {
  service: 'tyr',
  singular: 'certificate_template',
  key: 'templateid',
  permission: 'event-tyr',
  tenancy: { parent: 'eventid' },
  platform: 'EVENT',
  within: 'events',
  part: 'results',
  tab: 66,
  route: 'certificates',
  access: { list: ['event-tyr', { key: 'fmtri-affiliation-types', when: { field: 'eventid.fmtri_required', op: 'eq', value: true } }] },
  scope: { region: 'eventid.region', event: 'eventid' },
  title: 'name',
  fields: {
    eventid: f.belongsTo('events', { required: true, createOnly: true }),
    distanceids: f.manyToMany('distances', { match: { eventid: 'eventid' } }),
    name: f.text({ required: true, unique: 'parent', max: 80 }),
    kind: f.choice(['finisher', 'participation', 'podium', 'volunteer', 'course'], { required: true, default: 'finisher' }),
    page: f.choice(['letter', 'a4', 'square'], { required: true, default: 'letter' }),
    orientation: f.choice(['portrait', 'landscape'], { required: true, default: 'landscape' }),
    background_img: f.image({ required: true }),
    elements: f.rows(element, { max: 40 }),
    locale: f.choice(languages, { required: true, default: 'es' }),
    given_to: f.choices(['finished', 'DNS', 'DNF', 'DQ', 'OTL', 'unofficial'], { default: ['finished'] }),
    status: f.status(
      { draft: { tone: 'grey', icon: 'pencil' }, published: { tone: 'green', icon: 'check' } },
      { default: 'draft', ...readOnly },
    ),
    preview_resultid: f.belongsTo('results', { match: { eventid: 'eventid' } }),
    certificates_count: f.count('certificates.templateid', { stored: true }),
  },
  list: {
    columns: ['name', 'kind', 'distanceids', 'page', 'orientation', 'locale', 'certificates_count', 'status', 'updated'],
    filters: ['eventid', 'distanceids', 'kind', 'status', 'locale', 'page'],
    search: ['name'],
    sort: { name: 'asc' },
    sortable: ['name', 'certificates_count', 'updated', 'created'],
    totals: { certificates_count: 'sum' },
  },
  form: {
    template: ['eventid', 'name', 'kind', 'distanceids', 'given_to', 'locale'],
    page: ['page', 'orientation', 'background_img', 'preview_resultid'],
    elements: ['elements'],
  },
  fixed: { edit: published, delete: published },
  rules: { elementsWhole: { on: 'elements', check: ({ elements }) => (elements ?? []).every(isWhole) } },
  actions: {
    publish: {
      on: 'rows',
      icon: 'check',
      confirm: true,
      from: { status: ['draft'] },
      refuses: { empty: ({ elements }) => (elements ?? []).length === 0 },
      set: { status: 'published' },
    },
    reopen: { on: 'rows', icon: 'return', confirm: true, from: { status: ['published'] }, set: { status: 'draft' } },
    test_print: { on: 'row', icon: 'download', reads: true, inMenu: true, reveals: 'link' },
  },
  related: ['certificates.templateid'],
  indexes: [{ on: ['organizationid', 'eventid', 'name'] }, { on: ['organizationid', 'status'] }],
});

export type CertificateTemplate = InferRow<typeof certificate_templates>;
export type CertificateTemplateInput = InferInput<typeof certificate_templates>;
