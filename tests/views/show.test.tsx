import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { AuditLogProvider } from '@refinedev/core';
import { actionOf, type Grants } from '@/schema';
import { ShowView } from '@/views/show/ShowView';
import { editor, race, races, registry, viewer } from './support/fixture';
import { fakeServer, mount, refusal, WithId, type FakeServer } from './support/mount';

vi.mock('@/views/list/ListView', () => ({
  ListView: (props: object) => (
    <pre data-testid="list">
      {JSON.stringify(props, (key, value: unknown) => (key === 'resource' ? (value as { readonly name: string }).name : value))}
    </pre>
  ),
}));

let server: FakeServer;
const entries = [
  {
    auditid: 2,
    verb: 'edit',
    at: '2026-02-01T18:30:00.000Z',
    actor: { userid: 8, name: 'Ana Ruiz' },
    changes: [
      { field: 'city', old: 'Apodaca', new: 'Monterrey' },
      { field: 'sponsorid', old: 4, new: 3, titles: { 3: 'Banco del Norte' } },
      { field: 'phone', old: '1', new: '2' },
    ],
  },
  {
    auditid: 1,
    verb: 'pause',
    at: '2026-01-05T16:00:00.000Z',
    actor: { userid: null, name: null },
    changes: [{ field: 'status', old: 'open', new: 'paused' }],
  },
];
const get = vi.fn(async () => entries);
const audit: AuditLogProvider = { get, create: async () => undefined, update: async () => undefined };
beforeEach(() => {
  get.mockClear();
  server = fakeServer(registry, {
    races: [race()],
    legs: [{ legid: 11 }, { legid: 12 }],
    sponsors: [],
  });
  server.next['getList'] = () => ({ data: [], total: 1234 });
});
const routes = [
  { path: 'races', element: <p>lista</p> },
  { path: 'races/:id', element: <WithId>{(id) => <ShowView resource={races} id={id} />}</WithId> },
];
const open = (at = '/races/1', grants: Grants = editor) => mount({ at: [at], server, routes, grants, audit });
const valueOf = (label: string) => screen.getAllByText(label).find(({ tagName }) => tagName === 'DT')!.nextElementSibling!.textContent;

describe('the page of a record', () => {
  test('is headed by its title, its status and what may be done with it', async () => {
    open();
    const head = (await screen.findByRole('heading', { level: 1, name: 'Carrera del Río' })).closest('header')!;
    expect(within(head).getByText('Abierta')).toBeTruthy();
    expect(within(head).getByRole('link', { name: 'Editar' }).getAttribute('href')).toBe('/races/1/edit');
    expect(
      within(head)
        .getAllByRole('button')
        .map(({ textContent }) => textContent),
    ).toEqual(['Pausar', 'Mudar', '⋯']);
  });
  test('says its values in sections, then what no form holds', async () => {
    open();
    await screen.findByRole('heading', { level: 1 });
    expect(screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)).toEqual([
      'Básicos',
      'Oferta',
      'Personas',
      'Ruta',
      'Registro',
      'Historial',
    ]);
    expect(valueOf('Precio')).toBe('$450.00');
    expect(valueOf('Inicio')).toBe('01/03/2026 07:00');
    expect(valueOf('Patrocinador')).toBe('Agua Fresca');
    expect(valueOf('Contacto')).toBe('—');
    expect(valueOf('Vendidos')).toBe('4');
    expect(
      within(screen.getByRole('region', { name: 'Tramos' }))
        .getAllByRole('row')
        .map(({ textContent }) => textContent),
    ).toEqual(['Nombre del tramoPrecio del tramo', 'Nado$100.00', 'Bici$200.00']);
  });
  test('hides what the person may not see, and what does not apply', async () => {
    server.tables['races']![0] = race({ kind: 'free', price_cents: null });
    open('/races/1', { ...editor, keys: { ...editor.keys, 'reports-wo-contact-info': 'view' } });
    await screen.findByRole('heading', { level: 1 });
    expect(screen.queryByText('Teléfono')).toBeNull();
    expect(screen.queryByText('Precio')).toBeNull();
  });
  test('offers nothing that writes to those who only look', async () => {
    open('/races/1', viewer);
    const head = (await screen.findByRole('heading', { level: 1 })).closest('header')!;
    expect(within(head).queryByRole('link')).toBeNull();
    expect(within(head).queryByRole('button')).toBeNull();
  });
  test('does not offer an action where it would do nothing', async () => {
    server.tables['races']![0] = race({ status: 'paused' });
    open();
    await screen.findByRole('heading', { level: 1 });
    expect(screen.queryByRole('button', { name: 'Pausar' })).toBeNull();
  });
  test('shows related lists as tabs with counts, loaded when opened', async () => {
    const { user } = open();
    const tab = await screen.findByRole('tab', { name: 'Tramos 1,234' });
    expect(screen.queryByTestId('list')).toBeNull();
    await user.click(tab);
    expect((await screen.findByTestId('list')).textContent).toBe(
      '{"resource":"legs","fixed":{"field":"raceid","op":"eq","value":1},"embedded":true,"creates":{"preset":{"raceid":1}}}',
    );
  });
  test('says that it does not exist, or that it is not for this person', async () => {
    open('/races/9');
    expect(await screen.findByText('No encontramos este registro')).toBeTruthy();
    server.next['getOne'] = () => {
      throw refusal(403, 'No');
    };
    open('/races/1');
    expect(await screen.findByText('No tienes permiso para ver esto')).toBeTruthy();
  });
});

