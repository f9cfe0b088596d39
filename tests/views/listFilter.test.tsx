import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import type { Filter } from '@/schema';
import { fakeServer, makeRows, mountList } from './listFixture';

const at = (params: Record<string, string>): string => `/entries?${new URLSearchParams(params).toString()}`;
const filtered = (filter: Filter): string => at({ filter: JSON.stringify(filter) });
const bodyRows = (): HTMLElement[] => [...document.querySelectorAll<HTMLElement>('tr[data-row]')];
const panel = async () => within(await screen.findByRole('dialog'));
const firstRow = async (): Promise<HTMLElement> => (await screen.findByRole('link', { name: 'Ana Peña' })).closest('tr')!;
const loaded = (count: number) => waitFor(() => expect(bodyRows()).toHaveLength(count));

beforeEach(() => localStorage.clear());

describe('filters', () => {
  test('are built from a field, a comparison and a value', async () => {
    const server = fakeServer(makeRows(30));
    const { user, address } = mountList({ server });
    await firstRow();
    await user.click(screen.getByRole('button', { name: 'Filtrar' }));
    await user.click(await (await panel()).findByRole('button', { name: 'Atleta' }));
    await user.selectOptions(screen.getByRole('combobox', { name: 'Atleta' }), 'no contiene');
    expect(screen.getByRole('button', { name: 'Aplicar' })).toBeDisabled();
    await user.type(await screen.findByRole('textbox', { name: 'Valor' }), 'atleta{Enter}');
    await loaded(5);
    expect(JSON.parse(address().get('filter')!)).toEqual({ not: { field: 'athlete', op: 'contains', value: 'atleta' } });
    await user.click(screen.getByRole('button', { name: 'Quitar el filtro: Atleta no contiene atleta' }));
    await loaded(25);
  });
  test('offer groups of states at once, and the chip says the group', async () => {
    const { user, address } = mountList({ server: fakeServer(makeRows(30)) });
    await firstRow();
    await user.click(screen.getByRole('button', { name: 'Filtrar' }));
    await user.click(await (await panel()).findByRole('button', { name: 'Vigentes' }));
    await loaded(20);
    expect(JSON.parse(address().get('filter')!)).toEqual({ field: 'status', op: 'in', value: ['held', 'paid'] });
    expect(screen.getByRole('button', { name: 'Estado es Vigentes' })).toBeInTheDocument();
  });
  test('are changed from their chip and joined with alternatives', async () => {
    const { user, address } = mountList({ server: fakeServer(makeRows(30)), at: filtered({ field: 'status', op: 'in', value: ['paid'] }) });
    await loaded(10);
    await user.click(screen.getByRole('button', { name: 'Estado es Pagada' }));
    await user.click(await screen.findByRole('checkbox', { name: 'Cancelada' }));
    await user.click(screen.getByRole('button', { name: 'O bien…' }));
    await user.click(await (await panel()).findByRole('button', { name: 'Dorsal' }));
    await user.selectOptions(screen.getByRole('combobox', { name: 'Dorsal' }), 'es cualquiera de');
    fireEvent.change(await screen.findByRole('textbox', { name: 'Valores' }), { target: { value: '1\n4, 7' } });
    await user.click(screen.getByRole('button', { name: 'Aplicar' }));
    await loaded(23);
    expect(JSON.parse(address().get('filter')!)).toEqual({
      or: [
        { field: 'status', op: 'in', value: ['paid', 'gone'] },
        { field: 'bib', op: 'in', value: [1, 4, 7] },
      ],
    });
  });
  test('refuse a pasted value that the field cannot hold', async () => {
    const { user } = mountList({ server: fakeServer(makeRows(3)) });
    await firstRow();
    await user.click(screen.getByRole('button', { name: 'Filtrar' }));
    await user.click(await (await panel()).findByRole('button', { name: 'Dorsal' }));
    await user.selectOptions(screen.getByRole('combobox', { name: 'Dorsal' }), 'es cualquiera de');
    fireEvent.change(await screen.findByRole('textbox', { name: 'Valores' }), { target: { value: '1, dos' } });
    expect(screen.getByText('No se entiende: dos')).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Aplicar' })).toBeDisabled();
  });
  test('close with Escape and give the focus back', async () => {
    const { user } = mountList({ server: fakeServer(makeRows(3)) });
    await firstRow();
    await user.click(screen.getByRole('button', { name: 'Filtrar' }));
    await screen.findByRole('dialog');
    await user.keyboard('{Escape}');
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(screen.getByRole('button', { name: 'Filtrar' })).toHaveFocus();
  });
});

