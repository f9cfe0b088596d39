import { act, screen, waitFor, within } from '@testing-library/react';
import axe from 'axe-core';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { Filter } from '@/schema';
import * as access from '@/schema/project/access';
import { editor, fakeServer, makeRows, mountList } from './listFixture';

const at = (params: Record<string, string>): string => `/entries?${new URLSearchParams(params).toString()}`;
const filtered = (filter: Filter): string => at({ filter: JSON.stringify(filter) });
const bodyRows = (): HTMLElement[] => [...document.querySelectorAll<HTMLElement>('tr[data-row]')];
const panel = async () => within(await screen.findByRole('dialog'));
const firstRow = async (): Promise<HTMLElement> => (await screen.findByRole('link', { name: 'Ana Peña' })).closest('tr')!;
const loaded = (count: number) => waitFor(() => expect(bodyRows()).toHaveLength(count));

beforeEach(() => localStorage.clear());

describe('what is shown', () => {
  test('the declared columns, in the declared order, with words and quantities aligned', async () => {
    mountList({ server: fakeServer(makeRows(3)) });
    await firstRow();
    const heads = screen.getAllByRole('columnheader').map((head) => head.textContent);
    expect(heads.slice(1, -1)).toEqual(['Atleta', 'Dorsal', 'Competencia', 'Estado', 'Pagado', 'Correo']);
    const cells = within(bodyRows()[1]!)
      .getAllByRole('cell')
      .map((cell) => cell.textContent);
    expect(cells.slice(1, -1)).toEqual(['Benito Ruiz', '2', 'Copa Sur', 'Pagada', '$1,250.00', 'a2@demo.test']);
    expect(bodyRows()[1]!.querySelector('[data-label="Pagado"]')).toHaveAttribute('data-align', 'right');
  });
  test('the same in English', async () => {
    mountList({ server: fakeServer(makeRows(3)), locale: 'en' });
    await firstRow();
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Entries');
    expect(screen.getByText('Cancelled')).toBeInTheDocument();
    expect(screen.getByText('Records: 3 · Paid: $1,250.00')).toBeInTheDocument();
    expect(screen.getByText('1–3 of 3')).toBeInTheDocument();
  });
  test('skeleton rows first, and the totals of the filter at the end', async () => {
    mountList({ server: fakeServer(makeRows(60)) });
    expect(screen.getByRole('table')).toHaveAttribute('aria-busy', 'true');
    expect(document.querySelectorAll('.list-ghost').length).toBeGreaterThan(5);
    await firstRow();
    expect(document.querySelector('tfoot')).toHaveTextContent('Total$25,000.00');
  });
  test('asks exactly the declared columns, the totals and nothing else', async () => {
    const server = fakeServer(makeRows(3));
    mountList({ server });
    await firstRow();
    expect(server.last()).toMatchObject({
      resource: 'entries',
      filters: [],
      sorters: [{ field: 'bib', order: 'asc' }],
      pagination: { currentPage: 1, pageSize: 25 },
      meta: { columns: ['athlete', 'bib', 'meetid', 'status', 'paid_cents', 'email'], search: '', totals: true },
    });
    expect(server.asked.filter(({ resource }) => resource === 'entries')).toHaveLength(1);
  });
  test('no column, filter or request of a field that the person may not see', async () => {
    const server = fakeServer(makeRows(3));
    const { user } = mountList({ server, grants: { ...editor, keys: { ...editor.keys, 'reports-wo-contact-info': 'view' } } });
    await firstRow();
    expect(screen.queryByText('Correo')).toBeNull();
    expect(server.last().meta!['columns']).not.toContain('email');
    await user.click(screen.getByRole('button', { name: 'Filtrar' }));
    await (await panel()).findByRole('button', { name: 'Dorsal' });
    expect((await panel()).queryByRole('button', { name: 'Correo' })).toBeNull();
  });
  test('in a workspace, only its records, without repeating the workspace in a column', async () => {
    const server = fakeServer(makeRows(6));
    mountList({ server, props: { parent: { resource: 'meets', field: 'meetid', id: 2 } } });
    await loaded(3);
    expect(server.last().filter).toEqual({ field: 'meetid', op: 'eq', value: 2 });
    expect(screen.queryByRole('columnheader', { name: 'Competencia' })).toBeNull();
    expect(screen.getByRole('link', { name: 'Benito Ruiz' })).toHaveAttribute('href', '/meets/2/entries/2');
    expect(screen.getByRole('heading', { name: 'Participaciones' }).closest('header')).toHaveClass('asd-hidden-text');
  });
  test('a state in colour, drawing and word', async () => {
    mountList({ server: fakeServer(makeRows(3)) });
    const row = await firstRow();
    const pill = row.querySelector('.status')!;
    expect(pill).toHaveAttribute('data-tone', 'grey');
    expect(pill.querySelector('svg')).toHaveAttribute('aria-hidden', 'true');
    expect(pill).toHaveTextContent('Apartada');
  });
});

