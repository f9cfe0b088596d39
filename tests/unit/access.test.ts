import { describe, expect, test } from 'vitest';
import * as f from '@/fields';
import { createRegistry, defineResource, noGrants, type Grants } from '@/schema';
import { takesFiles } from '@/schema/access';
import { can, canSee, canWrite, decide, offers, scopeFilter } from '@/schema/project/access';

declare module '@/schema/resourceNames' {
  interface ResourceNames {
    readonly runners: true;
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
  access: {
    list: ['events', { key: 'fmtri-affiliations', when: { field: 'fmtri_required', op: 'eq', value: true } }],
    copy: ['event-delivery'],
    delete: [],
  },
  scope: { region: 'region', event: 'raceid' },
  fields: {
    name: f.text({ required: true }),
    region: f.text(),
    fmtri_required: f.boolean(),
    email: f.email({ hiddenBy: 'reports-wo-contact-info' }),
    clabe: f.text({ visibleTo: ['asdeporte-wallet'] }),
    keys: f.text({ editableBy: ['user-roles'] }),
    fee: f.integer({ platformOnly: true }),
  },
  list: { columns: ['name'] },
  form: { main: ['name'] },
  actions: { copy: { on: 'row' }, close: { on: 'row' } },
});
const person = (over: Partial<Grants>): Grants => ({ ...noGrants(1), organizationid: 5, ...over });

describe('keys', () => {
  test('view opens looking and nothing else', () => {
    const grants = person({ keys: { events: 'view' } });
    expect(['list', 'show', 'create', 'edit', 'close'].map((verb) => can(grants, verb, races))).toEqual([true, true, false, false, false]);
  });
  test('who only sees as somebody else reads, and is offered no change, file or address, whatever the keys', () => {
    const letters = defineResource('runners', {
      service: 'event',
      singular: 'runner',
      key: 'runnerid',
      permission: 'anyone',
      tenancy: 'own',
      platform: 'EVENT',
      title: 'name',
      scope: { owner: 'name' },
      fields: { name: f.text({ required: true }) },
      list: { columns: ['name'] },
      form: { main: ['name'] },
      actions: {
        count: { on: 'list', reads: true },
        print: { on: 'row', reads: true, givesFile: true },
        link: { on: 'row', reads: true, reveals: 'link' },
      },
    });
    const verbs = ['list', 'show', 'count', 'create', 'edit', 'delete', 'print', 'link'];
    expect(verbs.filter((verb) => can(person({}), verb, letters))).toEqual(verbs);
    expect(verbs.filter((verb) => can(person({ isLook: true }), verb, letters))).toEqual(['list', 'show', 'count']);
    expect([{}, { isLook: true }].map(takesFiles)).toEqual([true, false]);
  });
  test('edit opens creating, editing and actions without keys of their own', () => {
    const grants = person({ keys: { events: 'edit' } });
    expect(['create', 'edit', 'close', 'copy'].map((verb) => can(grants, verb, races))).toEqual([true, true, true, false]);
  });
  test('deleting and actions without keys of their own ask for those of editing, and not for those of the list', () => {
    const desks = defineResource('desks', {
      service: 'event',
      singular: 'desk',
      key: 'deskid',
      permission: 'events',
      tenancy: 'own',
      platform: 'EVENT',
      title: 'name',
      access: { list: ['events'], edit: ['event-delivery'] },
      fields: { name: f.text({ required: true }) },
      list: { columns: ['name'] },
      form: { main: ['name'] },
      actions: { close: { on: 'row' } },
    });
    const verbs = ['list', 'edit', 'delete', 'close'];
    expect(verbs.map((verb) => can(person({ keys: { events: 'edit' } }), verb, desks))).toEqual([true, false, false, false]);
    expect(verbs.map((verb) => can(person({ keys: { 'event-delivery': 'edit' } }), verb, desks))).toEqual([false, true, true, true]);
  });
  test('an empty list of keys closes a verb to everyone', () =>
    expect(can(person({ keys: { events: 'edit' } }), 'delete', races)).toBe(false));
  test('a verb or action that does not exist is closed', () =>
    expect(can(person({ keys: { events: 'edit' } }), 'publish', races)).toBe(false));
  test('an inherited property is no action', () => expect(can(person({ keys: { events: 'edit' } }), 'toString', races)).toBe(false));
  test('a conditional key opens only the rows that satisfy it', () => {
    expect(decide(person({ keys: { 'fmtri-affiliations': 'edit' } }), 'show', races)).toEqual({
      where: { field: 'fmtri_required', op: 'eq', value: true },
    });
  });
  test('a broader key lifts the condition of a narrower one', () => {
    expect(decide(person({ keys: { 'fmtri-affiliations': 'edit', events: 'view' } }), 'list', races)).toEqual({ where: null });
  });
  test('somebody without organization opens nothing', () => expect(can(noGrants(1), 'list', races)).toBe(false));
});

