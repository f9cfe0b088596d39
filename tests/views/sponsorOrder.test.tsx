import { screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { registry } from '@/resources';
import { SponsorOrder } from '@/resources/sponsors/SponsorOrder';
import type { Grants } from '@/schema';
import { fakeServer, mount, refusal } from './support/mount';

const sponsor = (sponsorid: number, name: string, eventid = 1) => ({
  sponsorid,
  eventid,
  name,
  tier: 'gold',
  logo: '/files/logo.png',
  sort: sponsorid,
  version: 1,
});
const grants: Grants = {
  organizationid: 1,
  userid: 9,
  is_platform: false,
  platforms: ['EVENT'],
  regions: [],
  event_scope: 'all',
  events: [],
  keys: { events: 'edit', 'event-sponsors': 'edit' },
};
const open = () => {
  const server = fakeServer(registry, {
    sponsors: [sponsor(1, 'Agua'), sponsor(2, 'Banco'), sponsor(3, 'Calzado'), sponsor(4, 'Ajeno', 2)],
  });
  const onClose = vi.fn();
  return {
    server,
    onClose,
    ...mount({
      at: ['/'],
      server,
      registry,
      grants,
      routes: [{ path: '', element: <SponsorOrder parent={{ resource: 'events', field: 'eventid', id: 1 }} onClose={onClose} /> }],
    }),
  };
};
const names = (): readonly (string | null)[] =>
  screen.getAllByRole('listitem').map((row) => within(row).getByText(/^(Agua|Banco|Calzado|Ajeno)$/).textContent);
const move = (row: number, way: 'Subir' | 'Bajar') => screen.findByRole('button', { name: new RegExp(`^${way}.* ${row}$`) });

test('the sponsors of the event change places by buttons, and their order is kept in one request', async () => {
  const { user, server, onClose } = open();
  await user.click(await move(3, 'Subir'));
  expect(names()).toEqual(['Agua', 'Calzado', 'Banco']);
  expect(screen.getAllByRole('button', { name: /^Arrastrar la fila/ })).toHaveLength(3);
  await user.click(screen.getByRole('button', { name: 'Guardar' }));
  await waitFor(() => expect(onClose).toHaveBeenCalledWith(true));
  expect(server.of('custom').map(({ url, values }) => [url, (values as any).input])).toEqual([
    ['/v2/event/sponsors/actions/order', { eventid: 1, sponsors: [{ sponsorid: 1 }, { sponsorid: 3 }, { sponsorid: 2 }] }],
  ]);
});

test('a refusal is shown and the order on screen stays', async () => {
  const { user, server, onClose } = open();
  server.next['custom'] = () => {
    throw refusal(409, 'La lista cambió', [{ path: 'input.sponsors', message: 'La lista cambió' }]);
  };
  await user.click(await move(1, 'Bajar'));
  await user.click(screen.getByRole('button', { name: 'Guardar' }));
  expect((await screen.findByRole('alert')).textContent).toBe('La lista cambió');
  expect(names()).toEqual(['Banco', 'Agua', 'Calzado']);
  expect(onClose).not.toHaveBeenCalled();
});