describe('the address', () => {
  test('says which rows, in which order', async () => {
    const server = fakeServer(makeRows(200));
    mountList({ server, at: at({ page: '2', perpage: '50', sort: '-athlete,bib', q: 'atleta' }) });
    await loaded(50);
    expect(server.asked[0]).toMatchObject({
      pagination: { currentPage: 2, pageSize: 50 },
      sorters: [
        { field: 'athlete', order: 'desc' },
        { field: 'bib', order: 'asc' },
      ],
      meta: { search: 'atleta' },
    });
    expect(screen.getByRole('searchbox')).toHaveValue('atleta');
    expect(screen.getByRole('columnheader', { name: 'Atleta' })).toHaveAttribute('aria-sort', 'descending');
  });
  test('follows what the person does, and Back undoes it', async () => {
    const { user, address, router } = mountList({ server: fakeServer(makeRows(60)) });
    await firstRow();
    await user.click(screen.getByRole('button', { name: 'Atleta' }));
    expect(address().get('sort')).toBe('athlete');
    await user.click(screen.getByRole('button', { name: 'Página siguiente' }));
    expect(address().get('page')).toBe('2');
    await act(() => router.navigate(-1));
    expect(address().get('page')).toBeNull();
    await act(() => router.navigate(-1));
    expect(address().toString()).toBe('');
    expect(screen.getByRole('columnheader', { name: 'Dorsal' })).toHaveAttribute('aria-sort', 'ascending');
  });
  test('keeps R&D #1 + 100% whole', async () => {
    const server = fakeServer([{ ...makeRows(1)[0], athlete: 'R&D #1 + 100%' }, ...makeRows(5).slice(1)]);
    const { user, address } = mountList({ server });
    await loaded(5);
    await user.type(screen.getByRole('searchbox'), 'R&D #1 + 100%');
    await loaded(1);
    expect(address().get('q')).toBe('R&D #1 + 100%');
    expect(server.last().meta!['search']).toBe('R&D #1 + 100%');
  });
  test('looks into the rows that belong to a record, for anyone who may read them', async () => {
    const timer = { ...editor, keys: { ...editor.keys, 'event-tyr': 'view' } } as const;
    const rows = makeRows(3).map((row, at) => ({ ...row, laps: { entryid: at === 1 ? [{ kind: 'lost' }] : [{ kind: 'done' }] } }));
    const server = fakeServer(rows);
    const { user, address } = mountList({ server, grants: timer });
    await firstRow();
    await user.click(screen.getByRole('button', { name: 'Filtrar' }));
    await user.click(await (await panel()).findByRole('button', { name: 'Vueltas › Tipo' }));
    await user.click((await panel()).getByRole('checkbox', { name: 'Perdida' }));
    await user.click((await panel()).getByRole('button', { name: 'Aplicar' }));
    await loaded(1);
    expect(JSON.parse(address().get('filter')!)).toEqual({ field: 'laps.entryid.kind', op: 'in', value: ['lost'] });
    expect(within(screen.getByRole('list', { name: 'Filtros aplicados' })).getByRole('listitem')).toHaveTextContent(
      'Vueltas › Tipo es Perdida',
    );
  });
  test('offers nothing that looks into rows which the person may not list', async () => {
    const { user } = mountList({ server: fakeServer(makeRows(3)) });
    await firstRow();
    await user.click(screen.getByRole('button', { name: 'Filtrar' }));
    await (await panel()).findByRole('button', { name: 'Dorsal' });
    expect((await panel()).queryByRole('button', { name: /Vueltas/ })).toBeNull();
  });
  test('carries or, two conditions on one field and fifty ids', async () => {
    const ids = Array.from({ length: 50 }, (_, id) => id + 1);
    const some: Filter = {
      and: [
        { field: 'bib', op: 'gte', value: 2 },
        { field: 'bib', op: 'lt', value: 40 },
        { or: [{ field: 'status', op: 'eq', value: 'paid' }, { not: { field: 'meetid', op: 'eq', value: 1 } }] },
        { field: 'bib', op: 'in', value: ids },
      ],
    };
    const server = fakeServer(makeRows(60));
    mountList({ server, at: filtered(some) });
    await waitFor(() => expect(server.last().filter).toEqual(some));
    await waitFor(() => expect(bodyRows().length).toBeGreaterThan(10));
    const chips = within(screen.getByRole('list', { name: 'Filtros aplicados' })).getAllByRole('listitem');
    expect(chips[0]).toHaveTextContent('Dorsal es como mínimo 2');
    expect(chips[1]).toHaveTextContent('Dorsal es menor que 40');
    await waitFor(() => expect(chips[2]).toHaveTextContent('Estado es Pagada o Competencia no es Copa Norte'));
    expect(chips[3]).toHaveTextContent('Dorsal es cualquiera de 1, 2, 3 y 47 más');
  });
  test('with a filter that cannot be read shows no row as if it matched', async () => {
    const server = fakeServer(makeRows(3));
    const { user } = mountList({ server, at: at({ filter: '{"field":"bi' }) });
    await screen.findByText('El filtro de esta dirección no se entiende');
    expect(bodyRows()).toHaveLength(0);
    expect(server.asked).toHaveLength(0);
    await user.click(screen.getByRole('button', { name: 'Quitar búsqueda y filtros' }));
    await loaded(3);
  });
  test('goes to the last page when its page is gone', async () => {
    const { address } = mountList({ server: fakeServer(makeRows(30)), at: at({ page: '9' }) });
    await loaded(5);
    expect(address().get('page')).toBe('2');
  });
  test('of the screen around is left alone by an embedded list', async () => {
    const { user, address } = mountList({ server: fakeServer(makeRows(60)), props: { embedded: true } });
    await firstRow();
    await user.click(screen.getByRole('button', { name: 'Página siguiente' }));
    await screen.findByText('26–50 de 60');
    expect(address().toString()).toBe('');
  });
});

