import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import type { ReactNode } from 'react';
import { beforeEach, describe, expect, test } from 'vitest';
import type { Grants } from '@/schema';
import { FormView } from '@/views/form/FormView';
import { editor, race, races, registry, viewer } from './support/fixture';
import { fakeServer, mount, refusal, WithId, type FakeServer } from './support/mount';

let server: FakeServer;
beforeEach(() => {
  server = fakeServer(registry, {
    races: [race(), race({ raceid: 2, slug: 'otra', city: 'Puebla', name: { es: 'Otra carrera', en: null } })],
    sponsors: Array.from({ length: 30 }, (_, at) => ({ sponsorid: at + 1, name: at === 1 ? 'Agua Fresca' : `Patrocinador ${at + 1}` })),
    managers: [{ managerid: 5, name: 'Lupita', sponsorid: 2 }],
  });
});
const routes = [
  { path: 'races', element: <p>lista</p> },
  { path: 'races/create', element: <FormView resource={races} /> },
  { path: 'races/:id', element: <p>ficha</p> },
  { path: 'races/:id/edit', element: <WithId>{(id) => <FormView resource={races} id={id} />}</WithId> },
];
const open = (at: string | readonly string[], grants?: Grants) =>
  mount({ at: typeof at === 'string' ? [at] : at, server, routes, ...(grants && { grants }) });
const city = () => screen.findByLabelText<HTMLInputElement>(/^Ciudad/);
const save = () => screen.getByRole('button', { name: 'Guardar' });
const retype = async (user: ReturnType<typeof mount>['user'], input: HTMLElement, text: string) => {
  await user.clear(input);
  if (text) await user.type(input, text);
};

describe('what a form shows', () => {
  test('puts the fields in the declared sections and offers an index when there are more than three', async () => {
    open('/races/1/edit');
    expect((await city()).value).toBe('Monterrey');
    expect(
      within(screen.getByRole('navigation', { name: 'Secciones' }))
        .getAllByRole('button')
        .map((each) => each.textContent),
    ).toEqual(['Básicos', 'Oferta', 'Personas', 'Ruta']);
    expect(screen.getByText('La sede')).toBeTruthy();
  });
  test('leaves out what the person may not see and locks what they may not write', async () => {
    open('/races/1/edit', { ...editor, keys: { ...editor.keys, 'reports-wo-contact-info': 'view' } });
    await city();
    expect(screen.queryByText('Teléfono')).toBeNull();
    expect(screen.getByText('Presupuesto')).toBeTruthy();
    expect(screen.queryByRole('spinbutton', { name: /Presupuesto/ })).toBeNull();
    expect(screen.getByText(/9,000\.00/)).toBeTruthy();
  });
  test('offers no state that an action sets, but keeps the one that a record has', async () => {
    const { user } = open('/races/1/edit');
    await user.click(await screen.findByRole('combobox', { name: 'Estado' }));
    expect((await screen.findAllByRole('option')).map((each) => each.textContent)).toEqual(['open']);
    cleanup();
    server.tables['races']![0]!['status'] = 'paused';
    await open('/races/1/edit').user.click(await screen.findByRole('combobox', { name: 'Estado' }));
    expect((await screen.findAllByRole('option')).map((each) => each.textContent)).toEqual(['open', 'paused']);
  });
  test('refuses the form to those who only look', async () => {
    open('/races/1/edit', viewer);
    expect(await screen.findByText('No tienes permiso para ver esto')).toBeTruthy();
    expect(server.calls).toEqual([]);
  });
  test('names the record under which a new one is made', async () => {
    mount({
      at: ['/'],
      server,
      routes: [{ path: '', element: <FormView resource={races} parent={{ resource: 'sponsors', field: 'sponsorid', id: 2 }} /> }],
    });
    expect(await screen.findByText('Agua Fresca')).toBeTruthy();
    expect(screen.queryByText('#2')).toBeNull();
  });
  test('says that a record does not exist', async () => {
    open('/races/404/edit');
    expect(await screen.findByText('No encontramos este registro')).toBeTruthy();
  });
  test('offers to try again when the record cannot be read', async () => {
    server.next['getOne'] = () => {
      throw refusal(500, 'Se cayó');
    };
    const { user } = open('/races/1/edit');
    await screen.findByText('No se pudo cargar');
    server.next['getOne'] = undefined;
    await user.click(screen.getByRole('button', { name: 'Reintentar' }));
    expect((await city()).value).toBe('Monterrey');
  });
});

