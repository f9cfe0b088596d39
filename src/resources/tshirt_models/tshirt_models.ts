import * as f from '@/fields';
import { defineResource, type InferInput, type InferRow } from '@/schema';

/** A shirt of an event with its sizes, edited as a grid. */
export const tshirt_models = defineResource('tshirt_models', {
  service: 'event', singular: 'tshirt_model', key: 'tshirt_modelid', permission: 'event-tshirt', tenancy: { parent: 'eventid' }, platform: 'EVENT', within: 'events', tab: 50,
  scope: { region: 'eventid.region', event: 'eventid' },
  title: 'name',
  fields: {
    eventid: f.belongsTo('events', { required: true, createOnly: true }),
    name: f.text({ required: true, max: 80 }),
    branch: f.choice(['F', 'M', 'unisex', 'kids'], { default: 'unisex' }),
    distanceids: f.manyToMany('distances', { match: { eventid: 'eventid' } }),
    color: f.color(),
    img: f.image(),
    active: f.boolean({ default: true }),
    sizes: f.hasMany('tshirt_stock.tshirt_modelid', { order: 'sort', max: 20 }),
  },
  list: { columns: ['name', 'branch', 'distanceids', 'color', 'active'], filters: ['eventid', 'branch', 'distanceids', 'active'], search: ['name'], sort: { name: 'asc' } },
  form: { shirt: ['eventid', 'name', 'branch', 'distanceids', 'color', 'img', 'active'], sizes: ['sizes'] },
  related: ['tshirt_stock.tshirt_modelid', 'inscriptions.tshirt_modelid'],
});

export type TshirtModel = InferRow<typeof tshirt_models>;
export type TshirtModelInput = InferInput<typeof tshirt_models>;
