import * as f from '@/fields';
import { createRegistry, defineResource, noGrants, type Grants } from '@/schema';

const paused = 'paused';

/** Declarations small enough to read and rich enough to strain a form. */
export const sponsors = defineResource('sponsors', {
  service: 'event', singular: 'sponsor', key: 'sponsorid', permission: 'events', tenancy: 'catalog', platform: 'EVENT', title: 'name',
  fields: { name: f.text({ required: true }), region: f.choice(['norte', 'sur']) },
  list: { columns: ['name'], search: ['name'] },
  form: { main: ['name', 'region'] },
});
export const managers = defineResource('managers', {
  service: 'event', singular: 'manager', key: 'managerid', permission: 'events', tenancy: 'catalog', platform: 'EVENT', title: 'name',
  fields: { name: f.text({ required: true }), sponsorid: f.belongsTo('sponsors', { required: true }) },
  list: { columns: ['name'], search: ['name'] },
  form: { main: ['name', 'sponsorid'] },
});
export const legs = defineResource('legs', {
  service: 'event', singular: 'leg', key: 'legid', permission: 'events', tenancy: { parent: 'raceid' }, platform: 'EVENT', title: 'name',
  fields: { raceid: f.belongsTo('races', { required: true }), name: f.text({ required: true }), price_cents: f.money({ required: true }), sort: f.integer({ default: 0 }) },
  list: { columns: ['name'] },
  form: { main: ['name', 'price_cents'] },
  views: ['list', 'show'],
});
export const races = defineResource('races', {
  service: 'event', singular: 'race', key: 'raceid', permission: 'events', tenancy: 'catalog', platform: 'EVENT', title: 'name',
  access: { delete: ['events'], pause: ['events'], rename: ['events'] },
  fields: {
    name: f.i18nText({ required: true }),
    slug: f.slug({ required: true, from: 'name' }),
    city: f.text({ required: true, max: 20 }),
    kind: f.choice(['paid', 'free'], { default: 'paid' }),
    price_cents: f.money(),
    starts_at: f.dateTime(),
    ends_at: f.dateTime(),
    sponsorid: f.belongsTo('sponsors'),
    managerid: f.belongsTo('managers', { match: { sponsorid: 'sponsorid' } }),
    legs: f.hasMany('legs.raceid', { order: 'sort' }),
    phone: f.phone({ hiddenBy: 'reports-wo-contact-info' }),
    budget_cents: f.money({ editableBy: ['asdeporte-admin-wallet'] }),
    status: f.status({ open: { tone: 'green', icon: 'check' }, paused: { tone: 'amber', icon: 'pause' } }, { default: 'open' }),
    sold_count: f.count('legs.raceid', { stored: true }),
  },
  list: { columns: ['name', 'city', 'status'] },
  form: {
    basics: ['name', 'slug', 'city', 'status'],
    offer: ['kind', 'price_cents', 'starts_at', 'ends_at'],
    people: ['sponsorid', 'managerid', 'phone', 'budget_cents'],
    route: ['legs'],
  },
  when: { price_cents: (draft) => draft.kind === 'paid' },
  rules: { endsAfterStart: { on: 'ends_at', check: ({ starts_at, ends_at }) => !starts_at || !ends_at || starts_at < ends_at } },
  actions: {
    pause: { on: 'rows', confirm: true, danger: true, when: (race) => race.status !== paused },
    rename: { on: 'row', input: { city: f.text({ required: true, max: 20 }), loud: f.boolean() } },
  },
  related: ['legs.raceid'],
});

export const registry = createRegistry([races, legs, sponsors, managers]);
/** Somebody who may edit races and nothing about money. */
export const editor: Grants = { ...noGrants(7), organizationid: 3, platforms: ['EVENT'], keys: { events: 'edit' } };
/** Somebody who only looks. */
export const viewer: Grants = { ...editor, keys: { events: 'view' } };

/** A stored race as the API answers it. */
export const race = (over: Readonly<Record<string, unknown>> = {}): Record<string, unknown> => ({
  raceid: 1, version: 1, created: '2026-01-05T16:00:00.000Z', updated: '2026-01-05T16:00:00.000Z',
  name: { es: 'Carrera del Río', en: null }, slug: 'carrera-del-rio', city: 'Monterrey', kind: 'paid', price_cents: 45_000,
  starts_at: '2026-03-01T13:00:00.000Z', ends_at: '2026-03-01T18:00:00.000Z', sponsorid: 2, sponsor: { sponsorid: 2, title: 'Agua Fresca' },
  managerid: null, manager: null, legs: [{ legid: 11, name: 'Nado', price_cents: 10_000, sort: 1 }, { legid: 12, name: 'Bici', price_cents: 20_000, sort: 2 }],
  phone: '8112345678', budget_cents: 900_000, status: 'open', sold_count: 4, ...over,
});