describe('old rows', () => {
  const hold = (server: ReturnType<typeof fakeServer>) => {
    let open = (): void => {};
    server.state.gate = new Promise((resolve) => {
      open = resolve;
    });
    return async () => {
      server.state.gate = null;
      await act(async () => {
        open();
      });
    };
  };
  test('stay, marked as such, while the next page comes', async () => {
    const server = fakeServer(makeRows(60));
    const { user } = mountList({ server });
    await firstRow();
    const release = hold(server);
    await user.click(screen.getByRole('button', { name: 'Página siguiente' }));
    expect(screen.getByRole('link', { name: 'Ana Peña' })).toBeInTheDocument();
    expect(screen.getByRole('table')).toHaveAttribute('aria-busy', 'true');
    await release();
    await screen.findByRole('link', { name: 'Atleta 026' });
  });
  test('never pass for matches of another filter or another search', async () => {
    const server = fakeServer(makeRows(60));
    const { router, user } = mountList({ server });
    await firstRow();
    const release = hold(server);
    await act(() => router.navigate(filtered({ field: 'status', op: 'in', value: ['gone'] })));
    expect(bodyRows()).toHaveLength(0);
    expect(screen.getByRole('table')).toHaveAttribute('aria-busy', 'true');
    await release();
    await screen.findByRole('link', { name: '=1+1' });
    const again = hold(server);
    await user.type(screen.getByRole('searchbox'), 'Ana');
    await waitFor(() => expect(bodyRows()).toHaveLength(0));
    await again();
  });
  test('never pass for rows of another resource', async () => {
    const server = fakeServer(makeRows(3));
    const { router } = mountList({ server });
    await firstRow();
    const release = hold(server);
    await act(() => router.navigate('/meets'));
    expect(bodyRows()).toHaveLength(0);
    await release();
    await screen.findByRole('link', { name: 'Copa Norte' });
  });
  test('are no longer waited for: the request that nobody needs is cancelled', async () => {
    const server = fakeServer(makeRows(60));
    const { user } = mountList({ server });
    await firstRow();
    const release = hold(server);
    await user.click(screen.getByRole('button', { name: 'Página siguiente' }));
    await user.click(screen.getByRole('button', { name: 'Página siguiente' }));
    expect(server.aborted).toContain(true);
    await release();
    await screen.findByRole('link', { name: 'Atleta 051' });
  });
});

