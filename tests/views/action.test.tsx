import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { ActionDialog } from '@/views/action/ActionDialog';
import { OutcomeReport } from '@/views/action/OutcomeReport';
import type { ActionTarget, Parent } from '@/fields/kit/contracts';
import { race, races, registry } from './support/fixture';
import { fakeServer, mount, refusal, type FakeServer } from './support/mount';

let server: FakeServer;
const closed = vi.fn();
beforeEach(() => {
  closed.mockClear();
  server = fakeServer(registry, { races: [1, 2, 3].map((raceid) => race({ raceid, name: { es: `Carrera ${raceid}`, en: null } })) });
});
const open = (action: string, target: ActionTarget, parent?: Parent, rows?: readonly Record<string, unknown>[]) =>
  mount({
    at: ['/'],
    server,
    routes: [
      { path: '', element: <ActionDialog resource={races} action={action} target={target} rows={rows} parent={parent} onClose={closed} /> },
    ],
  });
const sent = () => server.of('custom').map(({ url, values }) => ({ url, ...values }));
const button = (name: string) => screen.findByRole('button', { name: new RegExp(`${name}$`) });

describe('what a rehearsal found about one record', () => {
  const outcome = { ok: 1, skipped: [], failed: [] };
  test.each([
    ['that would change', {}, 'Todo en orden: se puede aplicar.'],
    ['that would be copied', { makes: true }, 'Se crea un registro nuevo; este queda como está.'],
    ['that was copied', { makes: true, isDone: true }, 'Listo.'],
  ])('%s is said without counts', async (_, more, said) => {
    mount({
      at: ['/'],
      server,
      routes: [{ path: '', element: <OutcomeReport resource={races} outcome={outcome} isDone={false} isOne {...more} /> }],
    });
    expect(await screen.findByText(said)).toBeTruthy();
    expect(screen.queryByRole('list')).toBeNull();
  });
});

describe('an action that confirms', () => {
  const answer = { ok: 2, skipped: [{ id: 3, reason: 'Ya está en pausa' }], failed: [] };
  test('rehearses at once, says the consequence in numbers and only then runs', async () => {
    server.next['custom'] = () => ({ data: answer });
    const { user } = open('pause', { ids: [1, 2, 3] });
    expect(await screen.findByText('2 se cambian')).toBeTruthy();
    expect(screen.getByText('Pausa 2 carreras')).toBeTruthy();
    expect(await screen.findByRole('row', { name: 'Carrera 3 Ya está en pausa' })).toBeTruthy();
    expect(sent()).toEqual([{ url: '/v2/event/races/actions/pause', method: 'post', ids: [1, 2, 3], input: {}, dry_run: true }]);
    await user.click(await button('Pausar'));
    expect(await screen.findByText('2 cambiados')).toBeTruthy();
    expect(sent()[1]).toEqual({ url: '/v2/event/races/actions/pause', method: 'post', ids: [1, 2, 3], input: {} });
    expect(screen.getByRole('row', { name: 'Carrera 3 Ya está en pausa' })).toBeTruthy();
    expect(closed).not.toHaveBeenCalled();
    await user.click(await button('Cerrar'));
    expect(closed.mock.calls).toEqual([[true]]);
  });
  test('works on a whole filter', async () => {
    server.next['custom'] = () => ({ data: answer });
    open('pause', { filter: { field: 'city', op: 'eq', value: 'León' }, search: 'río', count: 1200 });
    expect(await screen.findByText('1,200 registros')).toBeTruthy();
    await screen.findByText('2 se cambian');
    expect(sent()[0]).toMatchObject({ filter: { field: 'city', op: 'eq', value: 'León' }, search: 'río', dry_run: true });
  });
  test('does not run when there is nothing to change', async () => {
    server.next['custom'] = () => ({ data: { ok: 0, skipped: [{ id: 1, reason: 'Ya está en pausa' }], failed: [] } });
    const { user } = open('pause', { ids: [1] });
    expect(await screen.findByText('No hay nada que cambiar.')).toBeTruthy();
    expect((await button('Pausar')).hasAttribute('disabled')).toBe(true);
    await user.click(await button('Cancelar'));
    expect(closed.mock.calls).toEqual([[false]]);
  });
  test('that is left after the rehearsal has changed nothing', async () => {
    server.next['custom'] = () => ({ data: answer });
    const { user } = open('pause', { ids: [1, 2, 3] });
    await screen.findByText('2 se cambian');
    await user.click(await button('Cancelar'));
    expect(closed.mock.calls).toEqual([[false]]);
  });
  test('says so when every record was left out in the end', async () => {
    let isRehearsal = true;
    server.next['custom'] = () => ({
      data: isRehearsal ? answer : { ok: 0, skipped: [{ id: 1, reason: 'Ya está en pausa' }], failed: [] },
    });
    const { user } = open('pause', { ids: [1, 2, 3] });
    await screen.findByText('2 se cambian');
    isRehearsal = false;
    await user.click(await button('Pausar'));
    await user.click(await button('Cerrar'));
    expect(closed.mock.calls).toEqual([[false]]);
  });
  test('says on how many of many the whole change was tried, and what the others may meet', async () => {
    const left = [
      { kind: 'skipped', reason: 'Ya está en pausa', code: 'REFUSED', ids: Array.from({ length: 1500 }, (_, at) => at + 1) },
      { kind: 'failed', reason: 'Falta la sede', code: 'REQUIRED', ids: [2001, 2002] },
    ];
    server.next['custom'] = () => ({ data: { ok: 2460, total: 3962, tried: 50, surprised: 2, left } });
    open('pause', { filter: {}, count: 3962 });
    expect(await screen.findByText(/^Probado por completo en 50 de 3,962;/)).toBeTruthy();
    expect(screen.getByText(/^2 de los 50 probados quedarían fuera/)).toBeTruthy();
    expect(screen.getByText('1,500 se omiten')).toBeTruthy();
    expect(screen.getByRole('row', { name: 'Ya está en pausa 1,500' })).toBeTruthy();
    expect(screen.getByRole('row', { name: 'Falta la sede 2' })).toBeTruthy();
  });
  test('says so when the change itself was tried on none', async () => {
    server.next['custom'] = () => ({ data: { ok: 0, total: 3962, tried: 0, surprised: 0, left: [] } });
    open('pause', { filter: {}, count: 3962 });
    expect(await screen.findByText(/^Se revisaron 3,962 por su estado/)).toBeTruthy();
  });
  test('closes by itself when nothing was left out', async () => {
    server.next['custom'] = () => ({ data: { ok: 2, skipped: [], failed: [] } });
    const { user, opened } = open('pause', { ids: [1, 2] });
    await screen.findByText('2 se cambian');
    await user.click(await button('Pausar'));
    await waitFor(() => expect(closed.mock.calls).toEqual([[true]]));
    expect(opened).toHaveBeenCalledWith(expect.objectContaining({ type: 'success', description: '2 cambiados' }));
  });
});