describe('saving', () => {
  test('sends only what changed, with the version', async () => {
    const { user, router } = open('/races/1/edit');
    await retype(user, await city(), 'Saltillo');
    await user.click(save());
    await waitFor(() => expect(router.state.location.pathname).toBe('/races/1'));
    expect(server.of('update')).toMatchObject([{ id: 1 }]);
    expect(server.of('update')[0]!.values).toEqual({ city: 'Saltillo', version: 1 });
  });
  test('writes null into a dependent field whose condition stops holding', async () => {
    const { user } = open('/races/1/edit');
    await city();
    expect(await screen.findByLabelText('Precio')).toBeTruthy();
    await user.click(await screen.findByLabelText(/^Tipo/));
    await user.click(await screen.findByTitle('Gratis'));
    await waitFor(() => expect(screen.queryByLabelText('Precio')).toBeNull());
    await user.click(save());
    await waitFor(() => expect(server.of('update')[0]?.values).toEqual({ kind: 'free', price_cents: null, version: 1 }));
  });
  test('creates with defaults, pesos as cents, the proposed slug and null for what may not exist', async () => {
    const { user, router } = open('/races/create');
    await user.type(await screen.findByLabelText('Español'), 'Ruta del Café 2026');
    await user.type(await city(), 'Coatepec');
    await user.type(await screen.findByLabelText('Precio'), '1250.5');
    expect((await screen.findByLabelText<HTMLInputElement>(/^Dirección/)).value).toBe('ruta-del-cafe-2026');
    await user.click(screen.getByRole('button', { name: 'Crear' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/races/99'));
    expect(server.of('create')[0]!.values).toEqual({
      name: { es: 'Ruta del Café 2026', en: null },
      slug: 'ruta-del-cafe-2026',
      city: 'Coatepec',
      kind: 'paid',
      price_cents: 125_050,
      status: 'open',
      legs: [],
    });
  });
  test('is written once, however often one presses before the next screen is there', async () => {
    let arrive: () => void = () => undefined;
    const late = new Promise<{ readonly Component: () => ReactNode }>((resolve) => {
      arrive = () => resolve({ Component: () => <p>ficha</p> });
    });
    const { user } = mount({ at: ['/races/create'], server, routes: [routes[1]!, { path: 'races/:id', lazy: () => late }] });
    await user.type(await screen.findByLabelText('Español'), 'Ruta del Café 2026');
    await user.type(await city(), 'Coatepec');
    await user.type(await screen.findByLabelText('Precio'), '10');
    for (const _ of [1, 2, 3]) await user.click(screen.getByRole('button', { name: 'Crear' }));
    expect(server.of('create')).toHaveLength(1);
    await act(async () => arrive());
    expect(await screen.findByText('ficha')).toBeTruthy();
    expect(server.of('create')).toHaveLength(1);
  });
  test('saves with Ctrl+S', async () => {
    const { user } = open('/races/1/edit');
    await retype(user, await city(), 'León');
    await user.keyboard('{Control>}s{/Control}');
    await waitFor(() => expect(server.of('update')).toHaveLength(1));
  });
  test('stops with a summary that leads to the field when the schema refuses', async () => {
    const { user } = open('/races/1/edit');
    await retype(user, await city(), '');
    await user.click(save());
    const summary = await screen.findByRole('alert');
    expect(within(summary).getByText('Hay un dato por corregir')).toBeTruthy();
    expect(server.of('update')).toEqual([]);
    await user.click(within(summary).getByRole('button', { name: 'Ciudad' }));
    expect(document.activeElement).toBe(await city());
    expect((await city()).getAttribute('aria-invalid')).toBe('true');
    await user.type(await city(), 'Q');
    expect(screen.queryByRole('alert')).toBeNull();
  });
});

describe('what the server refuses', () => {
  test('lands on its field, in a row of an embedded list too, and keeps what was typed', async () => {
    server.next['update'] = () => {
      throw refusal(422, 'Revisa', [
        { path: 'legs.1.price_cents', message: 'Precio fuera de rango' },
        { path: 'city', message: 'Ciudad desconocida' },
      ]);
    };
    const { user } = open('/races/1/edit');
    await retype(user, await city(), 'Atlantis');
    await user.click(save());
    const rows = await screen.findByRole('group', { name: /Tramos/ });
    expect(within(rows).getByText('Precio fuera de rango').closest('[data-row]')!.getAttribute('data-row')).toBe('1');
    expect((await city()).value).toBe('Atlantis');
    expect(document.getElementById((await city()).getAttribute('aria-describedby')!.split(' ').at(-1)!)!.textContent).toBe(
      'Ciudad desconocida',
    );
    await user.click(screen.getByRole('button', { name: 'Tramos · Fila 2 · Precio del tramo' }));
    expect(document.activeElement).toBe(within(rows).getAllByLabelText(/Precio del tramo/)[1]);
  });
  test('is said in the summary when its field is not on screen', async () => {
    server.next['update'] = () => {
      throw refusal(422, 'Revisa', { 'ghost.field': ['Algo que no se ve'] });
    };
    const { user } = open('/races/1/edit');
    await retype(user, await city(), 'León');
    await user.click(save());
    expect(within(await screen.findByRole('alert')).getByText('Algo que no se ve')).toBeTruthy();
  });
  test('is said in words when it has no fields', async () => {
    server.next['update'] = () => {
      throw refusal(503, 'Servicio en mantenimiento');
    };
    const { user } = open('/races/1/edit');
    await retype(user, await city(), 'León');
    await user.click(save());
    expect(within(await screen.findByRole('alert')).getByText('Servicio en mantenimiento')).toBeTruthy();
    expect((await city()).value).toBe('León');
  });
});

describe('what others change meanwhile', () => {
  const somebodySaves = async (queries: ReturnType<typeof mount>['queries'], over: Record<string, unknown>) => {
    server.tables['races']![0] = race({ version: 2, ...over });
    await act(() => queries.invalidateQueries());
  };
  test('never takes away typed input on a refetch', async () => {
    const { user, queries } = open('/races/1/edit');
    await retype(user, await city(), 'Saltillo ');
    await act(() => queries.invalidateQueries());
    expect((await city()).value).toBe('Saltillo ');
    await somebodySaves(queries, { slug: 'slug-de-otro' });
    expect(await screen.findByText('Alguien más guardó cambios mientras escribías')).toBeTruthy();
    expect(screen.getByText('Se actualizó: Dirección.')).toBeTruthy();
    expect((await city()).value).toBe('Saltillo ');
    expect((await screen.findByLabelText<HTMLInputElement>(/^Dirección/)).value).toBe('slug-de-otro');
    await user.click(save());
    await waitFor(() => expect(server.of('update')[0]?.values).toEqual({ city: 'Saltillo ', version: 2 }));
  });
  test('asks field by field after a 409 and saves the choice on the new version', async () => {
    const { user, router } = open('/races/1/edit');
    await retype(user, await city(), 'Saltillo');
    const slug = await screen.findByLabelText(/^Dirección/);
    await retype(user, slug, 'mi-slug');
    server.tables['races']![0] = race({ version: 2, city: 'Tampico', slug: 'su-slug' });
    await user.click(save());
    const dialog = await screen.findByRole('dialog');
    const asked = within(dialog).getByRole('group', { name: 'Ciudad' });
    expect(asked.textContent).toContain('Saltillo');
    expect(asked.textContent).toContain('Tampico');
    expect(asked.textContent).toContain('Monterrey');
    await user.click(within(within(dialog).getByRole('group', { name: 'Dirección' })).getByRole('radio', { name: /Lo guardado/ }));
    await user.click(within(dialog).getByRole('button', { name: 'Guardar con esta elección' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/races/1'));
    expect(server.of('update').at(-1)!.values).toEqual({ city: 'Saltillo', version: 2 });
    expect(server.tables['races']![0]).toMatchObject({ city: 'Saltillo', slug: 'su-slug', version: 3 });
  });
  test('does not show one record in the form of another', async () => {
    const { router } = open('/races/1/edit');
    expect((await city()).value).toBe('Monterrey');
    let answer: () => void = () => {};
    server.next['getOne'] = () =>
      new Promise((resolve) => {
        answer = () => resolve({ data: server.tables['races']![1] });
      });
    await act(() => router.navigate('/races/2/edit'));
    expect(screen.queryByLabelText(/^Ciudad/)).toBeNull();
    expect(screen.queryByDisplayValue('Monterrey')).toBeNull();
    await act(async () => answer());
    expect((await city()).value).toBe('Puebla');
  });
});

describe('leaving', () => {
  test('asks once on Back, stays or goes', async () => {
    const { user, router } = open(['/races', '/races/1/edit']);
    await retype(user, await city(), 'Saltillo');
    await act(() => router.navigate(-1));
    expect(await screen.findByText('¿Salir sin guardar?')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Seguir aquí' }));
    expect(router.state.location.pathname).toBe('/races/1/edit');
    expect((await city()).value).toBe('Saltillo');
    await act(() => router.navigate(-1));
    await user.click(await screen.findByRole('button', { name: 'Salir sin guardar' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/races'));
  });
  test('does not ask after typing and reverting', async () => {
    const { user, router } = open(['/races', '/races/1/edit']);
    await retype(user, await city(), 'Saltillo');
    expect(screen.getByText('1 cambio sin guardar')).toBeTruthy();
    await retype(user, await city(), 'Monterrey');
    expect(screen.getByText('Todo está guardado')).toBeTruthy();
    await act(() => router.navigate(-1));
    await waitFor(() => expect(router.state.location.pathname).toBe('/races'));
  });
  test('warns before the tab closes only while something is unsaved', async () => {
    const { user } = open('/races/1/edit');
    const isHeld = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));
    await city();
    expect(isHeld()).toBe(false);
    await user.type(await city(), '!');
    expect(isHeld()).toBe(true);
  });
});

describe('references', () => {
  test('show the title of the record at once, without reading it', async () => {
    open('/races/1/edit');
    expect(await screen.findByText('Agua Fresca')).toBeTruthy();
    expect(server.of('getMany')).toEqual([]);
    expect(server.of('getList')).toEqual([]);
  });
  test('search on the server and say that there is more', async () => {
    const { user } = open('/races/1/edit');
    const input = await screen.findByLabelText(/^Patrocinador/);
    await user.click(input);
    expect(await screen.findByText('Primeros 20. Escribe para acotar.')).toBeTruthy();
    await user.type(input, 'agua');
    await waitFor(() => expect(server.of('getList').at(-1)?.asked).toMatchObject({ search: 'agua', pageSize: 20 }));
  });
  test('are narrowed by the field they depend on, and emptied when it changes', async () => {
    server.tables['races']![0] = race({ managerid: 5, manager: { managerid: 5, title: 'Lupita' } });
    const { user } = open('/races/1/edit');
    await user.click(await screen.findByLabelText(/^Contacto/));
    await waitFor(() =>
      expect(server.of('getList').at(-1)).toMatchObject({
        resource: 'managers',
        asked: { filters: [{ field: 'sponsorid', operator: 'eq', value: 2 }] },
      }),
    );
    await user.click(screen.getByLabelText(/^Patrocinador/));
    await user.click(await screen.findByTitle('Patrocinador 3'));
    await user.click(save());
    await waitFor(() => expect(server.of('update')[0]?.values).toEqual({ sponsorid: 3, managerid: null, version: 1 }));
  });
});

describe('what a place hands over to a new record', () => {
  const handing = (draft: object) => mount({ at: [{ pathname: '/races/create', state: { draft } }], server, routes });
  test('is there when the form opens, is no change of the person, and is saved', async () => {
    const { user } = handing({ city: 'Apodaca' });
    expect(await screen.findByDisplayValue('Apodaca')).toBeTruthy();
    await user.type(await screen.findByLabelText('Español'), 'Carrera nueva');
    await user.type(await screen.findByLabelText('Precio'), '10');
    await user.click(screen.getByRole('button', { name: 'Crear' }));
    await waitFor(() => expect(server.of('create')[0]?.values).toMatchObject({ city: 'Apodaca' }));
  });
  test('is passed over where nobody may write it, or nothing has that name', async () => {
    const { user } = handing({ city: 'Apodaca', sold_count: 9, moon: 1 });
    await user.type(await screen.findByLabelText('Español'), 'Carrera nueva');
    await user.type(await screen.findByLabelText('Precio'), '10');
    await user.click(screen.getByRole('button', { name: 'Crear' }));
    await waitFor(() => expect(server.of('create')).toHaveLength(1));
    expect(Object.keys(server.of('create')[0]!.values as object)).not.toEqual(expect.arrayContaining(['sold_count']));
    expect(Object.keys(server.of('create')[0]!.values as object)).not.toEqual(expect.arrayContaining(['moon']));
  });
});

describe('embedded rows', () => {
  test('keep the focus on the button that moved them, or on the other one at the end', async () => {
    server.tables['races']![0] = race({
      legs: ['Nado', 'Bici', 'Carrera'].map((name, at) => ({ legid: 11 + at, name, price_cents: 100, sort: at + 1 })),
    });
    const { user } = open('/races/1/edit');
    await user.click(await screen.findByRole('button', { name: 'Bajar la fila 1' }));
    expect(document.activeElement?.getAttribute('aria-label')).toBe('Bajar la fila 2');
    await user.click(document.activeElement!);
    expect(document.activeElement?.getAttribute('aria-label')).toBe('Subir la fila 3');
  });
  test('have a handle that says how they are dragged, and none where nothing may be changed', async () => {
    open('/races/1/edit');
    const handle = await screen.findByRole('button', { name: 'Arrastrar la fila 1' });
    expect(handle.getAttribute('aria-roledescription')).toBe('fila que se arrastra');
    expect(document.getElementById(handle.getAttribute('aria-describedby')!)?.textContent).toContain('Pulsa Espacio');
  });
  test('are added, moved and removed, and saved in order with their parent', async () => {
    const { user } = open('/races/1/edit');
    await user.click(await screen.findByRole('button', { name: 'Agregar: Tramo' }));
    await user.type((await screen.findAllByLabelText(/Nombre del tramo/))[2]!, 'Carrera');
    await user.type((await screen.findAllByLabelText(/Precio del tramo/))[2]!, '300');
    await user.click(screen.getByRole('button', { name: 'Subir la fila 3' }));
    expect(document.activeElement?.getAttribute('aria-label')).toBe('Subir la fila 2');
    await user.click(screen.getByRole('button', { name: 'Quitar la fila 1' }));
    await user.click(save());
    await waitFor(() =>
      expect(server.of('update')[0]?.values).toEqual({
        legs: [
          { name: 'Carrera', price_cents: 30_000, sort: 1 },
          { legid: 12, name: 'Bici', price_cents: 20_000, sort: 2 },
        ],
        version: 1,
      }),
    );
  });
  test('say what is missing in the cell where it is missing', async () => {
    const { user } = open('/races/1/edit');
    await user.click(await screen.findByRole('button', { name: 'Agregar: Tramo' }));
    await user.click(save());
    const row = within(screen.getByRole('group', { name: /Tramos/ })).getByRole('group', { name: 'Fila 3' });
    expect(within(row).getAllByText('Falta este dato')).toHaveLength(2);
    expect(server.of('update')).toEqual([]);
  });
});
