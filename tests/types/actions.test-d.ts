import { expectTypeOf, test } from 'vitest';
import * as f from '@/fields';
import { defineResource, given, me, now } from '@/schema';
import { defineHooks } from '../../server/kernel/defineHooks';

const base = { service: 'event', singular: 'odd', key: 'oddid', permission: 'events', tenancy: 'own', platform: 'EVENT' } as const;
const fields = {
  name: f.text({ required: true }),
  status: f.choice(['invited', 'checked_in', 'gone'], { default: 'invited' }),
  checked_in_at: f.dateTime({ readOnly: true }),
  staffid: f.belongsTo('users', { readOnly: true }),
  reason: f.text({ readOnly: true }),
};
const shape = { ...base, title: 'name', fields, list: { columns: ['name'] }, form: { main: ['name', 'organizationid'] } } as const;

test('an action sets values of its fields, the instant, the person and what its dialog asked for', () => {
  const odds = defineResource('odds', {
    ...shape,
    actions: {
      check_in: { on: 'rows', from: { status: ['invited'] }, set: { status: 'checked_in', checked_in_at: now, staffid: me } },
      leave: { on: 'row', input: { why: f.text({ required: true }) }, set: { status: 'gone', reason: given('why'), checked_in_at: null } },
      ring: { on: 'row', input: { times: f.integer({ required: true }) } },
    },
  });
  defineHooks(odds, { actions: { ring: async ({ input }) => expectTypeOf(input.times).toEqualTypeOf<number>() } });
  defineHooks(odds, { actions: { ring: async () => 1, leave: async ({ input, row }) => [input.why, row.status] } });
  // @ts-expect-error ring sets nothing and has no body
  defineHooks(odds, { actions: { leave: async () => 1 } });
  // @ts-expect-error nothing is called rings
  defineHooks(odds, { actions: { ring: async () => 1, rings: async () => 1 } });
});

test('an action sets nothing that its fields do not take', () => {
  // @ts-expect-error `checkd_in` is no status
  defineResource('odds', { ...shape, actions: { check_in: { on: 'rows', set: { status: 'checkd_in' } } } });
  // @ts-expect-error `state` is no field
  defineResource('odds', { ...shape, actions: { check_in: { on: 'rows', set: { state: 'gone' } } } });
  // @ts-expect-error a text is no instant
  defineResource('odds', { ...shape, actions: { check_in: { on: 'rows', set: { reason: now } } } });
  // @ts-expect-error an instant is no person
  defineResource('odds', { ...shape, actions: { check_in: { on: 'rows', set: { checked_in_at: me } } } });
  // @ts-expect-error what is required is never emptied
  defineResource('odds', { ...shape, actions: { check_in: { on: 'rows', set: { name: null } } } });
  // @ts-expect-error the dialog asks for `why`
  defineResource('odds', { ...shape, actions: { leave: { on: 'row', input: { why: f.text() }, set: { reason: given('because') } } } });
});

test('an action comes from values that its field takes', () => {
  // @ts-expect-error `invitd` is no status
  defineResource('odds', { ...shape, actions: { check_in: { on: 'rows', from: { status: ['invitd'] } } } });
  // @ts-expect-error nobody draws `helper`
  defineResource('odds', { ...shape, actions: { check_in: { on: 'rows', icon: 'helper' } } });
  // @ts-expect-error an action takes no option of that name
  defineResource('odds', { ...shape, actions: { check_in: { on: 'rows', confrm: true } } });
  // @ts-expect-error it makes a record of a resource
  defineResource('odds', { ...shape, actions: { check_in: { on: 'rows', makes: 'event' } } });
  // @ts-expect-error `invitd` is no status
  defineResource('odds', { ...shape, fixed: { edit: { in: { status: ['invitd'] }, says: 'errors.conflict' } } });
});

test('a field leads to a resource that exists', () => {
  // @ts-expect-error the resource is called events
  f.belongsTo('event');
  // @ts-expect-error the resource is called events
  f.manyToMany('event');
  // @ts-expect-error the resource is called distances
  f.hasMany('distance.eventid');
  // @ts-expect-error the resource is called distances
  f.count('distance.eventid');
});

test('a filter begins at a field, or goes back over a resource', () => {
  defineResource('odds', { ...shape, list: { columns: ['name'], filters: ['status', 'staffid.name', 'payments.oddid.method'] } });
  // @ts-expect-error `staff` is no field
  defineResource('odds', { ...shape, list: { columns: ['name'], filters: ['staff.name'] } });
  // @ts-expect-error the resource is called payments
  defineResource('odds', { ...shape, list: { columns: ['name'], filters: ['payment.oddid.method'] } });
});

test('a field takes the options of its type and no others', () => {
  // @ts-expect-error the option is called max
  f.text({ required: true, maximum: 120 });
  // @ts-expect-error the option is called max
  f.integer({ min: 1, maximum: 120 });
  // @ts-expect-error a number has no pattern
  f.money({ min: 1, pattern: /a/ });
  // @ts-expect-error the option is called required
  f.choice(['a', 'b'], { default: 'a', require: true });
  // @ts-expect-error the option is called match
  f.belongsTo('events', { required: true, matches: {} });
});

test('what the server does about a field knows its value and the record', () => {
  const odds = defineResource('odds', shape);
  defineHooks(odds, {
    fields: {
      reason: {
        follows: ['status'],
        beforeWrite: ({ value, before }) => {
          expectTypeOf(value).toEqualTypeOf<string | null | undefined>();
          expectTypeOf(before?.status).toEqualTypeOf<'invited' | 'checked_in' | 'gone' | undefined>();
          return null;
        },
      },
      status: { validate: async ({ changes }) => (changes('reason') ? 'CONTRADICTS' : undefined) },
    },
  });
  // @ts-expect-error there is no field called `reasons`
  defineHooks(odds, { fields: { reasons: {} } });
  // @ts-expect-error there is no field called `state`
  defineHooks(odds, { fields: { reason: { follows: ['state'] } } });
  // @ts-expect-error `lost` is no status
  defineHooks(odds, { fields: { status: { beforeWrite: () => 'lost' } } });
});
