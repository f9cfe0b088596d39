import { screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import { likeDraft } from '@/fields/kit/draft';
import { noGrants } from '@/schema';
import { FormView } from '@/views/form/FormView';
import { likePath } from '@/views/likePath';
import { editor, race, races, registry, viewer } from './support/fixture';
import { fakeServer, mount, type FakeServer } from './support/mount';

const legs = [{ legid: 5, raceid: 7, name: 'Nado', price_cents: 100, sort: 1, version: 3 }];
const original = race({ raceid: 7, city: 'León', kind: 'free', phone: '+525512345678', status: 'paused', legs });
let server: FakeServer;
beforeEach(() => {
  server = fakeServer(registry, { races: [original] });
});

describe('a record like another one', () => {
  test('has what its form asks for, without what names the other or says how far it is', () => {
    const draft = likeDraft(races, original, registry);
    expect(draft).toMatchObject({ city: 'León', kind: 'free', legs: [{ name: 'Nado', price_cents: 100 }] });
    expect(Object.keys(draft)).not.toEqual(expect.arrayContaining(['name']));
    for (const name of ['name', 'slug', 'phone', 'status', 'sold_count', 'raceid', 'version']) expect(draft).not.toHaveProperty(name);
    expect(draft['legs']).toEqual([expect.not.objectContaining({ legid: 5 })]);
  });
  test('is a form that a link opens, and what is saved is new', async () => {
    const { user } = mount({
      at: ['/races/create?like=7'],
      server,
      routes: [{ path: 'races/create', element: <FormView resource={races} /> }],
    });
    const city = await screen.findByLabelText<HTMLInputElement>(/^Ciudad/);
    expect(city.value).toBe('León');
    const name = await screen.findByLabelText<HTMLInputElement>('Español');
    expect(name.value).toBe('');
    await user.type(name, 'Otra');
    await user.click(screen.getByRole('button', { name: 'Crear' }));
    await waitFor(() => expect(server.of('create')).toHaveLength(1));
    expect(server.of('create')[0]?.values).toMatchObject({ city: 'León', kind: 'free' });
  });
  test('is offered to who may create one, and not where an action duplicates records', () => {
    const place = { resource: races, parent: undefined, id: 7 };
    expect(likePath(place, {}, editor, registry)).toBe('/races/create?like=7');
    expect(likePath(place, {}, viewer, registry)).toBeUndefined();
    expect(likePath(place, {}, noGrants(1), registry)).toBeUndefined();
    expect(likePath(place, undefined, editor, registry)).toBeUndefined();
    const own = { ...races, actions: { duplicate: { on: 'row' } } } as const;
    expect(likePath({ ...place, resource: own }, {}, editor, registry)).toBeUndefined();
  });
});
