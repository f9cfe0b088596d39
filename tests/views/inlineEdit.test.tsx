import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import { actionOf, type AnyResource } from '@/schema';
import { undoStore } from '@/state/undoStore';
import { ListView } from '@/views/list/ListView';
import { editor, race, races, registry, viewer } from './support/fixture';
import { fakeServer, mount, refusal, type FakeServer } from './support/mount';

let server: FakeServer;
beforeEach(() => {
  undoStore.set(null);
  localStorage.clear();
  server = fakeServer(registry, { races: [race(), race({ raceid: 2, name: { es: 'Carrera del Valle', en: null }, city: 'León' })] });
});
const open = (resource: AnyResource = races, grants = editor) =>
  mount({ at: ['/races'], server, grants, routes: [{ path: 'races', element: <ListView resource={resource} /> }] });
const cell = async (text: string) => (await screen.findByText(text)).closest('td')!;
const panel = async () => within(await screen.findByRole('dialog', { name: 'Cambiar el valor' }));
const sent = () => server.of('update').map(({ id, values }) => ({ id, values }));

describe('a value in a row', () => {
  test('is changed in place by a double press and Enter, and can be taken back', async () => {
    const { user, opened } = open();
    await user.dblClick(await cell('Monterrey'));
    const city = await (await panel()).findByLabelText<HTMLInputElement>(/^Ciudad/);
    await waitFor(() => expect(document.activeElement).toBe(city));
    await user.keyboard('Mérida{Enter}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await waitFor(() => expect(document.querySelector('[data-row="1"] [data-column="city"]')?.textContent).toBe('Mérida'));
    expect(sent()).toEqual([{ id: 1, values: { city: 'Mérida', version: 1 } }]);
    expect(opened).toHaveBeenCalledWith(expect.objectContaining({ description: 'Carrera del Río · Ciudad Monterrey → Mérida' }));
    await undoStore.get()?.take();
    expect(sent().at(-1)?.values).toMatchObject({ city: 'Monterrey' });
  });
  test('is reached from the keyboard by F2, and Escape leaves it as it was', async () => {
    const { user } = open();
    (await screen.findByRole('link', { name: 'Carrera del Río' })).focus();
    await user.keyboard('{F2}');
    const city = await (await panel()).findByLabelText<HTMLInputElement>(/^Ciudad/);
    await waitFor(() => expect(document.activeElement).toBe(city));
    await user.keyboard('Mérida{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(sent()).toEqual([]);
  });
  test('that the server refuses keeps what was typed, with the reason', async () => {
    const { user } = open();
    await user.dblClick(await cell('Monterrey'));
    server.next['update'] = () => {
      throw refusal(409, 'Otra persona cambió esta carrera');
    };
    const city = await (await panel()).findByLabelText<HTMLInputElement>(/^Ciudad/);
    await waitFor(() => expect(document.activeElement).toBe(city));
    await user.keyboard('Mérida{Enter}');
    expect(await screen.findByText('Otra persona cambió esta carrera')).toBeTruthy();
    expect(city.value).toBe('Mérida');
    expect(undoStore.get()).toBeNull();
  });
  test('goes through the action that asks for it, where there is one', async () => {
    const rename = { ...actionOf(races, 'rename'), undo: 'again' };
    server.next['custom'] = () => ({ data: { ok: 1, skipped: [], failed: [], undo: [1] } });
    const { user } = open({ ...races, actions: { ...races.actions, rename } });
    await user.dblClick(await cell('Monterrey'));
    const city = await (await panel()).findByLabelText<HTMLInputElement>(/^Ciudad/);
    await waitFor(() => expect(document.activeElement).toBe(city));
    await user.keyboard('Mérida{Enter}');
    await waitFor(() =>
      expect(server.of('custom').at(-1)).toMatchObject({ url: '/v2/event/races/1/rename', values: { input: { city: 'Mérida' } } }),
    );
    await waitFor(() => expect(undoStore.get()).not.toBeNull());
    expect(sent()).toEqual([]);
  });
  test('is not offered to people who only look, nor where no form has it', async () => {
    const { user, unmount } = open(races, viewer);
    await user.dblClick(await cell('Monterrey'));
    expect(screen.queryByRole('dialog')).toBeNull();
    unmount();
    open({ ...races, form: { basics: ['name', 'slug', 'status'] } });
    await user.dblClick(await cell('Monterrey'));
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});
