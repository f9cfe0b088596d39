import { screen, waitFor } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { registry } from '@/resources';
import { StockGrid } from '@/resources/tshirt_models/StockGrid';
import type { Grants } from '@/schema';
import { fakeServer, mount, refusal } from './support/mount';

const shelf = (tshirt_stockid: number, size: string, more: object = {}) => ({
  tshirt_stockid,
  size,
  ordered: 100,
  received: 80,
  reserved: 30,
  delivered: 10,
  available: 40,
  low_stock_at: null,
  ...more,
});
const stored = (version = 3, more: object = {}) => ({
  tshirt_modelid: 7,
  eventid: 1,
  version,
  name: 'Oficial',
  sizes: [shelf(1, 'S', more), shelf(2, 'M')],
});
const editor: Grants = {
  organizationid: 1,
  userid: 9,
  is_platform: false,
  platforms: ['ASDEPORTE', 'EVENT'],
  regions: [],
  event_scope: 'all',
  events: [],
  keys: { events: 'edit', 'event-tshirt': 'edit' },
};

const open = (grants = editor) => {
  const server = fakeServer(registry, { tshirt_models: [stored()] });
  const screenOf = <StockGrid resource={registry.get('tshirt_models')} parent={{ resource: 'events', field: 'eventid', id: 1 }} />;
  return { server, ...mount({ at: ['/'], server, registry, grants, routes: [{ path: '', element: screenOf }] }) };
};
const ordered = (size: string) => screen.findByRole('spinbutton', { name: `Pedidas Oficial ${size}` }) as Promise<HTMLInputElement>;
const threshold = (size: string) =>
  screen.findByRole('spinbutton', { name: `Avisar con menos de Oficial ${size}` }) as Promise<HTMLInputElement>;
const sent = (server: ReturnType<typeof fakeServer>) => server.of('update').map(({ id, values }) => ({ id, values }));
const retype = async (user: ReturnType<typeof mount>['user'], input: HTMLElement, text: string) => {
  await user.clear(input);
  if (text) await user.type(input, text);
};

describe('the grid of shirts', () => {
  test('keeps what was ordered when the cell is left, under the version of the shirt, and touches no other figure', async () => {
    const { user, server } = open();
    await retype(user, await ordered('S'), '150');
    await user.tab();
    await waitFor(() =>
      expect(sent(server)).toEqual([
        {
          id: 7,
          values: {
            version: 3,
            sizes: [
              { tshirt_stockid: 1, size: 'S', ordered: 150 },
              { tshirt_stockid: 2, size: 'M' },
            ],
          },
        },
      ]),
    );
    expect(screen.queryByRole('spinbutton', { name: /Recibidas|Apartadas|Entregadas/ })).toBeNull();
  });
  test('Enter keeps a cell and goes to the one below, and the next is saved under the version that the first left', async () => {
    const { user, server } = open();
    await retype(user, await threshold('S'), '15');
    await user.keyboard('{Enter}');
    expect(document.activeElement).toBe(await threshold('M'));
    await retype(user, await threshold('M'), '20');
    await user.keyboard('{Enter}');
    await waitFor(() =>
      expect(sent(server).map(({ values }) => values)).toMatchObject([
        { version: 3, sizes: [{ low_stock_at: 15 }, {}] },
        { version: 4, sizes: [{}, { low_stock_at: 20 }] },
      ]),
    );
  });
  test('an empty threshold is none, and an empty order is zero', async () => {
    const { user, server } = open();
    await retype(user, await ordered('S'), '');
    await user.tab();
    await waitFor(() => expect(sent(server)).toMatchObject([{ values: { sizes: [{ ordered: 0 }, {}] } }]));
  });
  test('Escape puts back what is stored, and nothing is sent', async () => {
    const { user, server } = open();
    await retype(user, await ordered('S'), '9');
    await user.keyboard('{Escape}');
    await user.tab();
    expect((await ordered('S')).value).toBe('100');
    expect(sent(server)).toEqual([]);
  });
  test('what cannot be is said in the cell and not sent', async () => {
    const { user, server } = open();
    await retype(user, await ordered('S'), '-4');
    await user.tab();
    expect(await screen.findByRole('alert')).toBeTruthy();
    expect((await ordered('S')).getAttribute('aria-invalid')).toBe('true');
    expect(sent(server)).toEqual([]);
  });
  test('a refusal of the server is in its cell with what was typed', async () => {
    const { user, server } = open();
    server.next['update'] = () => {
      throw refusal(400, 'Hay datos por corregir', [{ path: 'sizes.0.ordered', message: 'Demasiadas' }]);
    };
    await retype(user, await ordered('S'), '500');
    await user.tab();
    expect((await screen.findByRole('alert')).textContent).toBe('Demasiadas');
    expect((await ordered('S')).value).toBe('500');
  });
});

describe('when somebody else changed the shirt', () => {
  test('another figure, the cell is saved over the newer version', async () => {
    const { user, server } = open();
    await ordered('S');
    server.tables['tshirt_models']![0] = stored(8, { low_stock_at: 5 });
    await retype(user, await ordered('S'), '150');
    await user.tab();
    await waitFor(() => expect(sent(server).map(({ values }) => values!['version'])).toEqual([3, 8]));
    expect(screen.queryByRole('alert')).toBeNull();
  });
  test('the same figure, the cell says so and keeps what was typed; leaving it again sends nothing, Enter does', async () => {
    const { user, server } = open();
    await ordered('S');
    server.tables['tshirt_models']![0] = stored(8, { ordered: 120 });
    await retype(user, await ordered('S'), '150');
    await user.tab();
    expect((await screen.findByRole('alert')).textContent).toBe('Alguien más lo cambió a 120. Intro guarda lo tuyo; Esc lo deja.');
    expect((await ordered('S')).value).toBe('150');
    await user.click(await ordered('S'));
    await user.tab();
    expect(sent(server)).toHaveLength(1);
    await user.click(await ordered('S'));
    await user.keyboard('{Enter}');
    await waitFor(() => expect(sent(server).at(-1)).toMatchObject({ values: { version: 8, sizes: [{ ordered: 150 }, {}] } }));
  });
});

test('anyone who only looks at shirts finds figures and no fields', async () => {
  open({ ...editor, keys: { events: 'view', 'event-tshirt': 'view' } });
  expect(await screen.findByText('Oficial')).toBeTruthy();
  expect(screen.queryByRole('spinbutton')).toBeNull();
  expect(screen.queryByRole('button')).toBeNull();
});