describe('no rows', () => {
  test('because there is nothing: offers to create', async () => {
    mountList({ server: fakeServer([]) });
    expect(await screen.findByText('Todavía no hay nada aquí')).toBeInTheDocument();
    expect(screen.getAllByRole('link', { name: 'Nueva participación' })[0]).toHaveAttribute('href', '/entries/create');
  });
  test('because there is nothing and one may only look: offers nothing', async () => {
    mountList({ server: fakeServer([]), grants: { ...editor, keys: { 'event-inscription': 'view' } } });
    await screen.findByText('Todavía no hay nada aquí');
    expect(screen.queryByRole('link', { name: 'Nueva participación' })).toBeNull();
  });
  test('because there is nothing and what each must point to is out of sight: offers nothing', async () => {
    mountList({ server: fakeServer([]), grants: { ...editor, keys: { 'event-inscription': 'edit' } } });
    await screen.findByText('Todavía no hay nada aquí');
    expect(screen.queryByRole('link', { name: 'Nueva participación' })).toBeNull();
  });
  test('because nothing matches: offers to clear', async () => {
    const { user, address } = mountList({
      server: fakeServer(makeRows(3)),
      at: at({ q: 'zzz', filter: JSON.stringify({ field: 'bib', op: 'eq', value: 1 }) }),
    });
    await screen.findByText('Nada coincide');
    await user.click(screen.getByRole('button', { name: 'Quitar búsqueda y filtros' }));
    await loaded(3);
    expect(address().toString()).toBe('');
    expect(screen.getByRole('searchbox')).toHaveValue('');
  });
  test('because of an error: says it and offers to try again', async () => {
    const server = fakeServer(makeRows(3));
    server.state.failure = Object.assign(new Error('El servicio no responde'), { statusCode: 503 });
    const { user } = mountList({ server });
    expect(await screen.findByRole('alert')).toHaveTextContent('No se pudo cargar la listaEl servicio no responde');
    server.state.failure = null;
    await user.click(screen.getByRole('button', { name: 'Reintentar' }));
    await loaded(3);
    expect(screen.queryByRole('alert')).toBeNull();
  });
});

