import { expect, test } from 'vitest';
import { inscriptions } from '@/resources/inscriptions/inscriptions';
import { presetViews } from '@/views/list/model/presetViews';

test('today begins at the midnight of Mexico City before now', () => {
  const at = (instant: string) => presetViews(inscriptions, Date.parse(instant)).find(({ name }) => name === 'today')?.filter;
  expect(at('2026-11-26T05:30:00Z')).toEqual({ field: 'created', op: 'gte', value: '2026-11-25T00:00:00.000-06:00' });
  expect(at('2026-11-26T06:30:00Z')).toEqual({ field: 'created', op: 'gte', value: '2026-11-26T00:00:00.000-06:00' });
});
