import { expect, test } from 'vitest';
import * as f from '@/fields';
import { defineResource, type Grants } from '@/schema';
import { allowsRow } from '@/views/allowsRow';
import { convocatories } from '@/resources/convocatories/convocatories';
import { payments } from '@/resources/payments/payments';
import { offersOn } from '@/views/offersOn';
import { editor, viewer } from './support/fixture';

const stalls = defineResource('stalls', {
  service: 'event',
  singular: 'stall',
  key: 'stallid',
  permission: 'events',
  tenancy: 'own',
  platform: 'EVENT',
  title: 'name',
  access: { edit: [{ key: 'events', when: { field: 'open', op: 'eq', value: true } }] },
  fields: { name: f.text({ required: true }), open: f.boolean() },
  list: { columns: ['name'] },
  form: { main: ['name'] },
});
const platform: Grants = { ...editor, is_platform: true };

test('offers a verb on the rows that its condition names', () => {
  expect(allowsRow(platform, 'edit', stalls, { organizationid: 3, open: true })).toBe(true);
  expect(allowsRow(platform, 'edit', stalls, { organizationid: 3, open: false })).toBe(false);
});
test('offers nothing that the keys do not open', () =>
  expect(allowsRow(viewer, 'edit', stalls, { organizationid: 3, open: true })).toBe(false));
test('offers no change of what is fixed in its state, whatever the keys', () => {
  const chief: Grants = { ...platform, keys: { ...platform.keys, convocatory: 'edit' } };
  const call = (status: string) => ({ organizationid: 3, status });
  for (const verb of ['edit', 'delete'])
    expect(
      ['draft', 'published'].map((status) => allowsRow(chief, verb, convocatories, call(status))),
      verb,
    ).toEqual([true, false]);
});
test('leaves to the server what the row does not carry, or carries masked', () => {
  expect(allowsRow(editor, 'edit', stalls, { open: true })).toBe(true);
  expect(allowsRow(editor, 'edit', stalls, { open: true, organizationid: null })).toBe(true);
});

test('does not offer a decision to the person who asked for it, and says why', () => {
  const chief: Grants = { ...platform, userid: 7, keys: { 'asdeporte-admin-wallet': 'edit' } };
  const refund = { type: 'refund', status: 'created', organizationid: 3, eventid: 1 };
  expect(offersOn(chief, payments, { ...refund, requested_by_userid: 8 }).possible.map(({ name }) => name)).toEqual(['approve', 'reject']);
  const own = offersOn(chief, payments, { ...refund, requested_by_userid: 7 });
  const why = new Map(own.refused.map(({ name, refusal }) => [name, refusal?.rule]));
  expect([own.possible, why.get('approve'), why.get('reject')]).toEqual([[], 'payments.ownRefund', 'payments.ownRefund']);
});
