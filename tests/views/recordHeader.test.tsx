import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { AuditLogProvider } from '@refinedev/core';
import type { AnyResource, Grants } from '@/schema';
import { ActionDialog } from '@/views/action/ActionDialog';
import { ShowView } from '@/views/show/ShowView';
import { editor, race, races, registry } from './support/fixture';
import { fakeServer, mount, type FakeServer } from './support/mount';

const headed: AnyResource = {
  ...races,
  header: { name: 'slug', facts: ['city', 'sponsorid'], contact: ['phone'], amount: 'price_cents' },
};
const audit: AuditLogProvider = { get: async () => [], create: async () => undefined, update: async () => undefined };
let server: FakeServer;
beforeEach(() => {
  server = fakeServer(registry, { races: [race()] });
  server.next['getList'] = () => ({ data: [], total: 0 });
});
const show = (grants: Grants = editor) =>
  mount({ at: ['/'], server, grants, audit, routes: [{ path: '', element: <ShowView resource={headed} id={1} /> }] });
const facts = async () => within(await screen.findByRole('list', { name: 'Quién o qué es' }));

describe('the header of a record', () => {
  test('names it as people know it, with what tells it from others', async () => {
    show();
    expect(await screen.findByRole('heading', { level: 1, name: 'carrera-del-rio' })).toBeTruthy();
    const list = await facts();
    expect(list.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      'Monterrey',
      'Agua Fresca',
      'Precio $450.00',
      '81 1234 5678',
    ]);
  });
  test('copies an address or a phone', async () => {
    const { user } = show();
    await user.click((await facts()).getByRole('button', { name: 'Copiar Teléfono' }));
    expect(await navigator.clipboard.readText()).toBe('81 1234 5678');
  });
  test('leaves out what the person may not read, and an amount of nothing', async () => {
    server.tables['races'] = [race({ price_cents: 0 })];
    show({ ...editor, keys: { ...editor.keys, 'reports-wo-contact-info': 'view' } });
    expect((await facts()).getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(['Monterrey', 'Agua Fresca']);
  });
  test('is the title where the name is empty', async () => {
    server.tables['races'] = [race({ slug: null })];
    show();
    expect(await screen.findByRole('heading', { level: 1, name: 'Carrera del Río' })).toBeTruthy();
  });
});

describe('empty fields', () => {
  test('are folded where there are many, and one button shows them', async () => {
    server.tables['races'] = [race({ ends_at: null, sponsorid: null, sponsor: null, phone: null, budget_cents: null })];
    const { user } = show();
    await screen.findByRole('heading', { level: 1 });
    expect(screen.queryByText('Fin')).toBeNull();
    await user.click(screen.getByRole('button', { name: /^Mostrar \d+ campos vacíos$/ }));
    expect(screen.getByText('Fin').nextElementSibling?.textContent).toBe('—');
    await user.click(screen.getByRole('button', { name: /^Ocultar \d+ campos vacíos$/ }));
    expect(screen.queryByText('Fin')).toBeNull();
  });
});

describe('the dialog of an action on one record', () => {
  const open = (action: string) =>
    mount({
      at: ['/'],
      server,
      routes: [{ path: '', element: <ActionDialog resource={headed} action={action} target={{ ids: [1] }} onClose={vi.fn()} /> }],
    });
  test('says which one, and has its first field ready to be typed over', async () => {
    const { user } = open('rename');
    const dialog = within(await screen.findByRole('dialog'));
    expect(dialog.getByText('carrera-del-rio')).toBeTruthy();
    expect(dialog.getByText('Agua Fresca')).toBeTruthy();
    const city = await screen.findByLabelText<HTMLInputElement>(/^Nueva ciudad/);
    await waitFor(() => expect(document.activeElement).toBe(city));
    await user.keyboard('Mérida');
    expect(city.value).toBe('Mérida');
  });
  test('says what changed, from what to what', async () => {
    const row = race();
    server.tables['races'] = [row];
    server.next['custom'] = () => {
      server.tables['races'] = [race({ city: 'Mérida' })];
      return { data: { ok: 1, skipped: [], failed: [] } };
    };
    const { user, opened } = open('rename');
    const city = await screen.findByLabelText<HTMLInputElement>(/^Nueva ciudad/);
    await user.clear(city);
    await user.type(city, 'Mérida{Enter}');
    await waitFor(() =>
      expect(opened).toHaveBeenCalledWith(
        expect.objectContaining({ type: 'success', description: 'carrera-del-rio · Ciudad Monterrey → Mérida' }),
      ),
    );
  });
});
