import { expect, test } from 'vitest';
import { registry } from '@/resources';
import { noGrants, type Grants } from '@/schema';
import { permissionKeys, restrictingKey, type PermissionKey } from '@/schema/access';
import { planList, withRead } from '@/views/list/model/listPlan';
import { maskedTable, opening, type Mask } from '../api/maskedTable';

const holding = (keys: readonly PermissionKey[], is_platform = true): Grants => ({
  ...noGrants(1),
  organizationid: 1,
  is_platform,
  regions: ['national'],
  keys: Object.fromEntries(keys.map((key) => [key, 'edit'])),
});
const openKeys = permissionKeys.filter((key) => key !== restrictingKey);
const chief = holding(openKeys);
/** Somebody with every key but those of the mask. */
const without = (mask: Mask): Grants =>
  mask === 'contact'
    ? holding(permissionKeys)
    : mask.includes('platform')
      ? holding(openKeys, false)
      : holding(openKeys.filter((key) => !opening[mask]!.includes(key)));

/** What a list can show, filter, add up and export for somebody. */
const offered = (entity: string, grants: Grants): readonly string[] => {
  const plan = planList(registry.get(entity), registry, grants);
  const columns = plan.columns.map(({ name }) => name);
  return [...columns, ...plan.standard, ...withRead(plan, columns), ...plan.filters.map(({ path }) => path), ...plan.totals];
};
const cases = Object.entries(maskedTable).flatMap(([entity, fields]) =>
  Object.entries(fields).map(([field, mask]) => [entity, field, mask] as const),
);

test.each(cases)('%s.%s (%s) is in no list, filter, total or export of who may not read it', (entity, field, mask) => {
  expect(offered(entity, without(mask))).not.toContain(field);
});

test('who may read them is offered what a table can show', () => {
  expect(offered('inscriptions', chief)).toEqual(expect.arrayContaining(['email', 'phone', 'qr_token', 'organizationid']));
  expect(offered('events', chief)).toEqual(expect.arrayContaining(['revenue_cents', 'platform']));
});