describe('an action that asks', () => {
  test('starts with what the record says, validates, and sends the input to the one record', async () => {
    server.next['custom'] = () => ({ data: { ok: 1, skipped: [], failed: [] } });
    const { user } = open('rename', { ids: [2] });
    const city = await screen.findByLabelText<HTMLInputElement>(/^Nueva ciudad/);
    expect(city.value).toBe('Monterrey');
    await user.clear(city);
    await user.click(await button('Mudar'));
    expect(await screen.findByText('Falta este dato')).toBeTruthy();
    expect(sent()).toEqual([]);
    await user.type(city, 'Mérida');
    await user.click(await screen.findByRole('switch', { name: 'Avisar' }));
    await user.click(await button('Mudar'));
    await waitFor(() => expect(closed).toHaveBeenCalledOnce());
    expect(sent()).toEqual([{ url: '/v2/event/races/2/rename', method: 'post', input: { city: 'Mérida', loud: true } }]);
  });
  test('keeps what was typed when the server refuses, with the problem on its field', async () => {
    server.next['custom'] = () => {
      throw refusal(400, 'Revisa', { 'input.city': ['Esa ciudad no existe'] });
    };
    const { user } = open('rename', { ids: [2] });
    const city = await screen.findByLabelText<HTMLInputElement>(/^Nueva ciudad/);
    await user.clear(city);
    await user.type(city, 'Atlantis');
    await user.click(await button('Mudar'));
    expect(await screen.findByText('Esa ciudad no existe')).toBeTruthy();
    expect(screen.getByLabelText<HTMLInputElement>(/^Nueva ciudad/).value).toBe('Atlantis');
    expect(closed).not.toHaveBeenCalled();
  });
  test('says a refusal without a field', async () => {
    server.next['custom'] = () => {
      throw refusal(409, 'La carrera ya terminó');
    };
    const { user } = open('rename', { ids: [2] });
    await screen.findByLabelText(/^Nueva ciudad/);
    await user.click(await button('Mudar'));
    expect(within(await screen.findByRole('alert')).getByText('La carrera ya terminó')).toBeTruthy();
  });
  test('starts in the workspace that it was opened in', async () => {
    server.tables['sponsors'] = [{ sponsorid: 2, name: 'Agua Fresca' }];
    server.next['custom'] = () => ({ data: { ok: 1, skipped: [], failed: [] } });
    const { user } = open('adopt', { ids: [] }, { resource: 'sponsors', field: 'sponsorid', id: 2 });
    expect(await screen.findByTitle('Agua Fresca')).toBeTruthy();
    await user.click(await button('Adoptar'));
    await waitFor(() => expect(closed).toHaveBeenCalledOnce());
    expect(sent()).toEqual([{ url: '/v2/event/races/actions/adopt', method: 'post', input: { sponsorid: 2, loud: false } }]);
  });
  test('on a record does not repeat in the workspace what the record says itself', async () => {
    open('rename', { ids: [2] }, { resource: 'places', field: 'city', id: 8 });
    expect((await screen.findByLabelText<HTMLInputElement>(/^Nueva ciudad/)).value).toBe('Monterrey');
  });
});

