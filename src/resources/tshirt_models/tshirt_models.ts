import * as f from '@/fields';
import { sizes } from '@/domain/registration/sizes';
import { defineResource, type InferInput, type InferRow } from '@/schema';

const centimetres = f.decimal({ min: 10, max: 200, scale: 1 });
/** The measurements of one size, laid flat. */
const measure = { size: f.choice(sizes, { required: true }), chest_cm: centimetres, length_cm: centimetres };

/** A shirt of an event with its sizes, edited as a grid. */
export const tshirt_models = defineResource('tshirt_models', {
  service: 'event',
  singular: 'tshirt_model',
  key: 'tshirt_modelid',
  permission: 'event-tshirt',
  tenancy: { parent: 'eventid' },
  platform: 'EVENT',
  within: 'events',
  part: 'kits',
  tab: 50,
  scope: { region: 'eventid.region', event: 'eventid' },
  title: 'name',
  fields: {
    eventid: f.belongsTo('events', { required: true, createOnly: true }),
    name: f.text({ required: true, max: 80 }),
    branch: f.choice(['F', 'M', 'unisex', 'kids'], { default: 'unisex' }),
    distanceids: f.manyToMany('distances', { match: { eventid: 'eventid' } }),
    color: f.color(),
    img: f.image(),
    size_chart: f.rows(measure, { max: sizes.length }),
    active: f.boolean({ default: true }),
    sizes: f.hasMany('tshirt_stock.tshirt_modelid', { order: 'sort', max: 20 }),
  },
  list: {
    columns: ['name', 'branch', 'distanceids', 'color', 'active'],
    filters: ['eventid', 'branch', 'distanceids', 'active'],
    search: ['name'],
    sort: { name: 'asc' },
  },
  form: { shirt: ['eventid', 'name', 'branch', 'distanceids', 'color', 'img', 'active'], sizes: ['sizes', 'size_chart'] },
  rules: {
    sizesOnce: {
      on: 'size_chart',
      check: ({ size_chart }) => !size_chart || new Set(size_chart.map(({ size }) => size)).size === size_chart.length,
    },
  },
  related: ['tshirt_stock.tshirt_modelid', 'inscriptions.tshirt_modelid'],
});

export type TshirtModel = InferRow<typeof tshirt_models>;
export type TshirtModelInput = InferInput<typeof tshirt_models>;
