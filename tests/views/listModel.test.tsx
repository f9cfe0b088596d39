import { QueryClient } from '@tanstack/react-query';
import { act, render, screen, waitFor } from '@testing-library/react';
import { useLayoutEffect } from 'react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { entries, entryEditor, entryRegistry } from '@/gallery/fixture/entries';
import { FixtureRoot } from '@/gallery/FixtureRoot';
import type { Grants } from '@/schema';
import type { ListLayout } from '@/views/list/ListLayout';
import { useListModel, type ListModel, type ListOptions } from '@/views/list/model/useListModel';
import { fakeServer, makeRows, mountList, translator } from './listFixture';

beforeEach(() => localStorage.clear());
const words = { translate: translator('es') as never, changeLocale: async () => undefined, getLocale: () => 'es' };
interface Opened {
  readonly at?: string;
  readonly options?: ListOptions;
  readonly grants?: Grants;
  readonly count?: number;
}
/** Holds the model of a list and draws nothing. */
const open = async ({ at = '/entries', options = {}, grants = entryEditor, count = 60 }: Opened = {}) => {
  const server = fakeServer(makeRows(count));
  const seen = vi.fn<(model: ListModel) => void>();
  const Holder = () => {
    const model = useListModel(entries, options);
    useLayoutEffect(() => seen(model));
    return null;
  };
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const element = (
    <FixtureRoot provider={server.provider} registry={entryRegistry} grants={grants} words={words} queries={queries}>
      <Holder />
    </FixtureRoot>
  );
  const router = createMemoryRouter([{ path: '*', element }], { initialEntries: [at] });
  const { container } = render(<RouterProvider router={router} />);
  const list = (): ListModel => seen.mock.lastCall![0];
  await waitFor(() => expect(list().answer.isLoading).toBe(false));
  const settled = () => waitFor(() => expect([list().answer.isFetching, list().answer.isStale]).toEqual([false, false]));
  const change = async (part: Parameters<ListModel['question']['change']>[0]) => {
    act(() => list().question.change(part));
    await settled();
  };
  return { list, server, router, container, settled, change, address: () => new URLSearchParams(router.state.location.search) };
};
const ids = (list: ListModel) => list.answer.rows.map((row) => row['entryid']);

