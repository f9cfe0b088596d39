import { describe, expect, test } from 'vitest';
import * as f from '@/fields';
import { createRegistry, defineChoices, defineResource, given, me, now, type AnyResource } from '@/schema';
import { checkResources } from '@/schema/checks/checkResources';

const base = { service: 'event', permission: 'events', platform: 'EVENT', title: 'name', list: { columns: ['name'] } };
const named = (name: string, singular: string, over: object = {}): AnyResource => {
  const spec = {
    ...base,
    singular,
    key: `${singular}id`,
    tenancy: 'catalog',
    fields: { name: f.text({ required: true }) },
    form: { main: ['name'] },
    ...over,
  };
  return defineResource(name, spec as unknown as Parameters<typeof defineResource>[1]) as AnyResource;
};
const fields = {
  name: f.text({ required: true }),
  status: f.choice(['invited', 'arrived', 'gone'], { default: 'invited' }),
  arrived_at: f.dateTime({ readOnly: true }),
  staffid: f.belongsTo('users', { readOnly: true }),
  eventid: f.belongsTo('events', { readOnly: true }),
  label: f.text({ joins: ['name'], readOnly: true }),
};
/** What is wrong with a resource that has one action, among the resources that it names. */
const problemsOf = (action: object, over: object = {}): readonly string[] => {
  const guests = named('guests', 'guest', { fields, actions: { arrive: { on: 'row', ...action } }, ...over });
  const others = [named('users', 'user'), named('events', 'event')];
  return checkResources(createRegistry([guests, ...others])).map(({ code, message }) => `${code} ${message}`);
};

test('values, the instant, the person and what was asked for are set without a complaint', () => {
  const input = { to: f.choice(['arrived', 'gone'], { required: true }) };
  expect(problemsOf({ input, set: { status: given('to'), arrived_at: now, staffid: me } })).toEqual([]);
  expect(problemsOf({ set: { status: 'gone', arrived_at: null } })).toEqual([]);
});

describe('what an action sets and no field takes stops the start, with a sentence', () => {
  test.each<readonly [string, object]>([
    ['R047 guests.arrive sets "statu" and "statu" is no field of guests. Did you mean "status"?', { set: { statu: 'gone' } }],
    ['R047 guests.arrive sets "status" to "lost", which it does not take.', { set: { status: 'lost' } }],
    ['R047 guests.arrive sets "name" to nothing, which it is never.', { set: { name: null } }],
    ['R047 guests.arrive sets "name" to the instant, and it holds none.', { set: { name: now } }],
    ['R047 guests.arrive sets "eventid" to the person, and it leads to no user.', { set: { eventid: me } }],
    ['R047 guests.arrive sets "label" which has no column or is computed by the database.', { set: { label: 'a' } }],
    [
      'R047 guests.arrive sets "status" and asks for no "too". Did you mean "to"?',
      { set: { status: given('too') }, input: { to: f.text() } },
    ],
    [
      'R047 guests.arrive sets "status" to what it asks for as "to", which may be another kind of value.',
      { set: { status: given('to') }, input: { to: f.choice(['gone', 'lost'], { required: true }) } },
    ],
    [
      'R047 guests.arrive sets "status" to what it asks for as "to", which may be left empty.',
      { set: { status: given('to') }, input: { to: f.choice(['gone']) } },
    ],
    ['R047 guests.arrive sets values and acts on no record.', { on: 'list', set: { status: 'gone' } }],
    ['R046 guests.arrive has the icon "sparkles", which nobody draws.', { icon: 'sparkles' }],
    ['R046 guests.arrive has the icon "arrows", which nobody draws. Did you mean "arrow"?', { icon: 'arrows' }],
    [
      'R029 guests.arrive starts from "status: invted", and guests.status takes invited, arrived, gone. Did you mean "invited"?',
      { from: { status: ['invted'] } },
    ],
    ['R001 guests.arrive leads to "event", and no resource is called "event". Did you mean "events"?', { makes: 'event' }],
    ['R001 guests.arrive leaves rows of "events", which is no resource that only grows.', { leaves: 'events' }],
    ['R001 guests.arrive leads to "meetings", and no resource is called "meetings".', { makes: 'meetings' }],
  ])('%s', (sentence, action) => expect(problemsOf(action)).toEqual([sentence]));
});

test('a form is let set only what some action sets', () => {
  const open = { ...fields, status: f.choice(['invited', 'arrived', 'gone'], { default: 'invited', byForm: ['gone'] }) };
  expect(problemsOf({ set: { status: 'gone' } }, { fields: open })).toEqual([]);
  expect(problemsOf({ set: { status: 'arrived' } }, { fields: open })).toEqual([
    'R048 guests.status lets forms set "gone" too, which no action sets.',
  ]);
});

test('two lists do not share a name', () => {
  const one = f.choice(defineChoices('days', ['mon', 'tue'])),
    other = f.choice(defineChoices('days', ['mon', 'sun']));
  expect(problemsOf({}, { fields: { ...fields, one, other } })).toEqual([
    'R049 guests.other takes the list "days" with other values than its first use, which has mon, tue.',
  ]);
});
