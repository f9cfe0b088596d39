import { act, waitFor } from '@testing-library/react';
import { useLayoutEffect } from 'react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { Grants } from '@/schema';
import { useFormModel, type FormModel, type FormModelOptions } from '@/views/form/useFormModel';
import { editor, race, races, registry } from './support/fixture';
import { fakeServer, mount, refusal, type FakeServer } from './support/mount';

let server: FakeServer;
const saved = vi.fn();
beforeEach(() => {
  saved.mockClear();
  server = fakeServer(registry, { races: [race()], sponsors: [], managers: [], legs: [] });
});
/** Holds the model of a form and draws nothing. */
const open = (options: Partial<FormModelOptions> = {}, grants: Grants = editor) => {
  const seen = vi.fn<(model: FormModel) => void>();
  const given: FormModelOptions = { resource: races, id: 1, record: race(), onSaved: saved, ...options };
  const Holder = () => {
    const model = useFormModel(given);
    useLayoutEffect(() => seen(model));
    return null;
  };
  const { container } = mount({ at: ['/'], server, grants, routes: [{ path: '', element: <Holder /> }] });
  return { form: (): FormModel => seen.mock.lastCall![0], container };
};
const fieldOf = (form: FormModel, name: string) => form.sections.flatMap(({ fields }) => fields).find((field) => field.name === name);

describe('the model of a form', () => {
  test('holds the declared sections with what the person sees and may write, and draws nothing', () => {
    const { form, container } = open({}, { ...editor, keys: { ...editor.keys, 'reports-wo-contact-info': 'view' } });
    expect(container.innerHTML).toBe('');
    expect(form().sections.map(({ key, fields }) => [key, fields.map(({ name }) => name)])).toEqual([
      ['basics', ['name', 'slug', 'city', 'status']],
      ['offer', ['kind', 'price_cents', 'starts_at', 'ends_at']],
      ['people', ['sponsorid', 'managerid', 'budget_cents']],
      ['route', ['legs']],
    ]);
    expect([fieldOf(form(), 'city')?.isLocked, fieldOf(form(), 'budget_cents')?.isLocked]).toEqual([false, true]);
  });
  test('knows what is changed, and forgets it when it is discarded', () => {
    const { form } = open();
    act(() => form().type('city', 'Saltillo'));
    expect([form().changed, form().draft['city'], fieldOf(form(), 'city')?.isChanged]).toEqual([['city'], 'Saltillo', true]);
    act(() => form().type('city', 'Monterrey'));
    expect(form().changed).toEqual([]);
    act(() => form().type('city', 'Saltillo'));
    act(() => form().discard());
    expect([form().changed, form().draft['city']]).toEqual([[], 'Monterrey']);
  });
  test('drops a field that the draft makes meaningless, and would save it empty', () => {
    const { form } = open();
    act(() => form().type('kind', 'free'));
    expect(fieldOf(form(), 'price_cents')?.name).toBeUndefined();
    expect([form().draft['price_cents'], form().settled['price_cents']]).toEqual([45_000, null]);
  });
  test('refuses what the declaration refuses, on the field, and asks nothing of the server', () => {
    const { form } = open();
    act(() => form().type('city', ''));
    act(() => form().save());
    expect(fieldOf(form(), 'city')?.problems.map(({ path }) => path)).toEqual(['city']);
    expect([form().attempt, server.calls.length]).toEqual([1, 0]);
    act(() => form().type('city', 'León'));
    expect(form().problems).toEqual([]);
  });
  test('saves what changed with the version that was read, once', async () => {
    const { form } = open();
    act(() => form().type('city', 'León'));
    act(() => {
      form().save();
      form().save();
    });
    await waitFor(() => expect(saved.mock.calls).toEqual([[1]]));
    expect(server.calls.map(({ verb, values }) => [verb, values])).toEqual([['update', { city: 'León', version: 1 }]]);
  });
  test('puts what the server refuses on its field', async () => {
    const { form } = open();
    server.next['update'] = () => {
      throw refusal(400, 'No', [{ path: 'city', message: 'No hay carreras ahí' }]);
    };
    act(() => form().type('city', 'León'));
    act(() => form().save());
    await waitFor(() => expect(fieldOf(form(), 'city')?.problems.map(({ text }) => text)).toEqual(['No hay carreras ahí']));
    expect([saved.mock.calls.length, form().isSaving]).toEqual([0, false]);
  });
  test('compares when somebody else saved the same field, and saves the side that is chosen', async () => {
    const theirs = race({ version: 2, city: 'Puebla', slug: 'otra' });
    const { form } = open({ reread: async () => theirs });
    server.next['update'] = () => {
      throw refusal(409, 'Alguien lo cambió');
    };
    act(() => form().type('city', 'León'));
    act(() => form().save());
    await waitFor(() => expect(form().conflict !== null).toBe(true));
    expect(form().others).toEqual({ followed: ['slug'], collided: ['city'] });
    delete server.next['update'];
    server.calls.length = 0;
    Object.assign(server.tables['races']![0]!, theirs);
    act(() => form().resolve({ city: 'mine' }));
    await waitFor(() => expect(saved).toHaveBeenCalled());
    expect(server.calls.map(({ values }) => values)).toEqual([{ city: 'León', version: 2 }]);
    expect(form().conflict === null).toBe(true);
  });
  test('fixes what the workspace says of a new record, and sends it', async () => {
    const { form } = open({
      id: undefined,
      parent: { resource: 'sponsors', field: 'sponsorid', id: 2 },
      record: { ...race({ sponsorid: 2, legs: [] }), raceid: undefined, version: undefined },
    });
    expect([form().isNew, fieldOf(form(), 'sponsorid')?.isLocked]).toEqual([true, true]);
    act(() => form().save());
    await waitFor(() => expect(server.of('create')).toHaveLength(1));
    expect(server.of('create')[0]!.values).toMatchObject({ sponsorid: 2, city: 'Monterrey' });
  });
});