describe('the model of a list', () => {
  test('holds rows, total, totals and columns without drawing any', async () => {
    const { list, container } = await open();
    expect(container.querySelector('.list, table')).toBeNull();
    expect([list().answer.rows.length, list().answer.total]).toEqual([25, 60]);
    expect(list().answer.totals).toEqual({ paid_cents: 2_500_000 });
    expect(list().question.columns.map(({ name }) => name)).toEqual(['athlete', 'bib', 'meetid', 'status', 'paid_cents', 'email']);
    expect(list().question.labels).toMatchObject({ athlete: 'Atleta', bib: 'Dorsal' });
  });
  test('changes page, order, search and columns through the address', async () => {
    const { list, change, address, server } = await open();
    await change({ page: 2 });
    expect([ids(list())[0], address().get('page')]).toEqual([26, '2']);
    await change({ sort: [{ name: 'bib', order: 'desc' }] });
    expect([list().question.state.page, address().get('sort')]).toEqual([1, '-bib']);
    await change({ q: 'Peña' });
    expect(list().answer.rows.map(({ athlete }) => athlete)).toEqual(['Ana Peña']);
    await change({ columns: ['bib'] });
    expect(list().question.columns.map(({ name }) => name)).toEqual(['athlete', 'bib']);
    expect(server.last().meta).toMatchObject({ search: 'Peña' });
  });
  test('joins what the workspace, the screen and the person ask for', async () => {
    const chosen = encodeURIComponent(JSON.stringify({ field: 'bib', op: 'gt', value: 3 }));
    const { list } = await open({
      at: `/entries?filter=${chosen}`,
      options: { parent: { resource: 'meets', field: 'meetid', id: 1 }, fixed: { field: 'status', op: 'eq', value: 'held' } },
    });
    expect(list().question.filter).toEqual({
      and: [
        { field: 'meetid', op: 'eq', value: 1 },
        { field: 'status', op: 'eq', value: 'held' },
        { field: 'bib', op: 'gt', value: 3 },
      ],
    });
    expect(list().question.plan.columns.map(({ name }) => name)).not.toContain('meetid');
  });
  test('selects rows, the page and all that match, and ends with the question', async () => {
    const { list, change } = await open();
    act(() => list().selection.toggle(2));
    expect([list().selection.count, list().selection.mayTakeAll]).toEqual([1, false]);
    act(() => list().selection.togglePage());
    expect([list().selection.count, list().selection.mayTakeAll]).toEqual([25, true]);
    act(() => list().selection.select({ kind: 'all' }));
    expect(list().selection.count).toBe(60);
    await change({ q: 'Ana' });
    expect(list().selection.count).toBe(0);
  });
  test('begins an action on the list, on one record and on the selection, which is done with after a change', async () => {
    const { list } = await open();
    expect([list().actions.ofList, list().actions.ofSelection].map((each) => each.map(([name]) => name))).toEqual([['draw'], ['cancel']]);
    act(() => list().actions.begin('draw', 'list'));
    expect(list().actions.running).toEqual({ name: 'draw', target: { ids: [] } });
    act(() => list().actions.end(true));
    act(() => list().selection.toggle(3));
    act(() => list().actions.begin('rename', 5));
    expect(list().actions.running?.target).toEqual({ ids: [5] });
    act(() => list().actions.end(true));
    expect(list().selection.count).toBe(1);
    act(() => list().actions.begin('cancel', 'selection'));
    expect(list().actions.running).toMatchObject({ target: { ids: [3] }, rows: [{ entryid: 3 }] });
    act(() => list().actions.end(false));
    expect(list().selection.count).toBe(1);
    act(() => list().actions.begin('cancel', 'selection'));
    act(() => list().actions.end(true));
    expect([list().selection.count, list().actions.running]).toEqual([0, null]);
  });
  test('offers nothing that the person may not do', async () => {
    const { list, router } = await open({ grants: { ...entryEditor, keys: { 'event-inscription': 'view' } } });
    expect([list().actions.creation, list().actions.ofList, list().selection.isPossible]).toEqual([null, [], false]);
    act(() => list().actions.edit(1));
    expect(router.state.location.pathname).toBe('/entries');
  });
  test('says why there are no rows', async () => {
    const { list } = await open({ at: '/entries?filter=%7Bbroken' });
    expect([list().question.state.broken, list().answer.rows]).toEqual([true, []]);
    const { list: other, server, change } = await open();
    server.state.failure = Object.assign(new Error('Sin conexión'), { statusCode: 0 });
    await change({ page: 2 });
    expect(other().answer.error?.message).toBe('Sin conexión');
    server.state.failure = null;
    act(() => other().answer.retry());
    await waitFor(() => expect(other().answer.error).toBeNull());
  });
  test('goes to the last page that exists', async () => {
    const { list, address } = await open({ at: '/entries?page=9' });
    await waitFor(() => expect(address().get('page')).toBe('3'));
    await waitFor(() => expect(list().answer.rows).toHaveLength(10));
  });
  test('opens a record in the panel, which an embedded list does not', async () => {
    const { list, address } = await open();
    act(() => list().panel!.open(4));
    expect([list().panel!.id, address().get('open')]).toEqual([4, '4']);
    act(() => list().panel!.close());
    await waitFor(() => expect(list().panel!.id).toBeNull());
    const inside = await open({ options: { embedded: true } });
    expect(inside.list().panel).toBeNull();
    await inside.change({ page: 2 });
    expect([ids(inside.list())[0], inside.address().size]).toEqual([26, 0]);
  });
});

/** A further view: cards, written against the model alone. */
const Cards: ListLayout = ({ list, onMenu }) => (
  <ul aria-label="cards">
    {list.answer.rows.map((row) => {
      const id = Number(row['entryid']);
      return (
        <li key={id} data-row={id}>
          <a href={`/entries/${id}`} data-row-link="">
            {String(row['athlete'])}
          </a>
          <input
            type="checkbox"
            aria-label={`take ${id}`}
            checked={list.selection.chosen.kind === 'all' || list.selection.chosen.rows.has(id)}
            onChange={() => list.selection.toggle(id)}
          />
          <button type="button" aria-label={`menu ${id}`} onClick={(event) => onMenu(id, event.currentTarget)} />
        </li>
      );
    })}
  </ul>
);

describe('a further view of a list', () => {
  test('has the toolbar, the pages, the selection, the menu, the keys and the panel of every list', async () => {
    const { user, address } = mountList({ server: fakeServer(makeRows(60)), props: { layout: Cards } });
    const first = await screen.findByRole('link', { name: 'Ana Peña' });
    expect(screen.queryByRole('table')).toBeNull();
    first.focus();
    await user.keyboard('{ArrowDown} ');
    expect(screen.getByRole('checkbox', { name: 'take 2' })).toBeChecked();
    expect(screen.getByRole('region', { name: 'Acciones sobre la selección' })).toHaveTextContent('Seleccionados: 1');
    await user.click(screen.getByRole('button', { name: 'menu 1' }));
    await screen.findByRole('menu');
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.getByRole('button', { name: 'menu 1' })).toHaveFocus());
    await user.click(first);
    expect(address().get('open')).toBe('1');
    await screen.findByRole('complementary');
    await user.keyboard('{Escape}');
    await waitFor(() => expect(address().get('open')).toBeNull());
    await user.click(screen.getByRole('button', { name: 'Página siguiente' }));
    expect(await screen.findByRole('link', { name: 'Atleta 026' })).toBeInTheDocument();
  });
});
