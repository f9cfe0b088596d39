import * as f from '@/fields';
import { defineResource, inOrder, type InferInput, type InferRow } from '@/schema';

/** The division in which an athlete of some age and branch competes. */
export const age_categories = defineResource('age_categories', {
  service: 'event',
  singular: 'age_category',
  key: 'age_categoryid',
  permission: 'events',
  tenancy: { parent: 'distanceid' },
  platform: 'EVENT',
  access: { create: [], edit: [], delete: [] },
  scope: { region: 'organizationid.region' },
  title: 'name',
  fields: {
    distanceid: f.belongsTo('distances', { required: true }),
    name: f.text({ required: true, max: 60 }),
    branch: f.choice(['F', 'M', 'mixed'], { required: true }),
    age_min: f.integer({ required: true, min: 0, max: 120 }),
    age_max: f.integer({ required: true, min: 0, max: 120 }),
    sort: f.integer({ default: 0 }),
  },
  list: {
    columns: ['name', 'distanceid', 'branch', 'age_min', 'age_max'],
    filters: ['distanceid', 'branch'],
    search: ['name'],
    sort: { sort: 'asc' },
  },
  form: { main: ['name', 'branch', 'age_min', 'age_max'] },
  rules: { agesInOrder: inOrder('age_min', 'age_max') },
  indexes: [{ on: ['distanceid', 'name', 'branch'], unique: true, where: 'deleted_at is null' }],
  views: ['list', 'show'],
});

export type AgeCategory = InferRow<typeof age_categories>;
export type AgeCategoryInput = InferInput<typeof age_categories>;