describe('the history', () => {
  test('says who, when and each field before and after in words', async () => {
    open();
    const history = await screen.findByRole('complementary', { name: 'Historial' });
    await within(history).findByText('Banco del Norte');
    const [latest, first] = within(history).getAllByRole('listitem');
    expect(latest!.textContent).toContain('Ana Ruiz hizo cambios');
    expect(latest!.textContent).toContain('01/02/2026 12:30');
    expect(latest!.querySelector('del')!.textContent).toBe('Apodaca');
    expect(first!.textContent).toContain('Sistema ejecutó «Pausar»');
    expect(first!.querySelector('del')!.textContent).toBe('Abierta');
    expect(get).toHaveBeenCalledWith(expect.objectContaining({ resource: 'races', meta: { id: 1, version: 1 } }));
  });
  test('calls records by the titles that came with it and asks for none; one without a title keeps its number', async () => {
    open();
    const history = await screen.findByRole('complementary', { name: 'Historial' });
    const changed = (await within(history).findByText('Banco del Norte')).closest('dd')!;
    expect(changed.querySelector('del')!.textContent).toBe('#4');
    expect(server.calls.filter(({ resource }) => resource === 'sponsors')).toEqual([]);
  });
  test('never shows a field that the person may not see', async () => {
    open('/races/1', { ...editor, keys: { ...editor.keys, 'reports-wo-contact-info': 'view' } });
    const history = await screen.findByRole('complementary', { name: 'Historial' });
    await within(history).findByText('Apodaca');
    expect(within(history).queryByText('Teléfono')).toBeNull();
  });
  test('offers to try again when it cannot be read', async () => {
    get.mockRejectedValueOnce(refusal(500, 'x'));
    const { user } = open();
    const history = await screen.findByRole('complementary', { name: 'Historial' });
    await user.click(await within(history).findByRole('button', { name: 'Reintentar' }));
    expect(await within(history).findByText('Apodaca')).toBeTruthy();
  });
});