describe('what a screen offers', () => {
  const small = { service: 'event', platform: 'EVENT', title: 'name', list: { columns: ['name'] } } as const;
  const runners = defineResource('runners', {
    ...small,
    singular: 'runner',
    key: 'runnerid',
    permission: 'web-users',
    tenancy: 'platform',
    fields: { name: f.text({ required: true }) },
    form: { main: ['name'] },
  });
  const entries = defineResource('entries', {
    ...small,
    singular: 'entry',
    key: 'entryid',
    permission: 'event-inscription',
    tenancy: { parent: 'raceid' },
    fields: {
      name: f.text({ required: true }),
      raceid: f.belongsTo('races', { required: true, createOnly: true }),
      runnerid: f.belongsTo('runners', { required: true }),
    },
    form: { main: ['name', 'raceid', 'runnerid'] },
  });
  const teams = defineResource('teams', {
    ...small,
    singular: 'team',
    key: 'teamid',
    permission: 'event-inscription',
    tenancy: 'own',
    fields: {
      name: f.text({ required: true }),
      captainid: f.belongsTo('runners'),
      founderid: f.belongsTo('runners', { required: true, readOnly: true }),
      keeperid: f.belongsTo('runners', { required: true, editableBy: ['user-roles'] }),
    },
    form: { main: ['name', 'captainid'] },
  });
  const registry = createRegistry([races, runners, entries, teams]);
  const offered = (grants: Grants, verb = 'create', resource: Parameters<typeof offers>[2] = entries): boolean =>
    offers(grants, verb, resource, registry);
  const keys = { 'event-inscription': 'edit', events: 'view', 'web-users': 'view' } as const;

  test('a form that can be filled in', () => expect(offered(person({ is_platform: true, keys }))).toBe(true));
  test('no form whose obligatory reference has nothing to pick', () => {
    const grants = person({ is_platform: true, keys: { 'event-inscription': 'edit', events: 'view' } });
    expect(can(grants, 'create', entries)).toBe(true);
    expect(offered(grants)).toBe(false);
  });
  test('no form whose obligatory reference is in no sight of an organization, whatever its keys', () =>
    expect(offered(person({ keys }))).toBe(false));
  test("a form whose references may stay empty, or are not the person's to write", () =>
    expect(offered(person({ keys: { 'event-inscription': 'edit' } }), 'create', teams)).toBe(true));
  test('every other verb as the keys say', () => {
    const grants = person({ keys: { 'event-inscription': 'edit' } });
    expect(['list', 'show', 'edit', 'create'].map((verb) => offered(grants, verb))).toEqual([true, true, true, false]);
    expect(offered(person({ keys: { 'event-inscription': 'view' } }), 'edit')).toBe(false);
  });
});

