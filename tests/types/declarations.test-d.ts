import { expectTypeOf, test } from 'vitest';
import * as f from '@/fields';
import { defineResource, type ActionsOf, type InferInput, type InferRow } from '@/schema';
import { defineViews } from '@/fields/kit/contracts';
import { defineHooks } from '../../server/kernel/defineHooks';

declare module '@/schema/resourceNames' {
  interface ResourceNames {
    readonly tiers: true;
  }
}

const races = defineResource('races', {
  service: 'event',
  singular: 'race',
  key: 'raceid',
  permission: 'events',
  tenancy: 'own',
  platform: 'EVENT',
  title: 'name',
  fields: {
    name: f.text({ required: true }),
    kind: f.choice(['road', 'trail'], { default: 'road' }),
    stage: f.status({ open: { tone: 'green', icon: 'check' }, shut: { tone: 'grey', icon: 'lock' } }),
    price_cents: f.money({ required: true }),
    starts_at: f.dateTime(),
    eventid: f.belongsTo('events'),
    title: f.i18nText(),
    tiers: f.hasMany('tiers.raceid'),
    seats: f.count('inscriptions.raceid'),
    income: f.sum('inscriptions.raceid', 'paid_cents', { stored: true }),
    folio: f.text({ readOnly: true }),
    open: f.boolean(),
  },
  list: { columns: ['name', 'kind', 'created'], filters: ['kind', 'eventid.region'], sort: { name: 'asc' } },
  form: { main: ['name', 'kind', 'organizationid'] },
  actions: { close: { on: 'rows' }, copy: { on: 'row', input: { times: f.integer({ required: true }) } } },
});

test('a row carries every field, nullable unless required, defaulted or computed, and the key and base fields', () => {
  expectTypeOf<InferRow<typeof races>>().toEqualTypeOf<{
    raceid: number;
    name: string;
    kind: 'road' | 'trail';
    stage: 'open' | 'shut' | null;
    price_cents: number;
    starts_at: string | null;
    eventid: number | null;
    title: { readonly es: string; readonly en?: string | null | undefined } | null;
    tiers: readonly Readonly<Record<string, unknown>>[];
    seats: number;
    income: number;
    folio: string | null;
    open: boolean;
    readonly created: string;
    readonly updated: string;
    readonly version: number;
    readonly organizationid?: number | null;
  }>();
});

test('an input leaves out what the server computes or writes, and asks only for what has no default', () => {
  expectTypeOf<InferInput<typeof races>>().toEqualTypeOf<{
    name: string;
    price_cents: number;
    kind?: 'road' | 'trail' | undefined;
    stage?: 'open' | 'shut' | null | undefined;
    starts_at?: string | null | undefined;
    eventid?: number | null | undefined;
    title?: { readonly es: string; readonly en?: string | null | undefined } | null | undefined;
    tiers?: readonly Readonly<Record<string, unknown>>[] | undefined;
    open?: boolean | undefined;
  }>();
});

test('an optional date keeps its null in a row', () => {
  expectTypeOf<InferRow<typeof races>['starts_at']>().toEqualTypeOf<string | null>();
});

test('actions carry the fields that their dialog asks for', () => {
  expectTypeOf<keyof ActionsOf<typeof races>>().toEqualTypeOf<'close' | 'copy'>();
});

test('a declaration cannot name a field it does not have', () => {
  const base = { service: 'event', singular: 'odd', key: 'oddid', permission: 'events', tenancy: 'own', platform: 'EVENT' } as const;
  defineResource('odds', {
    ...base,
    // @ts-expect-error `nom` is not a field
    title: 'nom',
    fields: { name: f.text() },
    // @ts-expect-error `label` is not a field
    list: { columns: ['label'] },
    // @ts-expect-error `nombre` is not a field
    form: { main: ['nombre'] },
  });
  defineResource('odds', {
    ...base,
    title: 'name',
    fields: { name: f.text() },
    list: { columns: ['name'] },
    form: {},
    // @ts-expect-error a condition names a field
    when: { nom: () => true },
  });
  defineResource('odds', {
    ...base,
    title: 'name',
    fields: { name: f.text() },
    list: { columns: ['name'] },
    form: {},
    // @ts-expect-error a rule shows its message on a field
    rules: { odd: { on: 'nom', check: () => true } },
  });
});

test('a declaration cannot name a key, verb, service or operator that does not exist', () => {
  const base = {
    singular: 'odd',
    key: 'oddid',
    tenancy: 'own',
    platform: 'EVENT',
    title: 'name',
    fields: { name: f.text() },
    list: { columns: ['name'] },
    form: {},
  } as const;
  // @ts-expect-error there is no key called `event`
  defineResource('odds', { ...base, service: 'event', permission: 'event' });
  // @ts-expect-error a resource takes no option of that name
  defineResource('odds', { ...base, service: 'event', permission: 'events', colour: 'red' });
  // @ts-expect-error there is no group of the menu called `somewhere`
  defineResource('odds', { ...base, service: 'event', permission: 'events', menu: { group: 'somewhere', icon: 'rows', order: 1 } });
  // @ts-expect-error there is no resource called `no_such`
  f.belongsTo('no_such');
  // @ts-expect-error there is no service called `events`
  defineResource('odds', { ...base, service: 'events', permission: 'events' });
  const published = { ...base, service: 'event', permission: 'events', actions: { publish: { on: 'row' } } } as const;
  // @ts-expect-error `publsh` is neither a verb nor an action
  defineResource('odds', { ...published, access: { publsh: ['events'] } });
});

test('a default must be one of the choices', () => {
  // @ts-expect-error `c` is not a choice
  f.choice(['a', 'b'], { default: 'c' });
  // @ts-expect-error a default of a status is one of its states
  f.status({ open: { tone: 'green', icon: 'check' } }, { default: 'shut' });
  // @ts-expect-error a tone is one of the palette
  f.status({ open: { tone: 'pink', icon: 'check' } });
});

test('an action asks for fields and nothing else', () => {
  defineResource('odds', {
    service: 'event',
    singular: 'odd',
    key: 'oddid',
    permission: 'events',
    tenancy: 'own',
    platform: 'EVENT',
    title: 'name',
    fields: { name: f.text() },
    list: { columns: ['name'] },
    form: {},
    // @ts-expect-error `count` must be a field
    actions: { ping: { on: 'row', input: { count: 3 } } },
  });
});

test('a view override sees the types of its field', () => {
  defineViews(races, {
    cells: {
      name: ({ value }) => value.toUpperCase(),
      starts_at: ({ value }) => (expectTypeOf(value).toEqualTypeOf<string | null>(), null),
    },
  });
  defineViews(races, {
    // @ts-expect-error there is no column called `names`
    cells: { names: () => null },
  });
});

test('bodies and arrangements of actions receive the declared input, under declared names only', () => {
  defineHooks(races, {
    arrange: {
      close: async ({ ids }) => {
        expectTypeOf(ids).toEqualTypeOf<readonly number[]>();
        return ids;
      },
    },
    actions: {
      close: async ({ row }) => {
        expectTypeOf(row.kind).toEqualTypeOf<'road' | 'trail'>();
      },
      copy: async ({ input }) => {
        expectTypeOf(input.times).toEqualTypeOf<number>();
      },
    },
  });
  // @ts-expect-error copy has no body
  defineHooks(races, { actions: { close: async () => undefined } });
  // @ts-expect-error nothing is called shut
  defineHooks(races, { arrange: { shut: async () => [] }, actions: { close: async () => undefined, copy: async () => undefined } });
});