describe('what may be done', () => {
  const menu = async (user: { readonly click: (element: Element) => Promise<void> }) => {
    await user.click(await screen.findByRole('button', { name: 'Más acciones' }));
    return screen.findByRole('menu', { name: 'Más acciones' });
  };
  test('two actions are shown, the others share a menu', async () => {
    const { user } = open();
    expect((await screen.findAllByRole('button', { name: /^(Pausar|Mudar|Encargar)$/ })).map((each) => each.textContent)).toEqual([
      'Pausar',
      'Mudar',
    ]);
    expect(
      within(await menu(user))
        .getAllByRole('menuitem')
        .map((item) => item.textContent),
    ).toEqual(['Encargar', 'Crear uno parecido', 'Eliminar']);
  });
  test('what is seldom wanted is in the menu alone', async () => {
    const pause = actionOf(races, 'pause');
    Object.assign(pause, { inMenu: true });
    const { user } = open();
    const shown = (await screen.findAllByRole('button', { name: /^(Pausar|Mudar|Encargar)$/ })).map((each) => each.textContent);
    const items = within(await menu(user)).getAllByRole('menuitem');
    Object.assign(pause, { inMenu: undefined });
    expect([shown, items.map((item) => item.textContent)]).toEqual([
      ['Mudar', 'Encargar'],
      ['Pausar', 'Crear uno parecido', 'Eliminar'],
    ]);
  });
  test('an action with a page of its own is a link there, and one that only another screen offers is nowhere', async () => {
    const pause = actionOf(races, 'pause'),
      move = actionOf(races, 'rename');
    Object.assign(pause, { ownPage: 'scan' });
    Object.assign(move, { ownPage: true });
    open();
    const link = await screen.findByRole('link', { name: 'Pausar' });
    const others = screen.getAllByRole('button', { name: /^(Pausar|Mudar|Encargar)$/ }).map((each) => each.textContent);
    Object.assign(pause, { ownPage: undefined });
    Object.assign(move, { ownPage: undefined });
    expect([link.getAttribute('href'), others]).toEqual(['/races/1/scan', ['Encargar']]);
  });
  test('what the state of the record refuses is not shown, and the menu says why', async () => {
    server.tables['races']![0]!['status'] = 'paused';
    const { user } = open();
    expect((await screen.findAllByRole('button', { name: /^(Pausar|Mudar|Encargar)$/ })).map((each) => each.textContent)).toEqual([
      'Mudar',
    ]);
    const refused = within(within(await menu(user)).getByRole('group', { name: 'Ahora no es posible' })).getAllByRole('menuitem');
    expect(refused.map((item) => [item.getAttribute('aria-disabled'), item.textContent])).toEqual([
      ['true', 'PausarYa está en pausa.'],
      ['true', 'EncargarNo se puede mientras el registro está en «En pausa».'],
    ]);
    await user.click(refused[0]!);
    expect(server.of('custom')).toEqual([]);
  });
  test('actions without a key are absent', async () => {
    open('/races/1', viewer);
    await screen.findByRole('heading', { level: 1 });
    expect(screen.queryByRole('button', { name: /Pausar|Más acciones/ })).toBeNull();
  });
});

describe('deleting', () => {
  test('asks, sends the version and goes to the list', async () => {
    const { user, router } = open();
    await user.click(await screen.findByRole('button', { name: 'Más acciones' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Eliminar' }));
    const dialog = await screen.findByRole('dialog', { name: '¿Eliminar Carrera del Río?' });
    await user.click(within(dialog).getByRole('button', { name: 'Eliminar' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/races'));
    expect(server.of('delete')).toMatchObject([{ id: 1, values: { version: 1 } }]);
  });
  test('keeps the dialog and says why when the record is in use', async () => {
    server.next['delete'] = () => {
      throw refusal(409, 'Todavía tiene inscripciones');
    };
    const { user, router } = open();
    await user.click(await screen.findByRole('button', { name: 'Más acciones' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Eliminar' }));
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Eliminar' }));
    expect(await screen.findByText('Todavía tiene inscripciones')).toBeTruthy();
    expect(router.state.location.pathname).toBe('/races/1');
  });
});
