import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { AuditLogProvider } from '@refinedev/core';
import { entries, entryEditor, entryRegistry, makeEntries, storedMeets } from '@/gallery/fixture/entries';
import { ListView, type ListViewProps } from '@/views/list/ListView';
import { fakeServer, mount, refusal, type FakeServer } from './support/mount';
import '@testing-library/jest-dom/vitest';

let server: FakeServer;
const get = vi.fn(async () => []);
const audit: AuditLogProvider = { get, create: async () => undefined, update: async () => undefined };
beforeEach(() => {
  get.mockClear();
  server = fakeServer(entryRegistry, { entries: makeEntries(6) as Record<string, unknown>[], meets: [...storedMeets] });
});
const open = async (at: readonly string[] = ['/entries'], props: Partial<ListViewProps> = {}) => {
  const mounted = mount({
    at,
    server,
    registry: entryRegistry,
    grants: entryEditor,
    audit,
    routes: [
      { path: 'entries', element: <ListView resource={entries} {...props} /> },
      { path: '*', element: <p>elsewhere</p> },
    ],
  });
  const table = await screen.findByRole('table');
  await within(table).findByRole('link', { name: 'Ana Peña' });
  const address = () => new URLSearchParams(mounted.router.state.location.search).get('open');
  return { ...mounted, address };
};
const link = (name: string) => within(screen.getByRole('table')).getByRole('link', { name });
const panel = (name: RegExp) => screen.findByRole('complementary', { name });

describe('a record next to its list', () => {
  test('opens with a press on its row or its link, and the address says which', async () => {
    const { user, address, router } = await open();
    await user.click(link('Ana Peña'));
    expect(await panel(/Ana Peña$/)).toBeInTheDocument();
    expect([router.state.location.pathname, address()]).toEqual(['/entries', '1']);
    await user.click(screen.getAllByText('Copa Sur')[0]!.closest('td')!);
    expect(await panel(/Benito Ruiz$/)).toBeInTheDocument();
    expect(address()).toBe('2');
    expect(link('Benito Ruiz')).toHaveFocus();
    expect(link('Benito Ruiz')).toHaveAttribute('aria-current', 'true');
    expect(link('Ana Peña')).not.toHaveAttribute('aria-current');
  });
  test('shows what it is and what may be done with it, and leads to its page', async () => {
    await open(['/entries?open=2']);
    const record = within(await panel(/Benito Ruiz$/));
    expect(record.getByRole('heading', { level: 2, name: 'Benito Ruiz' })).toBeInTheDocument();
    expect(record.getAllByText('Pagada')[0]!.closest('.status')).not.toBeNull();
    expect(record.getByText('$1,250.00')).toBeInTheDocument();
    expect(record.getByRole('link', { name: 'Editar' })).toHaveAttribute('href', '/entries/2/edit');
    expect(record.getByRole('link', { name: 'Abrir página' })).toHaveAttribute('href', '/entries/2');
  });
  test('reads its history only when it is asked for', async () => {
    const { user } = await open(['/entries?open=2']);
    const record = within(await panel(/Benito Ruiz$/));
    expect(get).not.toHaveBeenCalled();
    await user.click(record.getByText('Historial'));
    expect(await record.findByText('Sin cambios registrados')).toBeInTheDocument();
  });
  test('stays over a reload and closes with Back', async () => {
    const { user, router, address } = await open(['/entries']);
    await user.click(link('Ana Peña'));
    await panel(/Ana Peña$/);
    await user.keyboard('{ArrowDown}');
    await panel(/Benito Ruiz$/);
    await act(() => router.navigate(-1));
    expect(address()).toBeNull();
    expect(screen.queryByRole('complementary')).toBeNull();
  });
  test('a press with Ctrl, the menu and the box of a row leave it closed', async () => {
    const { user, address } = await open();
    await user.keyboard('{Control>}');
    await user.click(screen.getAllByText('Copa Sur')[0]!.closest('td')!);
    await user.keyboard('{/Control}');
    await user.click(screen.getByRole('button', { name: 'Acciones de Ana Peña' }));
    await user.keyboard('{Escape}');
    await user.click(screen.getByRole('checkbox', { name: 'Seleccionar Ana Peña' }));
    expect(address()).toBeNull();
  });
  test('on a phone, and in a list inside another screen, a press goes to the page', async () => {
    const wide = window.matchMedia;
    window.matchMedia = (query) => ({ ...wide(query), matches: false });
    try {
      const { user, router, unmount } = await open();
      await user.click(link('Ana Peña'));
      expect(router.state.location.pathname).toBe('/entries/1');
      unmount();
    } finally {
      window.matchMedia = wide;
    }
    const { user, router } = await open(['/entries'], { embedded: true });
    await user.click(link('Ana Peña'));
    expect(router.state.location.pathname).toBe('/entries/1');
  });
  test('in a workspace it stays there', async () => {
    const { user, router } = await open(['/entries'], { parent: { resource: 'meets', field: 'meetid', id: 1 } });
    await user.click(link('Ana Peña'));
    const record = within(await panel(/Ana Peña$/));
    expect(router.state.location.pathname).toBe('/entries');
    expect(record.getByRole('link', { name: 'Abrir página' })).toHaveAttribute('href', '/meets/1/entries/1');
    expect(record.queryByText('Competencia')).toBeNull();
  });
  test('says so when the record is not there, and the list stays', async () => {
    server.next['getOne'] = () => {
      throw refusal(404, 'No existe');
    };
    await open(['/entries?open=77']);
    expect(await within(await panel(/./)).findByText('No encontramos este registro')).toBeInTheDocument();
    expect(link('Ana Peña')).toBeInTheDocument();
  });
});

