import type { BaseRecord, GetListParams } from '@refinedev/core';
import { act, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { fakeServer, makeRows, mountList } from './listFixture';

const bodyRows = (): readonly HTMLElement[] => [...document.querySelectorAll<HTMLElement>('tbody [data-row]')];
const range = (): string => document.querySelector('.list-range')?.firstChild?.textContent ?? '';

/** A server that counts only where it is asked to, and counts slowly by itself. */
const slowlyCounting = (rows: number) => {
  const server = fakeServer(makeRows(rows));
  const { getList } = server.provider;
  const counts: GetListParams[] = [];
  let open = (): void => undefined;
  const gate = new Promise<void>((resolve) => {
    open = resolve;
  });
  const state = { isFailing: false };
  server.provider.getList = async <T extends BaseRecord>(params: GetListParams) => {
    const isAlone = params.pagination?.pageSize === 1;
    if (isAlone) {
      counts.push(params);
      await gate;
      if (state.isFailing) throw new Error('too slow');
    }
    const page = await getList<T>(params);
    return { ...page, total: params.meta?.['count'] === false ? -1 : page.total };
  };
  return { server, counts, state, open: () => act(async () => open()) };
};

test('the total of a large list follows its rows, which nobody waits for', async () => {
  const { server, counts, open } = slowlyCounting(10_050);
  const { user } = mountList({ server });
  await waitFor(() => expect(range()).toBe('1–25 de 10,050'));
  expect(counts, 'nobody knows yet that it is large').toEqual([]);
  await user.type(screen.getByRole('searchbox'), 'a');
  await waitFor(() => expect(range()).toBe('1–25 de…'));
  expect(bodyRows().length).toBe(25);
  expect(screen.getByText('Registros: contando…'), 'no total but the real one').toBeVisible();
  expect(screen.getByRole('button', { name: 'Página siguiente' })).toBeEnabled();
  expect(screen.getByRole('button', { name: 'Última página' }), 'nobody knows it yet').toBeDisabled();
  await user.click(screen.getByRole('button', { name: 'Página siguiente' }));
  await waitFor(() => expect(range()).toBe('26–50 de…'));
  await open();
  await waitFor(() => expect(range()).toMatch(/^26–50 de [\d,]+$/));
  expect(screen.getByRole('button', { name: 'Última página' })).toBeEnabled();
  expect(
    counts.map(({ meta, sorters }) => [meta?.['search'], sorters]),
    'once for all pages of a question',
  ).toEqual([['a', []]]);
});

test('a large list that could not be counted says so, offers no total as its own, and counts again', async () => {
  const { server, counts, state, open } = slowlyCounting(10_050);
  const { user } = mountList({ server });
  await waitFor(() => expect(range()).toBe('1–25 de 10,050'));
  state.isFailing = true;
  await open();
  await user.type(screen.getByRole('searchbox'), 'a');
  await waitFor(() => expect(range()).toBe('1–25, no se pudieron contar'));
  expect(screen.queryByText(/^Registros: /)).toBeNull();
  await user.click(screen.getByRole('checkbox', { name: 'Seleccionar las filas de esta página' }));
  expect(screen.queryByRole('button', { name: /^Seleccionar todos los que coinciden/ }), 'nobody knows how many all are').toBeNull();
  state.isFailing = false;
  await user.click(screen.getByRole('button', { name: 'Contar otra vez' }));
  await waitFor(() => expect(range()).toMatch(/^1–25 de [\d,]+$/));
  expect(counts.length).toBeGreaterThan(1);
});

test('the total of a small list comes with its rows', async () => {
  const { server, counts } = slowlyCounting(60);
  const { user } = mountList({ server });
  await waitFor(() => expect(range()).toBe('1–25 de 60'));
  await user.click(screen.getByRole('button', { name: 'Página siguiente' }));
  await waitFor(() => expect(range()).toBe('26–50 de 60'));
  expect(counts).toEqual([]);
});
