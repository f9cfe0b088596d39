import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { registry } from '@/resources';
import { promotion_bins } from '@/resources/promotion_bins/promotion_bins';
import { ActionDialog } from '@/views/action/ActionDialog';
import { editor } from './support/fixture';
import { fakeServer, mount, type FakeServer } from './support/mount';

let server: FakeServer;
const closed = vi.fn();
const grants = { ...editor, keys: { ...editor.keys, 'promotion-bin': 'view' as const } };
const row = (promotion_binid: number, more: object) => ({
  promotion_binid,
  name: `Promo ${promotion_binid}`,
  bank: 'Banco',
  status: 'active',
  priority: 0,
  discount_type: 'percent',
  value: 10,
  installments: null,
  ...more,
});
beforeEach(() => {
  closed.mockClear();
  server = fakeServer(registry, {});
  server.next['custom'] = () => ({
    data: {
      ok: 1,
      skipped: [],
      failed: [],
      result: {
        promotions: [
          row(2, { digits: 8, verdict: 'wins' }),
          row(1, { digits: 6, verdict: 'digits', discount_type: 'installments', value: null, installments: ['6', '12'] }),
        ],
      },
    },
  });
});
const open = () =>
  mount({
    at: ['/'],
    server,
    registry,
    grants,
    routes: [{ path: '', element: <ActionDialog resource={promotion_bins} action="test" target={{ ids: [] }} onClose={closed} /> }],
  });
const dialogButton = (name: string) => screen.findByRole('button', { name: new RegExp(`${name}$`) });

test('shows the winner first and why the other loses, and asks again without losing what was typed', async () => {
  const { user } = open();
  await user.type(await screen.findByLabelText(/^Primeros dígitos/), '4152317700001234');
  expect(screen.getByLabelText<HTMLInputElement>(/^Primeros dígitos/).value).toBe('41523177');
  await user.click(await dialogButton('Probar BIN'));
  const rows = within(await screen.findByRole('region', { name: 'Probar BIN' }))
    .getAllByRole('row')
    .slice(1)
    .map(({ textContent }) => textContent);
  expect(rows).toEqual([
    expect.stringMatching(/^Promo 2.*80Gana$/),
    expect.stringMatching(/^Promo 1.*6 meses.*12 meses.*60Pierde: menos dígitos$/),
  ]);
  expect(server.of('custom').map(({ url, values }) => ({ url, ...values }))).toEqual([
    { url: '/v2/general/promotion_bins/actions/test', method: 'post', input: { bin: '41523177' } },
  ]);
  await user.click(await dialogButton('Volver'));
  expect((await screen.findByLabelText<HTMLInputElement>(/^Primeros dígitos/)).value).toBe('41523177');
});

test('keeps back what is no BIN', async () => {
  const { user } = open();
  await user.type(await screen.findByLabelText(/^Primeros dígitos/), '41523');
  await user.click(await dialogButton('Probar BIN'));
  await waitFor(() => expect(screen.getByLabelText(/^Primeros dígitos/).getAttribute('aria-invalid')).toBe('true'));
  expect(server.of('custom')).toEqual([]);
});

test('says so when no promotion names it', async () => {
  server.next['custom'] = () => ({ data: { ok: 1, skipped: [], failed: [], result: { promotions: [] } } });
  const { user } = open();
  await user.type(await screen.findByLabelText(/^Primeros dígitos/), '999999');
  await user.click(await dialogButton('Probar BIN'));
  expect(await screen.findByText('Ninguna promoción tiene este BIN.')).toBeTruthy();
  await user.click(await dialogButton('Cerrar'));
  expect(closed.mock.calls).toEqual([[false]]);
});
