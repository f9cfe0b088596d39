import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { ActionDialog } from '@/views/action/ActionDialog';
import type { ActionTarget } from '@/views/contracts';
import { race, races, registry } from './support/fixture';
import { fakeServer, mount, refusal, type FakeServer } from './support/mount';

let server: FakeServer;
const closed = vi.fn();
beforeEach(() => {
  closed.mockClear();
  server = fakeServer(registry, { races: [1, 2, 3].map((raceid) => race({ raceid, name: { es: `Carrera ${raceid}`, en: null } })) });
});
const open = (action: string, target: ActionTarget) => mount({ at: ['/'], server, routes: [{ path: '', element: <ActionDialog resource={races} action={action} target={target} onClose={closed} /> }] });
const sent = () => server.of('custom').map(({ url, values }) => ({ url, ...values }));
const button = (name: string) => screen.findByRole('button', { name: new RegExp(`${name}$`) });

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
    expect(closed).toHaveBeenCalledOnce();
  });
  test('works on a whole filter', async () => {
    server.next['custom'] = () => ({ data: answer });
    open('pause', { filter: { field: 'city', op: 'eq', value: 'León' }, search: 'río', count: 1200 });
    expect(await screen.findByText('1200 registros')).toBeTruthy();
    await screen.findByText('2 se cambian');
    expect(sent()[0]).toMatchObject({ filter: { field: 'city', op: 'eq', value: 'León' }, search: 'río', dry_run: true });
  });
  test('does not run when there is nothing to change', async () => {
    server.next['custom'] = () => ({ data: { ok: 0, skipped: [{ id: 1, reason: 'Ya está en pausa' }], failed: [] } });
    open('pause', { ids: [1] });
    expect(await screen.findByText('No hay nada que cambiar.')).toBeTruthy();
    expect((await button('Pausar')).hasAttribute('disabled')).toBe(true);
  });
  test('closes by itself when nothing was left out', async () => {
    server.next['custom'] = () => ({ data: { ok: 2, skipped: [], failed: [] } });
    const { user, opened } = open('pause', { ids: [1, 2] });
    await screen.findByText('2 se cambian');
    await user.click(await button('Pausar'));
    await waitFor(() => expect(closed).toHaveBeenCalledOnce());
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
    await user.click(screen.getByRole('switch', { name: 'Avisar' }));
    await user.click(await button('Mudar'));
    await waitFor(() => expect(closed).toHaveBeenCalledOnce());
    expect(sent()).toEqual([{ url: '/v2/event/races/2/rename', method: 'post', input: { city: 'Mérida', loud: true } }]);
  });
  test('keeps what was typed when the server refuses, with the problem on its field', async () => {
    server.next['custom'] = () => { throw refusal(400, 'Revisa', { 'input.city': ['Esa ciudad no existe'] }); };
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
    server.next['custom'] = () => { throw refusal(409, 'La carrera ya terminó'); };
    const { user } = open('rename', { ids: [2] });
    await screen.findByLabelText(/^Nueva ciudad/);
    await user.click(await button('Mudar'));
    expect(within(await screen.findByRole('alert')).getByText('La carrera ya terminó')).toBeTruthy();
  });
});
