import { screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import type { Parent } from '@/fields/kit/contracts';
import { registry } from '@/resources';
import { fieldOf } from '@/schema';
import { TargetFilter } from '@/fields/belongsTo/TargetFilter';
import { fakeServer, mount } from './support/mount';

const distance = (distanceid: number, name: string, eventid: number, event: string) => ({
  distanceid,
  name,
  eventid,
  event: { eventid, title: event },
});
const few = [distance(1, '10K', 7, 'Anáhuac 2026'), distance(2, '21K', 7, 'Anáhuac 2026'), distance(3, '10K', 8, 'Barrancas 2027')];
const open = (rows: readonly ReturnType<typeof distance>[], within?: Parent) => {
  const server = fakeServer(registry, { distances: [...rows] });
  const changed = vi.fn();
  const inscriptions = registry.get('inscriptions');
  const element = (
    <TargetFilter
      op="in"
      value={null}
      onChange={changed}
      field={fieldOf(inscriptions, 'distanceid')}
      place={{ resource: 'inscriptions', name: 'distanceid' }}
      within={within}
    />
  );
  return { ...mount({ at: ['/'], server, registry, routes: [{ path: '', element }] }), changed, server };
};
const labels = () => screen.getAllByRole('checkbox').map((box) => box.closest('label')?.textContent);

test('inside an event, a filter offers the distances of that event', async () => {
  const { user, changed } = open(few, { resource: 'events', field: 'eventid', id: 7 });
  await waitFor(() => expect(labels()).toEqual(['10K', '21K']));
  await waitFor(() => expect(document.activeElement).toBe(screen.getAllByRole('checkbox')[0]));
  await user.click(screen.getByRole('checkbox', { name: '21K' }));
  expect(changed).toHaveBeenCalledWith([2]);
});
test('elsewhere each distance says its event', async () => {
  open(few);
  await waitFor(() => expect(labels()).toEqual(['10K · Anáhuac 2026', '21K · Anáhuac 2026', '10K · Barrancas 2027']));
});
test('many are searched instead', async () => {
  open(Array.from({ length: 30 }, (_, at) => distance(at + 1, `${at + 1}K`, 7, 'Anáhuac 2026')));
  expect(await screen.findByRole('combobox')).toBeTruthy();
  expect(screen.queryByRole('checkbox')).toBeNull();
});
