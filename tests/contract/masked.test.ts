import { describe, expect, test } from 'vitest';
import { registry, resources } from '@/resources';
import type { Grants } from '@/schema';
import { noGrants, permissionKeys, restrictingKey, type PermissionKey } from '@/schema/access';
import { canSee } from '@/schema/project/access';
import { constraintsOf } from '@/schema/project/constraints';
import { DomainError } from '../../server/api/DomainError';
import { orderText } from '../../server/api/list/order';
import { mayBeHidden } from '../../server/api/list/search';
import type { Transaction } from '../../server/api/transaction';
import { explain } from '../../server/api/write/constraints';

const holding = (keys: readonly PermissionKey[]): Grants => ({ ...noGrants(0), organizationid: 1, keys: Object.fromEntries(keys.map((key) => [key, 'edit'])) });
/** Whoever sees the least of a record: contact data is masked, and no key opens what few may see. */
const masked = holding([restrictingKey]);
/** Somebody of the platform who holds every key that opens something. */
const chief: Grants = { ...holding(permissionKeys.filter((key) => key !== restrictingKey)), is_platform: true };
const hidden = resources.flatMap((resource) => Object.keys(resource.all).filter((name) => mayBeHidden(resource.all[name]!)).map((name) => [resource.name, name] as const));

test('some fields are masked, or nothing here would be tried', () => {
  expect(hidden).toEqual(expect.arrayContaining([['inscriptions', 'email'], ['web_users', 'curp'], ['inscriptions', 'qr_token']]));
  for (const [name, field] of hidden) expect([name, field, canSee(masked, registry.get(name).all[field]!)]).toEqual([name, field, false]);
});

test.each(hidden)('%s: %s orders no list for whoever may not read it, upwards or downwards', (name, field) => {
  for (const entry of [field, `-${field}`]) expect(() => orderText(masked, registry.get(name), 't', [entry])).toThrow(DomainError);
});

test.each(resources.map(({ name }) => [name] as const))('%s is in an order that tells nothing of what is masked, when nobody asks for another', (name) => {
  const order = orderText(masked, registry.get(name), 't', null);
  expect(hidden.filter(([of, field]) => of === name && order.includes(`"${field}"`))).toEqual([]);
});

describe('a value that is taken', () => { // in one's own organisation, which is no secret
  const constraints = [...constraintsOf(registry)].filter(([, { kind, resource, fields }]) => kind === 'unique' && fields.some((field) => field !== 'organizationid' && registry.get(resource).all[field] && mayBeHidden(registry.get(resource).all[field]!)));
  const told = (grants: Grants, constraint: string, resource: string): DomainError =>
    explain({ registry, grants } as unknown as Transaction, registry.get(resource), { code: '23505', constraint, detail: 'Key (email)=(alguien@prueba.test) already exists.' }) as DomainError;

  test('may be one that is masked, or nothing here would be tried', () => expect(constraints.map(([, { fields }]) => fields.at(-1))).toEqual(expect.arrayContaining(['email', 'qr_token'])));

  test.each(constraints)('is told without its field and without itself to whoever may not read it: %s', (constraint, { resource }) => {
    const { statusCode, key, errors, params } = told(masked, constraint, resource);
    expect({ statusCode, key, errors, params }).toEqual({ statusCode: 409, key: 'errors.conflict', errors: [], params: {} });
  });

  test.each(constraints)('is told on its field, and without the value, to whoever may: %s', (constraint, { resource }) => {
    const { statusCode, errors } = told(chief, constraint, resource);
    expect([statusCode, errors.length]).toEqual([409, 1]);
    expect(JSON.stringify(errors)).not.toContain('alguien');
  });
});
