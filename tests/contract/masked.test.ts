import { describe, expect, test } from 'vitest';
import { registry, resources } from '@/resources';
import type { AnyField, Grants } from '@/schema';
import { noGrants, permissionKeys, restrictingKey, type PermissionKey } from '@/schema/access';
import { canSee } from '@/schema/project/access';
import { constraintsOf } from '@/schema/project/constraints';
import { DomainError } from '../../server/kernel/DomainError';
import { orderText } from '../../server/api/list/order';
import type { Transaction } from '../../server/kernel/transaction';
import { explain } from '../../server/kernel/constraints';
import { maskedTable, opening, type Mask } from '../api/maskedTable';

const holding = (keys: readonly PermissionKey[]): Grants => ({
  ...noGrants(0),
  organizationid: 1,
  keys: Object.fromEntries(keys.map((key) => [key, 'edit'])),
});
/** A person who sees the least of a record: contact data is masked, and no key opens what few may see. */
const masked = holding([restrictingKey]);
/** Somebody of the platform who holds every key that opens something. */
const chief: Grants = { ...holding(permissionKeys.filter((key) => key !== restrictingKey)), is_platform: true };
/** Somebody of an organization with the same keys. */
const tenant: Grants = { ...chief, is_platform: false };
const openKeys = permissionKeys.filter((key) => key !== restrictingKey);

/** The mask of a field by what it does to people; `null` when it hides from nobody. */
const maskOf = (field: AnyField): string | null => {
  const isContact = !canSee({ ...chief, keys: { ...chief.keys, [restrictingKey]: 'view' } }, field),
    isPlatform = !canSee(tenant, field);
  const opens = openKeys.filter((key) => canSee({ ...holding([key]), is_platform: true }, field));
  const named =
    opens.length === openKeys.length
      ? undefined
      : ((Object.keys(opening) as Mask[]).find((mask) => opening[mask]!.toSorted().join() === opens.toSorted().join()) ??
        `only ${opens.join(', ')}`);
  return [isContact && 'contact', isPlatform && 'platform', named].filter(Boolean).join(' ') || null;
};
const declared = Object.fromEntries(
  resources.map(({ name, all }) => [
    name,
    Object.fromEntries(
      Object.entries(all)
        .map(([field, spec]) => [field, maskOf(spec)] as const)
        .filter(([, mask]) => mask),
    ),
  ]),
);
const hidden = Object.entries(maskedTable).flatMap(([name, fields]) => Object.keys(fields).map((field) => [name, field] as const));
const isMasked = (name: string, field: string): boolean => maskedTable[name]?.[field] !== undefined;

test('every mask is in the table, with the keys that open it, and the table knows no other', () => {
  expect(Object.fromEntries(Object.entries(declared).filter(([, fields]) => Object.keys(fields).length > 0))).toEqual(maskedTable);
});

test('every masked field is closed to somebody who holds nothing but the restriction', () => {
  for (const [name, field] of hidden) expect([name, field, canSee(masked, registry.get(name).all[field]!)]).toEqual([name, field, false]);
});

test.each(hidden)('%s: %s orders no list for anyone who may not read it, upwards or downwards', (name, field) => {
  for (const entry of [field, `-${field}`]) expect(() => orderText(masked, registry.get(name), 't', [entry])).toThrow(DomainError);
});

test.each(resources.map(({ name }) => [name] as const))(
  '%s is in an order that tells nothing of what is masked, when nobody asks for another',
  (name) => {
    const order = orderText(masked, registry.get(name), 't', null);
    expect(hidden.filter(([of, field]) => of === name && order.includes(`"${field}"`))).toEqual([]);
  },
);

describe('a value that is taken', () => {
  // in one's own organization, which is no secret
  const constraints = [...constraintsOf(registry)].filter(
    ([, { kind, resource, fields }]) =>
      kind === 'unique' && fields.some((field) => field !== 'organizationid' && isMasked(resource, field)),
  );
  const errorFor = (grants: Grants, constraint: string, resource: string): DomainError =>
    explain({ registry, grants } as unknown as Transaction, registry.get(resource), {
      code: '23505',
      constraint,
      detail: 'Key (email)=(alguien@prueba.test) already exists.',
    }) as DomainError;

  test('may be one that is masked, or nothing here would be tried', () =>
    expect(constraints.map(([, { fields }]) => fields.at(-1))).toEqual(expect.arrayContaining(['email', 'qr_token'])));

  test.each(constraints)('names neither its field nor itself to people who may not read it: %s', (constraint, { resource }) => {
    const { statusCode, code, rule, errors, params } = errorFor(masked, constraint, resource);
    expect({ statusCode, code, rule, errors, params }).toEqual({
      statusCode: 409,
      code: 'ALREADY_EXISTS',
      rule: undefined,
      errors: [],
      params: {},
    });
  });

  test.each(constraints)('is on its field, without the value, for people who may read it: %s', (constraint, { resource }) => {
    const { statusCode, errors } = errorFor(chief, constraint, resource);
    expect([statusCode, errors.length]).toEqual([409, 1]);
    expect(JSON.stringify(errors)).not.toContain('alguien');
  });
});
