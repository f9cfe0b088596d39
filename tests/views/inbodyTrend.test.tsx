import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { registry } from '@/resources';
import { inbody_measurements } from '@/resources/inbody_measurements/inbody_measurements';
import { InbodyTrend, placed } from '@/resources/inbody_measurements/InbodyTrend';
import { fakeServer, mount } from './support/mount';

const row = (inbodyid: number, day: string, weight_kg: number, more: object = {}) => ({
  inbodyid,
  web_userid: 7,
  test_at: `${day}T15:00:00Z`,
  weight_kg,
  skeletal_muscle_mass_kg: 30,
  pbf_pct: 20,
  inbody_score: null,
  ...more,
});
const open = (rows: readonly object[]) => {
  const server = fakeServer(registry, {});
  server.next['getList'] = () => ({ data: rows as never, total: rows.length });
  mount({ at: ['/'], server, registry, routes: [{ path: '', element: <InbodyTrend resource={inbody_measurements} athlete={7} /> }] });
  return server;
};

test('says the last value and what changed since the first, and every test as numbers, oldest first', async () => {
  const server = open([row(2, '2026-03-01', 61.5), row(1, '2026-01-01', 64)]);
  const table = within(await screen.findByRole('region', { name: 'Mediciones en números' }))
    .getAllByRole('row')
    .slice(1)
    .map(({ textContent }) => textContent);
  expect(table).toEqual(['01/01/2026 09:00643020—', '01/03/2026 09:0061.53020—']);
  const weight = document.querySelector('[data-measure="weight_kg"]')!;
  expect(weight.textContent).toContain('61.5-2.5 desde la primera');
  expect(weight.querySelectorAll('circle')).toHaveLength(2);
  expect(document.querySelector('[data-measure="inbody_score"] svg')).toBeNull();
  expect(server.of('getList')[0]!.asked!['filters']).toEqual([{ field: 'web_userid', operator: 'eq', value: 7 }]);
});
test('waits for a second test', async () => {
  open([row(1, '2026-01-01', 64)]);
  expect(await screen.findByText('Con una segunda medición se verá aquí la evolución.')).toBeTruthy();
});
test('places points by their time and value, and a level series in the middle', () => {
  expect(
    placed([
      { at: 0, value: 10 },
      { at: 5, value: 30 },
      { at: 10, value: 20 },
    ]),
  ).toEqual([
    [8, 64],
    [120, 8],
    [232, 36],
  ]);
  expect(
    placed([
      { at: 3, value: 5 },
      { at: 4, value: 5 },
    ]).map(([, y]) => y),
  ).toEqual([36, 36]);
});
