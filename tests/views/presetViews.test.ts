import { expect, test } from 'vitest';
import { registry } from '@/resources';
import { inscriptions } from '@/resources/inscriptions/inscriptions';
import { web_users } from '@/resources/web_users/web_users';
import { noGrants, type AnyResource, type Grants } from '@/schema';
import { planList } from '@/views/list/model/listPlan';
import { presetViews } from '@/views/list/model/presetViews';

const planFor = (resource: AnyResource, keys: Grants['keys']) =>
  planList(resource, registry, { ...noGrants(7), organizationid: 1, is_platform: true, platforms: ['ASDEPORTE', 'EVENT'], keys });

test('today begins at the midnight of Mexico City before now', () => {
  const plan = planFor(inscriptions, { 'event-inscription': 'view' });
  const at = (instant: string) => presetViews(plan, Date.parse(instant)).find(({ name }) => name === 'today')?.filter;
  expect(at('2026-11-26T05:30:00Z')).toEqual({ field: 'created', op: 'gte', value: '2026-11-25T00:00:00.000-06:00' });
  expect(at('2026-11-26T06:30:00Z')).toEqual({ field: 'created', op: 'gte', value: '2026-11-26T00:00:00.000-06:00' });
});

test('a condition is offered to who may filter by it, and to nobody else', () => {
  const offered = (keys: Grants['keys']): readonly string[] => presetViews(planFor(web_users, keys)).map(({ name }) => name);
  expect(offered({ 'web-users': 'view', 'merge-user': 'view' })).toEqual(['possible_duplicates']);
  expect(offered({ 'web-users': 'edit' })).toEqual([]);
});