describe('the keys of a record next to its list', () => {
  test('p opens it and then goes into it; arrows and letters walk, and it follows', async () => {
    const { user, address } = await open();
    await user.keyboard('jp');
    await panel(/Ana Peña$/);
    expect(link('Ana Peña')).toHaveFocus();
    await user.keyboard('{ArrowDown}');
    await panel(/Benito Ruiz$/);
    expect(address()).toBe('2');
    await user.keyboard('k');
    const record = await panel(/Ana Peña$/);
    await user.keyboard('p');
    expect(record).toHaveFocus();
    await user.keyboard('j');
    await panel(/Benito Ruiz$/);
    expect(record).toHaveFocus();
    await user.keyboard('{ArrowDown}');
    expect(address()).toBe('2');
  });
  test('only the record that one stays on is read', async () => {
    const { user } = await open(['/entries?open=1']);
    await panel(/Ana Peña$/);
    await user.keyboard('jjj');
    await waitFor(() => expect(server.of('getOne').map(({ id }) => id)).toEqual([1, 4]));
  });
  test('until the next record is here, the old one has no actions', async () => {
    const { user } = await open(['/entries?open=1']);
    const record = await panel(/Ana Peña$/);
    let arrive: (row: unknown) => void = () => undefined;
    server.next['getOne'] = () =>
      new Promise((resolve) => {
        arrive = resolve;
      });
    await user.keyboard('j');
    expect(record.querySelector('.record-panel-body')).toHaveAttribute('inert');
    await waitFor(() => expect(server.of('getOne')).toHaveLength(2));
    await act(async () => arrive({ data: server.tables['entries']![1] }));
    await panel(/Benito Ruiz$/);
    expect(record.querySelector('.record-panel-body')).not.toHaveAttribute('inert');
  });
  test('Escape closes it, from the row or from inside, and the focus is on the row', async () => {
    const { user, address } = await open();
    await user.keyboard('jp');
    await panel(/Ana Peña$/);
    await user.keyboard('j{Escape}');
    await waitFor(() => expect(address()).toBeNull());
    expect(link('Benito Ruiz')).toHaveFocus();
    await user.keyboard('p');
    await panel(/Benito Ruiz$/);
    await user.keyboard('p{Escape}');
    await waitFor(() => expect(screen.queryByRole('complementary')).toBeNull());
    expect(link('Benito Ruiz')).toHaveFocus();
  });
  test('Escape in its menu closes the menu alone', async () => {
    const { user, address } = await open(['/entries?open=2']);
    const record = within(await panel(/Benito Ruiz$/));
    const more = record.queryByRole('button', { name: 'Más acciones' });
    expect(more).not.toBeNull();
    await user.click(more!);
    await screen.findByRole('menu');
    await user.keyboard('{Escape}');
    expect(screen.queryByRole('menu')).toBeNull();
    expect(address()).toBe('2');
  });
  test('Enter opens the page, from the row and from the panel', async () => {
    const { user, router } = await open(['/entries?open=2']);
    await panel(/Benito Ruiz$/);
    link('Benito Ruiz').focus();
    await user.keyboard('p{Enter}');
    await waitFor(() => expect(router.state.location.pathname).toBe('/entries/2'));
  });
});