describe('fields', () => {
  test('the restricting key wins over every other', () => {
    expect(canSee(person({ keys: { events: 'edit', 'web-users': 'edit', 'reports-wo-contact-info': 'view' } }), races.fields.email)).toBe(
      false,
    );
    expect(canSee(person({ keys: { events: 'view' } }), races.fields.email)).toBe(true);
  });
  test('a field for some keys is closed to the others', () => {
    expect(canSee(person({ keys: { events: 'edit' } }), races.fields.clabe)).toBe(false);
    expect(canSee(person({ keys: { 'asdeporte-wallet': 'view' } }), races.fields.clabe)).toBe(true);
  });
  test('a field that only some may write is read by the others', () => {
    const grants = person({ keys: { events: 'edit', 'user-roles': 'view' } });
    expect([canSee(grants, races.fields.keys), canWrite(grants, races.fields.keys)]).toEqual([true, false]);
  });
  test('a platform field is closed to organizations', () => {
    expect(canSee(person({}), races.fields.fee)).toBe(false);
    expect(canSee(person({ is_platform: true }), races.fields.fee)).toBe(true);
  });
});

describe('rows', () => {
  const keys = { events: 'edit' } as const;
  test('an organization sees its own', () =>
    expect(scopeFilter(person({ keys }), races, 'list')).toEqual({ field: 'organizationid', op: 'eq', value: 5 }));
  test('regional keys outside the platform count for nothing', () => {
    expect(scopeFilter(person({ keys, regions: ['national'] }), races, 'list')).toEqual({ field: 'organizationid', op: 'eq', value: 5 });
  });
  test('national covers every region', () =>
    expect(scopeFilter(person({ keys, is_platform: true, regions: ['national'] }), races, 'edit')).toBeNull());
  test('a region looks at national events and does not touch them', () => {
    const grants = person({ keys, is_platform: true, regions: ['centro'] });
    expect(scopeFilter(grants, races, 'list')).toEqual({
      or: [
        { field: 'region', op: 'in', value: ['centro', 'nacional'] },
        { field: 'organizationid', op: 'eq', value: 5 },
      ],
    });
    expect(scopeFilter(grants, races, 'edit')).toEqual({
      or: [
        { field: 'region', op: 'in', value: ['centro'] },
        { field: 'organizationid', op: 'eq', value: 5 },
      ],
    });
  });
  test('assigned events are added to the regions', () => {
    const grants = person({ keys, is_platform: true, regions: ['centro'], events: [7] });
    expect(scopeFilter(grants, races, 'edit')).toEqual({
      or: [
        { field: 'region', op: 'in', value: ['centro'] },
        { field: 'raceid', op: 'in', value: [7] },
        { field: 'organizationid', op: 'eq', value: 5 },
      ],
    });
  });
  test('a platform member without regions edits the events of the own organization only', () => {
    expect(scopeFilter(person({ keys, is_platform: true }), races, 'edit')).toEqual({ field: 'organizationid', op: 'eq', value: 5 });
  });
  test('a narrowed membership sees its assigned events only', () => {
    expect(scopeFilter(person({ keys, event_scope: 'selected', events: [7, 8] }), races, 'list')).toEqual({
      and: [
        { field: 'organizationid', op: 'eq', value: 5 },
        { field: 'raceid', op: 'in', value: [7, 8] },
      ],
    });
  });
  test('what somebody keeps for themselves is theirs alone, on the platform too', () => {
    const notes = defineResource('notes', {
      service: 'event',
      singular: 'note',
      key: 'noteid',
      permission: 'anyone',
      tenancy: 'own',
      platform: 'EVENT',
      title: 'name',
      scope: { owner: 'userid' },
      fields: { name: f.text({ required: true }), userid: f.belongsTo('users', { required: true, readOnly: true }) },
      list: { columns: ['name'] },
      form: { main: ['name'] },
    });
    const own = {
      and: [
        { field: 'organizationid', op: 'eq', value: 5 },
        { field: 'userid', op: 'eq', value: 1 },
      ],
    };
    expect([
      scopeFilter(person({}), notes, 'list'),
      scopeFilter(person({ is_platform: true, regions: ['national'] }), notes, 'list'),
    ]).toEqual([own, own]);
  });
});
