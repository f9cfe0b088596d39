import { act, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { busyWith } from '@/layout/busy';
import { fakeServer, makeRows, mountList } from './listFixture';

const bodyRows = (): readonly HTMLElement[] => [...document.querySelectorAll<HTMLElement>('tbody [data-row]')];
const firstRow = () => waitFor(() => expect(bodyRows().length).toBeGreaterThan(0));

test('the next page is asked before somebody who reaches for it presses, and never past the last page', async () => {
  const server = fakeServer(makeRows(60));
  const pages = () =>
    new Set(server.asked.filter(({ resource }) => resource === 'entries').map(({ pagination }) => pagination?.currentPage));
  const { user } = mountList({ server });
  await firstRow();
  expect(pages()).toEqual(new Set([1]));
  await user.hover(screen.getByRole('button', { name: 'Página siguiente' }));
  await waitFor(() => expect(pages()).toEqual(new Set([1, 2])));
  await user.click(screen.getByRole('button', { name: 'Página siguiente' }));
  await waitFor(() => expect(bodyRows()[0]).toHaveAttribute('data-row', '26'));
  await user.click(screen.getByRole('button', { name: 'Última página' }));
  await waitFor(() => expect(bodyRows()[0]).toHaveAttribute('data-row', '51'));
  expect(pages()).toEqual(new Set([1, 2, 3]));
});
test('the page after next is asked while somebody walks, so that a second press finds it, and keeps nobody waiting', async () => {
  const server = fakeServer(makeRows(100));
  const { user, queries } = mountList({ server });
  queries.setDefaultOptions({ queries: { retry: false, staleTime: 15_000 } });
  const pages = () => new Set(server.asked.map(({ pagination }) => pagination?.currentPage));
  const busy = () => busyWith([], queries.getQueryCache().findAll({ fetchStatus: 'fetching', queryKey: ['data'] }));
  await firstRow();
  await user.hover(screen.getByRole('button', { name: 'Página siguiente' }));
  await waitFor(() => expect([pages(), queries.isFetching()]).toEqual([new Set([1, 2]), 0]));
  let open = (): void => undefined;
  server.state.gate = new Promise((resolve) => {
    open = resolve;
  });
  await user.click(screen.getByRole('button', { name: 'Página siguiente' }));
  await waitFor(() => expect(bodyRows()[0]).toHaveAttribute('data-row', '26'));
  await waitFor(() => expect(pages()).toEqual(new Set([1, 2, 3, 4])));
  expect(busy()).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Página siguiente' }));
  expect(busy(), 'now somebody waits for it').toBe('loading');
  expect(server.asked.filter(({ pagination }) => pagination?.currentPage === 3)).toHaveLength(1);
  await act(async () => open());
  await waitFor(() => expect(bodyRows()[0]).toHaveAttribute('data-row', '51'));
});
test('a search is named as a search', async () => {
  const server = fakeServer(makeRows(60));
  const { user, queries } = mountList({ server });
  await firstRow();
  server.state.gate = new Promise(() => undefined);
  await user.type(screen.getByRole('searchbox'), 'ana');
  await waitFor(() =>
    expect(busyWith([], queries.getQueryCache().findAll({ fetchStatus: 'fetching', queryKey: ['data'] }))).toBe('searching'),
  );
});
