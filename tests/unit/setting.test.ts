import { describe, expect, test } from 'vitest';
import * as f from '@/fields';
import { defineResource, given, me, now } from '@/schema';
import { actionFor, inForm, settingOf } from '@/schema/project/setting';

const guests = defineResource('guests', {
  service: 'event',
  singular: 'guest',
  key: 'guestid',
  permission: 'events',
  tenancy: 'own',
  platform: 'EVENT',
  title: 'name',
  fields: {
    name: f.text({ required: true }),
    status: f.choice(['invited', 'arrived', 'gone', 'lost'], { default: 'invited', byForm: ['gone'] }),
    place: f.choice(['north', 'south', 'east']),
    stage: f.choice(['one', 'two'], { readOnly: true }),
    arrived_at: f.dateTime({ readOnly: true }),
    staffid: f.belongsTo('users', { readOnly: true }),
  },
  list: { columns: ['name'] },
  form: { main: ['organizationid', 'name', 'status', 'place'] },
  actions: {
    arrive: { on: 'rows', set: { status: 'arrived', arrived_at: now, staffid: me, stage: 'two' } },
    invite: { on: 'rows', set: { status: 'invited', arrived_at: null } },
    leave: { on: 'rows', set: { status: 'gone' } },
    seat: { on: 'row', input: { where: f.choice(['north', 'south']) }, set: { place: given('where') } },
  },
});
const settingFor = (name: string, input: Readonly<Record<string, unknown>> = {}) =>
  settingOf(guests.actions![name]!, { now: '2026-05-01T12:00:00.000Z', userid: 7, input });
const values = (name: string, before: Readonly<Record<string, unknown>> | null) => inForm(guests, name, guests.all[name]!, before).values;

describe('what an action sets', () => {
  test('is plain values, the instant and the person', () => {
    expect(settingFor('arrive')).toEqual({ status: 'arrived', arrived_at: '2026-05-01T12:00:00.000Z', staffid: 7, stage: 'two' });
    expect(settingFor('invite')).toEqual({ status: 'invited', arrived_at: null });
  });
  test('is what its dialog asked for, and nothing where that was left empty', () => {
    expect(settingFor('seat', { where: 'south' })).toEqual({ place: 'south' });
    expect(settingFor('seat')).toEqual({ place: null });
  });
});

describe('a value that an action sets', () => {
  test('is written by that action alone', () => {
    expect(actionFor(guests, 'status', 'arrived', { status: 'invited' })).toBe('arrive');
    expect(actionFor(guests, 'status', 'arrived', null)).toBe('arrive');
    expect(actionFor(guests, 'place', 'north', null)).toBe('seat');
  });
  test('is free where the field says so, where the record has it already, and where a new one begins with it', () => {
    expect(actionFor(guests, 'status', 'gone', { status: 'invited' })).toBeUndefined();
    expect(actionFor(guests, 'status', 'arrived', { status: 'arrived' })).toBeUndefined();
    expect(actionFor(guests, 'status', 'invited', null)).toBeUndefined();
    expect(actionFor(guests, 'status', 'invited', { status: 'gone' })).toBe('invite');
  });
  test('leaves values that no action sets alone, and fields that nobody writes', () => {
    expect(actionFor(guests, 'status', 'lost', { status: 'invited' })).toBeUndefined();
    expect(actionFor(guests, 'place', 'east', null)).toBeUndefined();
    expect(actionFor(guests, 'stage', 'two', null)).toBeUndefined();
  });
  test('is not among those that a form offers', () => {
    expect(values('status', null)).toEqual(['invited', 'gone', 'lost']);
    expect(values('status', { status: 'arrived' })).toEqual(['arrived', 'gone', 'lost']);
    expect(values('place', { place: null })).toEqual(['east']);
    expect(inForm(guests, 'name', guests.all['name']!, null)).toBe(guests.all['name']);
  });
});
