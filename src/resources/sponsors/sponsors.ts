import * as f from '@/fields';
import { defineResource, type InferInput, type InferRow } from '@/schema';

/** How many sponsors of an event can be sorted at once. */
export const mostSponsors = 200;

/** A brand that supports an event, with its place among the others and its members who may view the event. */
export const sponsors = defineResource('sponsors', {
  service: 'event',
  singular: 'sponsor',
  key: 'sponsorid',
  permission: 'event-sponsors',
  tenancy: { parent: 'eventid' },
  platform: 'EVENT',
  within: 'events',
  part: 'event',
  tab: 36,
  scope: { region: 'eventid.region', event: 'eventid' },
  title: 'name',
  fields: {
    eventid: f.belongsTo('events', { required: true, createOnly: true }),
    name: f.text({ required: true, max: 120 }),
    tier: f.choice(['title', 'presenting', 'gold', 'silver', 'bronze', 'media', 'institutional', 'supplier'], { required: true }),
    logo: f.image({ required: true }),
    url: f.url(),
    contact_name: f.text({ max: 120 }),
    contact_email: f.email(),
    sort: f.integer({ default: 0, min: 0, max: 10_000 }),
    active: f.boolean({ default: true }),
    viewer_membershipids: f.manyToMany('memberships', { max: 50 }),
    data_sharing: f.choice(['none', 'aggregated', 'opt_in'], { default: 'none' }),
    benefits_count: f.count('benefits.sponsorid', { stored: true }),
  },
  list: {
    columns: ['logo', 'name', 'tier', 'url', 'sort', 'viewer_membershipids', 'benefits_count', 'active'],
    filters: ['eventid', 'tier', 'active', 'data_sharing'],
    search: ['name', 'contact_name'],
    sort: { sort: 'asc' },
    sortable: ['name', 'tier', 'sort', 'created'],
  },
  form: {
    brand: ['eventid', 'name', 'tier', 'logo', 'url', 'sort', 'active'],
    contact: ['contact_name', 'contact_email'],
    sight: ['viewer_membershipids', 'data_sharing'],
  },
  actions: {
    order: {
      on: 'list',
      icon: 'rows',
      input: {
        eventid: f.belongsTo('events', { required: true }),
        sponsors: f.rows({ sponsorid: f.belongsTo('sponsors', { required: true }) }, { required: true, min: 1, max: mostSponsors }),
      },
    },
  },
  related: ['benefits.sponsorid'],
  indexes: [{ on: ['organizationid', 'eventid', 'sort'] }],
});

export type Sponsor = InferRow<typeof sponsors>;
export type SponsorInput = InferInput<typeof sponsors>;