describe('permissions', () => {
  test('are decided once for the list, never asked per row', async () => {
    const can = vi.spyOn(access, 'can');
    const { can: asked } = mountList({ server: fakeServer(makeRows(100)), at: at({ perpage: '100' }) });
    await loaded(100);
    expect(asked).not.toHaveBeenCalled();
    expect(can.mock.calls.length).toBeLessThan(60);
    can.mockRestore();
  });
  test('decide what the menu of a row offers, together with the row itself', async () => {
    const { user } = mountList({ server: fakeServer(makeRows(3)) });
    await firstRow();
    await user.click(screen.getByRole('button', { name: 'Acciones de Ana Peña' }));
    const items = (await screen.findAllByRole('menuitem')).map((item) => item.textContent);
    expect(items).toEqual(['Ver', 'Editar', 'Crear uno parecido', 'Cancelar participación', 'Cambiar nombre']);
    await user.keyboard('{Escape}');
    await user.click(screen.getByRole('button', { name: 'Acciones de =1+1' }));
    await waitFor(() =>
      expect(screen.getAllByRole('menuitem').map((item) => item.textContent)).toEqual([
        'Ver',
        'Editar',
        'Crear uno parecido',
        'Cambiar nombre',
        'Cancelar participaciónYa está cancelada.',
      ]),
    );
  });
  test('and what the row refuses is kept back with its reason, heard where it is reached', async () => {
    const { user } = mountList({ server: fakeServer(makeRows(3)) });
    await firstRow();
    await user.click(screen.getByRole('button', { name: 'Acciones de =1+1' }));
    const refused = await screen.findByRole('menuitem', { name: 'Cancelar participación' });
    expect(within(screen.getByRole('group', { name: 'Ahora no es posible' })).getAllByRole('menuitem')).toEqual([refused]);
    expect(refused).toHaveAttribute('aria-disabled', 'true');
    expect(refused).toHaveAccessibleDescription('Ya está cancelada.');
    await user.keyboard('{End}');
    expect(refused).toHaveFocus();
    await user.keyboard('{Enter}');
    expect(screen.getByRole('menu')).toBeInTheDocument();
    expect(screen.queryByText('Revisando qué pasaría…')).toBeNull();
  });
  test('to look alone leave nothing to select, create or edit', async () => {
    const { user } = mountList({
      server: fakeServer(makeRows(3)),
      grants: { ...editor, keys: { 'event-inscription': 'view', events: 'view' } },
    });
    await firstRow();
    expect(screen.queryByRole('checkbox')).toBeNull();
    expect(screen.queryByRole('button', { name: 'Sortear' })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Acciones de Ana Peña' }));
    expect((await screen.findAllByRole('menuitem')).map((item) => item.textContent)).toEqual(['Ver']);
  });
});

describe('the keyboard', () => {
  test('walks, selects, edits and searches', async () => {
    const { user, router } = mountList({ server: fakeServer(makeRows(3)) });
    await firstRow();
    await user.keyboard('{ArrowDown}');
    expect(screen.getByRole('link', { name: 'Ana Peña' })).toHaveFocus();
    await user.keyboard('{ArrowDown}{ArrowDown}{ArrowDown}{ArrowUp}');
    expect(screen.getByRole('link', { name: 'Benito Ruiz' })).toHaveFocus();
    await user.keyboard(' ');
    expect(screen.getByRole('checkbox', { name: 'Seleccionar Benito Ruiz' })).toBeChecked();
    await user.keyboard('{End}');
    expect(screen.getByRole('link', { name: '=1+1' })).toHaveFocus();
    await user.keyboard('/');
    expect(screen.getByRole('searchbox')).toHaveFocus();
    await user.keyboard('/e');
    expect(screen.getByRole('searchbox')).toHaveValue('/e');
    await user.clear(screen.getByRole('searchbox'));
    screen.getByRole('link', { name: 'Ana Peña' }).focus();
    await user.keyboard('e');
    expect(router.state.location.pathname).toBe('/entries/1/edit');
  });
  test('opens with Enter, because the title is a link', async () => {
    const { user, router } = mountList({ server: fakeServer(makeRows(3)) });
    await firstRow();
    await user.keyboard('{ArrowDown}{Enter}');
    expect(router.state.location.pathname).toBe('/entries/1');
  });
});

describe('for everybody', () => {
  const broken = async (): Promise<readonly string[]> => {
    const { violations } = await axe.run(document.body, { rules: { 'color-contrast': { enabled: false }, region: { enabled: false } } });
    return violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html ?? ''}`);
  };
  test.each(['es', 'en'] as const)('axe finds nothing on the list in %s', async (locale) => {
    const { user } = mountList({
      server: fakeServer(makeRows(30)),
      locale,
      at: filtered({
        and: [
          { field: 'bib', op: 'gt', value: 0 },
          { field: 'status', op: 'in', value: ['held', 'paid'] },
        ],
      }),
    });
    await loaded(20);
    await user.click(screen.getAllByRole('checkbox')[1]!);
    expect(await broken()).toEqual([]);
  });
  test.each(['Filtrar', 'Columnas', 'Altura de las filas', 'Descargar'])('nor on the panel "%s"', async (name) => {
    const { user } = mountList({ server: fakeServer(makeRows(2)) });
    await firstRow();
    await user.click(screen.getByRole('button', { name }));
    await waitFor(() => expect(document.querySelector('.list-panel .asd-skeleton')).toBeNull());
    expect(await broken()).toEqual([]);
  });
  test('nor on the condition over a reference', async () => {
    const { user } = mountList({ server: fakeServer(makeRows(2)) });
    await firstRow();
    await user.click(screen.getByRole('button', { name: 'Filtrar' }));
    await user.click(await (await panel()).findByRole('button', { name: 'Competencia' }));
    await waitFor(() => expect(document.querySelector('.list-panel .asd-skeleton')).toBeNull());
    await screen.findByRole('group', { name: 'Valores' });
    expect(await broken()).toEqual([]);
  });
  test('nor on the menu of a row', async () => {
    const { user } = mountList({ server: fakeServer(makeRows(3)) });
    await firstRow();
    await user.click(screen.getByRole('button', { name: 'Acciones de =1+1' }));
    await screen.findAllByRole('menuitem');
    expect(await broken()).toEqual([]);
  });
});
