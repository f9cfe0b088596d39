import { expect, test } from 'vitest';
import { documentKindNames, mayOpen } from '@/domain/registration/documentKinds';
import { permissionKeys } from '@/schema/access';

/** Written by hand: each kind opens with the keys under which what it says is read elsewhere. */
const openedBy = {
  confirmation: ['event-delivery', 'event-admin-inscription'],
  receipt: ['event-admin-inscription', 'asdeporte-wallet', 'asdeporte-admin-wallet', 'reports-bi'],
  exoneration: ['event-exoneration'],
  evidence: ['asdeporte-admin-wallet'],
} as const;

test.each(documentKindNames)('%s opens with its keys, and with no other', (kind) => {
  expect(permissionKeys.filter((key) => mayOpen({ keys: { [key]: 'view' } }, kind)).sort()).toEqual([...openedBy[kind]].sort());
});

test('what tells contact data is closed to who reads none, and nothing else is', () => {
  const keys = { ...Object.fromEntries(permissionKeys.map((key) => [key, 'edit' as const])), 'reports-wo-contact-info': 'view' as const };
  expect(documentKindNames.filter((kind) => !mayOpen({ keys }, kind))).toEqual(['evidence']);
});