describe('columns, density and order', () => {
  test('a hidden column stays in the address and asks nothing; an added one is asked for', async () => {
    const server = fakeServer(makeRows(3));
    const { user, address } = mountList({ server });
    await firstRow();
    await user.click(screen.getByRole('button', { name: 'Columnas' }));
    expect(await screen.findByRole('checkbox', { name: 'Atleta' })).toBeDisabled();
    await user.click(screen.getByRole('checkbox', { name: 'Dorsal' }));
    expect(screen.queryByRole('columnheader', { name: 'Dorsal' })).toBeNull();
    expect(address().get('columns')).toBe('athlete,meetid,status,paid_cents,email');
    expect(server.asked).toHaveLength(1);
    await user.click(screen.getByRole('checkbox', { name: 'Creado' }));
    await screen.findAllByText('01/03/2026 12:00');
    expect(server.last().meta!['columns']).toContain('created');
    expect(screen.queryByRole('checkbox', { name: 'Respuestas' })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Restablecer columnas' }));
    expect(address().toString()).toBe('');
  });
  test('a pinned column goes to the left and stays there; an added one comes last', async () => {
    const { user, address } = mountList({ server: fakeServer(makeRows(3)) });
    await firstRow();
    const heads = (): readonly (string | null)[] =>
      screen
        .getAllByRole('columnheader')
        .map(({ textContent }) => textContent)
        .filter(Boolean);
    await user.click(screen.getByRole('button', { name: 'Columnas' }));
    await user.click(await screen.findByRole('button', { name: 'Fijar a la izquierda: Estado' }));
    expect(heads().slice(0, 3)).toEqual(['Estado', 'Atleta', 'Dorsal']);
    expect(address().get('pinned')).toBe('status');
    await user.click(screen.getByRole('checkbox', { name: 'Creado' }));
    expect(heads().at(-2)).toBe('Creado');
    await user.click(screen.getByRole('checkbox', { name: 'Estado' }));
    expect(address().get('pinned')).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Restablecer columnas' }));
    expect(address().toString()).toBe('');
  });
  test('the density is remembered', async () => {
    const { user, unmount } = mountList({ server: fakeServer(makeRows(3)) });
    await firstRow();
    await user.click(screen.getByRole('button', { name: 'Altura de las filas' }));
    await user.click(await screen.findByRole('radio', { name: 'Compacta' }));
    expect(screen.getByRole('table')).toHaveAttribute('data-density', 'dense');
    unmount();
    mountList({ server: fakeServer(makeRows(3)) });
    await firstRow();
    expect(screen.getByRole('table')).toHaveAttribute('data-density', 'dense');
  });
  test('a column sorts up, then down, then as declared; columns that do not sort are no buttons', async () => {
    const { user, address } = mountList({ server: fakeServer(makeRows(3)) });
    await firstRow();
    const sorts: (string | null)[] = [];
    for (let click = 0; click < 3; click += 1) {
      await user.click(screen.getByRole('button', { name: 'Pagado' }));
      sorts.push(address().get('sort'));
    }
    expect(sorts).toEqual(['paid_cents', '-paid_cents', null]);
    expect(screen.queryByRole('button', { name: 'Estado' })).toBeNull();
  });
});
