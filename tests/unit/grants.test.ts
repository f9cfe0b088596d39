import { describe, expect, test } from 'vitest';
import { noGrants, type Grants } from '@/schema';
import { mayGrant } from '@/schema/mayGrant';
import { membershipGrants, type MembershipFacts } from '@/schema/membershipGrants';

const facts = (more: Partial<MembershipFacts>): Grants =>
  membershipGrants({
    userid: 1,
    organizationid: 5,
    is_platform: false,
    platforms: ['ASDEPORTE', 'EVENT'],
    roles: [],
    event_scope: 'all',
    events: [],
    ...more,
  });

describe('what a membership allows', () => {
  test('is its keys with their access, on the platforms of its organization', () => {
    const { keys } = facts({
      roles: [
        ['events', 'EVENT', 'edit'],
        ['web-users', 'ASDEPORTE', 'view'],
        ['fmtri-affiliations', 'FMTRI', 'edit'],
      ],
    });
    expect(keys).toEqual({ events: 'edit', 'web-users': 'view' });
  });
  test('is restricted whatever the platforms of its organization are', () => {
    expect(facts({ platforms: ['EVENT'], roles: [['reports-wo-contact-info', 'ASDEPORTE', 'view']] }).keys).toEqual({
      'reports-wo-contact-info': 'view',
    });
  });
  test('reaches over regions only in the company that runs the platform', () => {
    const roles = [
      ['norte', 'REGIONAL', 'edit'],
      ['national', 'REGIONAL', 'edit'],
    ] as const;
    expect([facts({ roles }).regions, facts({ roles, is_platform: true }).regions]).toEqual([[], ['norte', 'national']]);
  });
  test('knows no slug that is not a key', () => expect(facts({ roles: [['made-up', 'EVENT', 'edit']] }).keys).toEqual({}));
});

describe('what a person may pass on', () => {
  const person = (more: Partial<Grants>): Grants => ({ ...noGrants(1), organizationid: 5, ...more });
  const events = { slug: 'events', category: 'EVENT' },
    north = { slug: 'norte', category: 'REGIONAL' };
  test('is what they hold, and no more of it', () => {
    const grants = (keys: Grants['keys']) => [mayGrant(person({ keys }), events, 'view'), mayGrant(person({ keys }), events, 'edit')];
    expect([grants({}), grants({ events: 'view' }), grants({ events: 'edit' })]).toEqual([
      [false, false],
      [true, false],
      [true, true],
    ]);
  });
  test('is a region of theirs, in the company of the platform alone', () => {
    expect([
      mayGrant(person({ is_platform: true, regions: ['norte'] }), north, 'edit'),
      mayGrant(person({ is_platform: true, regions: ['national'] }), north, 'edit'),
      mayGrant(person({ is_platform: true, regions: ['centro'] }), north, 'edit'),
      mayGrant(person({ regions: ['norte'] }), north, 'edit'),
    ]).toEqual([true, true, false, false]);
  });
  test('is always the key that takes away', () =>
    expect(mayGrant(person({}), { slug: 'reports-wo-contact-info', category: 'ASDEPORTE' }, 'edit')).toBe(true));
});