describe('an action on one record that confirms', () => {
  const price = { ok: 1, skipped: [], failed: [], result: { price: 80 } };
  test('says in its own words what the rehearsal found', async () => {
    server.next['custom'] = () => ({ data: price });
    const { user } = open('entrust', { ids: [2] });
    await user.click(await button('Revisar'));
    expect(await screen.findByText('Cuesta 80')).toBeTruthy();
    expect(sent()).toEqual([{ url: '/v2/event/races/2/entrust', method: 'post', input: {}, dry_run: true }]);
  });
  test('tells a refusal with what was typed still there', async () => {
    server.next['custom'] = () => {
      throw refusal(409, 'x', { 'input.managerid': ['Ese contacto ya no trabaja'] });
    };
    const { user } = open('entrust', { ids: [2] });
    await user.click(await button('Revisar'));
    expect(await screen.findByText('Ese contacto ya no trabaja')).toBeTruthy();
  });
  test('over many says how many, in the words for many', async () => {
    server.next['custom'] = () => ({ data: { ok: 3, skipped: [], failed: [] } });
    const { user } = open('entrust', { ids: [1, 2, 3] });
    await user.click(await button('Revisar'));
    expect(await screen.findByText('Encarga 3 carreras')).toBeTruthy();
  });
});

describe('an input that depends on its record', () => {
  const choices = async (user: { readonly click: (element: Element) => Promise<void> }) => {
    server.calls.length = 0;
    await user.click(await screen.findByLabelText('Encargado'));
    await waitFor(() => expect(server.of('getList')).toHaveLength(1));
    return server.of('getList')[0]!.asked!['filters'];
  };
  const narrowed = [{ field: 'sponsorid', operator: 'eq', value: 2 }];
  const rows = (...sponsors: readonly (number | null)[]) => sponsors.map((sponsorid, at) => race({ raceid: at + 1, sponsorid }));
  test('is narrowed by what the record says, which is never sent', async () => {
    server.next['custom'] = () => ({ data: { ok: 1, skipped: [], failed: [] } });
    const { user } = open('entrust', { ids: [2] });
    expect(await choices(user)).toEqual(narrowed);
    await user.keyboard('{Escape}');
    await user.click(await button('Revisar'));
    await waitFor(() => expect(sent()).toEqual([{ url: '/v2/event/races/2/entrust', method: 'post', input: {}, dry_run: true }]));
  });
  test('is narrowed by what a selection agrees on', async () => {
    const { user } = open('entrust', { ids: [1, 2] }, undefined, rows(2, 2));
    expect(await choices(user)).toEqual(narrowed);
  });
  test.each([
    ['differs', rows(2, 3)],
    ['is missing in one', rows(2, null)],
    ['is missing in all', rows(null, null)],
  ])('is not narrowed where it %s', async (_, selected) => {
    const { user } = open('entrust', { ids: [1, 2] }, undefined, selected);
    expect(await choices(user)).toEqual([]);
  });
  test('is narrowed by the workspace', async () => {
    const { user } = open('entrust', { filter: null, count: 3 }, { resource: 'sponsors', field: 'sponsorid', id: 2 });
    expect(await choices(user)).toEqual(narrowed);
  });
});

describe('leaving', () => {
  const overlay = async (name: string): Promise<void> => {
    const wrap = (await screen.findByRole('dialog', { name })).closest('.asd-modal-wrap')!;
    fireEvent.mouseDown(wrap);
    fireEvent.click(wrap);
  };
  test('by the overlay closes while nothing is typed', async () => {
    open('entrust', { ids: [2] });
    await overlay('Encargar');
    expect(closed.mock.calls).toEqual([[false]]);
  });
  test('by the overlay is ignored while it runs', async () => {
    let finish: (answer: unknown) => void = () => undefined;
    server.next['custom'] = () => ({ data: { ok: 1, skipped: [], failed: [] } });
    const { user } = open('pause', { ids: [1] });
    await screen.findByText('Todo en orden: se puede aplicar.');
    server.next['custom'] = () =>
      new Promise((resolve) => {
        finish = resolve;
      }) as never;
    await user.click(await button('Pausar'));
    await screen.findByText('En curso…');
    await overlay('Pausar');
    expect(closed).not.toHaveBeenCalled();
    finish({ data: { ok: 1, skipped: [], failed: [] } });
    await waitFor(() => expect(closed.mock.calls).toEqual([[true]]));
  });
});
