import { screen, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { registry } from '@/resources';
import { tribike_orders } from '@/resources/tribike_orders/tribike_orders';
import { ActionDialog } from '@/views/action/ActionDialog';
import { editor } from './support/fixture';
import { fakeServer, mount, refusal, type FakeServer } from './support/mount';

let server: FakeServer;
const grants = { ...editor, keys: { ...editor.keys, 'report-tribike': 'edit' as const } };
const state = { provider: 'remote', synced_at: '2027-05-01T18:05:00.000Z', error: null, left: [] };
const answer = (more: object = {}) => {
  server.next['custom'] = () => ({ data: { ok: 1, skipped: [], failed: [], result: { ...state, ...more } } });
};
beforeEach(() => {
  server = fakeServer(registry, {});
});
const open = () =>
  mount({
    at: ['/'],
    server,
    registry,
    grants,
    routes: [{ path: '', element: <ActionDialog resource={tribike_orders} action="refresh" target={{ ids: [] }} onClose={vi.fn()} /> }],
  });

test('a refresh is asked for at once, and says who keeps the records and when they were last read', async () => {
  answer();
  open();
  expect(await screen.findByText('El servicio configurado')).toBeTruthy();
  expect(screen.getByText('01/05/2027 12:05')).toBeTruthy();
  expect(screen.queryByText('Último intento fallido')).toBeNull();
  expect(server.of('custom').map(({ url, values }) => ({ url, ...values }))).toEqual([
    { url: '/v2/kits/tribike_orders/actions/refresh', method: 'post', input: {} },
  ]);
});

test('shows why the service could not be asked, and every record that was kept aside with its reason', async () => {
  answer({
    provider: 'local',
    synced_at: null,
    error: 'the service answered 503',
    left: [
      { ref: 'TB-1', path: 'folio', message: 'errors.unknownFolio', params: { value: 'ABCD2345' } },
      { ref: 'TB-2', path: 'origin_store', message: 'validation.required', params: {} },
      { ref: 'TB-3', path: '', message: 'the service answered 404', params: null },
    ],
  });
  open();
  expect(await screen.findByText('Este servidor (servicio local)')).toBeTruthy();
  expect([screen.getByText('Todavía ninguna'), screen.getByText('the service answered 503')]).toHaveLength(2);
  const rows = within(screen.getByRole('region', { name: 'Motivo' }))
    .getAllByRole('row')
    .slice(1)
    .map(({ textContent }) => textContent);
  expect(rows).toEqual([
    'TB-1No hay una inscripción con el folio «ABCD2345».',
    'TB-2Tienda de origen: Falta este dato',
    'TB-3the service answered 404',
  ]);
});

test('says why nothing can be asked', async () => {
  server.next['custom'] = () => {
    throw refusal(409, 'No hay un servicio configurado al que preguntar.');
  };
  open();
  expect((await screen.findByRole('alert')).textContent).toContain('No hay un servicio configurado al que preguntar.');
});
