import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import type { Filter } from '@/schema';
import { fakeServer, makeRows, mountList } from './listFixture';

const filtered = (filter: Filter): string => `/entries?${new URLSearchParams({ filter: JSON.stringify(filter) }).toString()}`;
const firstRow = () => screen.findByRole('link', { name: 'Ana Peña' });
beforeEach(() => localStorage.clear());

describe('the selection', () => {
  test('counts, adds up and offers all that match', async () => {
    const { user } = mountList({ server: fakeServer(makeRows(60)) });
    await firstRow();
    await user.click(screen.getByRole('checkbox', { name: 'Seleccionar Benito Ruiz' }));
    const bar = screen.getByRole('region', { name: 'Acciones sobre la selección' });
    expect(bar).toHaveTextContent('Seleccionados: 1');
    expect(bar).toHaveTextContent('Pagado $1,250.00');
    expect(within(bar).queryByRole('button', { name: /todos los que/ })).toBeNull();
    await user.click(screen.getByRole('checkbox', { name: 'Seleccionar las filas de esta página' }));
    await user.click(within(bar).getByRole('button', { name: 'Seleccionar todos los que coinciden: 60' }));
    expect(bar).toHaveTextContent('Seleccionados: 60');
    expect(bar).toHaveTextContent('Pagado $25,000.00');
    expect(within(bar).getByRole('button', { name: 'Cancelar participación' })).toBeInTheDocument();
  });
  test('lasts from page to page and ends with the filter', async () => {
    const { user, router } = mountList({ server: fakeServer(makeRows(60)) });
    await firstRow();
    await user.click(screen.getByRole('checkbox', { name: 'Seleccionar Ana Peña' }));
    await user.click(screen.getByRole('button', { name: 'Página siguiente' }));
    await user.click(await screen.findByRole('checkbox', { name: 'Seleccionar Atleta 026' }));
    expect(screen.getByText('Seleccionados: 2')).toBeInTheDocument();
    await act(() => router.navigate(filtered({ field: 'bib', op: 'lt', value: 9 })));
    expect(screen.queryByText(/Seleccionados/)).toBeNull();
  });
  test('ends with an action that changed records', async () => {
    const server = fakeServer(makeRows(3));
    server.state.outcome = { ok: 2, skipped: [{ id: 3, reason: 'Ya está cancelada' }], failed: [] };
    const { user } = mountList({ server });
    await firstRow();
    await user.click(screen.getByRole('checkbox', { name: 'Seleccionar las filas de esta página' }));
    await user.click(screen.getByRole('button', { name: 'Cancelar participación' }));
    const dialog = within(await screen.findByRole('dialog'));
    await dialog.findByText('2 se cambian');
    await user.click(await dialog.findByRole('button', { name: /Cancelar participación$/ }));
    await user.click(await dialog.findByRole('button', { name: 'Cerrar' }));
    await waitFor(() => expect(screen.queryByText(/Seleccionados/)).toBeNull());
  });
  test('stays when every record was left out', async () => {
    const server = fakeServer(makeRows(3));
    server.state.outcome = { ok: 0, skipped: [{ id: 1, reason: 'Ya está cancelada' }], failed: [] };
    const { user } = mountList({ server });
    await firstRow();
    await user.click(screen.getByRole('checkbox', { name: 'Seleccionar Ana Peña' }));
    await user.click(screen.getByRole('button', { name: 'Cancelar participación' }));
    const dialog = within(await screen.findByRole('dialog'));
    await dialog.findByText('Ya está cancelada');
    await user.click(dialog.getByRole('button', { name: 'Cancelar' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(screen.getByText('Seleccionados: 1')).toBeInTheDocument();
  });
});

const chosen = () =>
  screen
    .getAllByRole('checkbox', { checked: true })
    .map((box) => box.getAttribute('aria-label')?.replace('Seleccionar ', ''))
    .filter((name) => name !== 'las filas de esta página');
const box = (name: string) => screen.getByRole('checkbox', { name: `Seleccionar ${name}` });

describe('several rows in a row', () => {
  test('are selected by a press with Shift, and deselected likewise', async () => {
    const { user } = mountList({ server: fakeServer(makeRows(60)) });
    await firstRow();
    await user.click(box('Atleta 010'));
    await user.keyboard('{Shift>}');
    await user.click(box('Atleta 014'));
    expect(chosen()).toEqual(['Atleta 010', 'Atleta 011', 'Atleta 012', 'Atleta 013', 'Atleta 014']);
    await user.click(box('Atleta 012'));
    expect(chosen()).toEqual(['Atleta 010', 'Atleta 011']);
  });
  test('begin with one row on another page, where the first one is not in sight', async () => {
    const { user } = mountList({ server: fakeServer(makeRows(60)) });
    await firstRow();
    await user.click(box('Atleta 010'));
    await user.click(screen.getByRole('button', { name: 'Página siguiente' }));
    await screen.findByRole('checkbox', { name: 'Seleccionar Atleta 026' });
    await user.keyboard('{Shift>}');
    await user.click(box('Atleta 030'));
    expect(chosen()).toEqual(['Atleta 030']);
  });
  test('are selected by Shift and the arrows, or Shift and the space bar', async () => {
    const { user } = mountList({ server: fakeServer(makeRows(60)) });
    (await firstRow()).focus();
    await user.keyboard('{Shift>}{ArrowDown}{ArrowDown}{/Shift}');
    expect(chosen()).toHaveLength(3);
    await user.keyboard('{ArrowDown}{ArrowDown}{Shift>} {/Shift}');
    expect(chosen()).toHaveLength(5);
  });
  test('are selected by a mouse that is moved over their rows while its button is down', async () => {
    const { user } = mountList({ server: fakeServer(makeRows(60)) });
    await firstRow();
    await user.pointer([{ keys: '[MouseLeft>]', target: box('Atleta 010') }, { target: screen.getByRole('link', { name: 'Atleta 013' }) }]);
    expect(chosen()).toHaveLength(4);
    await user.pointer([{ keys: '[/MouseLeft]', target: screen.getByRole('link', { name: 'Atleta 013' }) }]);
    expect(chosen()).toHaveLength(4);
  });
});

test('the arrow leads from the search box to the rows, and so does Escape once it is empty', async () => {
  const { user } = mountList({ server: fakeServer(makeRows(60)) });
  const first = await firstRow();
  await user.click(screen.getByRole('searchbox'));
  await user.keyboard('{ArrowDown}');
  expect(first).toHaveFocus();
  await user.keyboard('/');
  expect(screen.getByRole('searchbox')).toHaveFocus();
  await user.keyboard('{Escape}');
  expect(first).toHaveFocus();
});
