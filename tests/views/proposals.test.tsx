import { screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import * as f from '@/fields';
import { createRegistry, defineResource } from '@/schema';
import { FormView } from '@/views/form/FormView';
import { ShowView } from '@/views/show/ShowView';
import { registry as fixtures } from './support/fixture';
import { fakeServer, mount, WithId, type FakeServer } from './support/mount';

const rides = defineResource('rides', {
  service: 'event',
  singular: 'ride',
  key: 'rideid',
  permission: 'events',
  tenancy: 'catalog',
  platform: 'EVENT',
  title: 'name',
  fields: {
    name: f.text({ required: true }),
    sponsorid: f.belongsTo('sponsors'),
    region: f.choice(['norte', 'sur', 'centro'], { required: true, from: 'sponsorid.region' }),
    seats: f.integer(),
  },
  list: { columns: ['name'] },
  form: { main: ['name', 'sponsorid', 'region', 'seats'] },
  notices: { crowded: { on: 'seats', check: ({ seats }) => (seats ?? 0) <= 100 } },
});
const registry = createRegistry([...fixtures.all, rides]);
const northern = { sponsorid: 1, name: 'Agua Fresca', region: 'norte' },
  southern = { sponsorid: 2, name: 'Banco Sur', region: 'sur' };
const routes = [
  { path: 'rides/create', element: <FormView resource={rides} /> },
  { path: 'rides/:id', element: <WithId>{(id) => <ShowView resource={rides} id={id} />}</WithId> },
  { path: 'rides/:id/edit', element: <WithId>{(id) => <FormView resource={rides} id={id} />}</WithId> },
];
let server: FakeServer;
beforeEach(() => {
  server = fakeServer(registry, {
    sponsors: [northern, southern],
    rides: [{ rideid: 1, name: 'Paseo', sponsorid: 1, region: 'norte', seats: 300, version: 1 }],
  });
});
const open = (at: string) => mount({ at: [at], server, routes, registry });
const label = (name: string) => new RegExp(`fields\\.${name}`);
const pick = async (user: ReturnType<typeof mount>['user'], name: string, option: string) => {
  await user.click(await screen.findByLabelText(label(name)));
  await user.click(await screen.findByTitle(option));
};
const region = () => document.querySelector('[data-field="region"] .asd-select-selection-item')?.textContent;

describe('a choice that a chosen record proposes', () => {
  test('is filled in with what that record says, and follows another one', async () => {
    const { user } = open('/rides/create');
    await pick(user, 'sponsorid', 'Agua Fresca');
    await waitFor(() => expect(region()).toMatch(/norte/));
    await pick(user, 'sponsorid', 'Banco Sur');
    await waitFor(() => expect(region()).toMatch(/sur/));
  });
  test('stays once somebody chose otherwise', async () => {
    server = fakeServer(registry, {
      sponsors: [northern, southern],
      rides: [{ rideid: 1, name: 'Paseo', sponsorid: 1, region: 'centro', seats: 3, version: 1 }],
    });
    const { user } = open('/rides/1/edit');
    await waitFor(() => expect(region()).toMatch(/centro/));
    await pick(user, 'sponsorid', 'Banco Sur');
    await waitFor(() => expect(server.of('getOne').filter(({ resource, id }) => resource === 'sponsors' && id === 2)).toHaveLength(1));
    expect(region()).toMatch(/centro/);
  });
});

describe('a notice', () => {
  test('is shown under its field while it applies, and prevents no save', async () => {
    const { user } = open('/rides/1/edit');
    const seats = await screen.findByLabelText(label('seats'));
    expect(screen.getByText('notices.crowded')).toBeTruthy();
    await user.clear(seats);
    await user.type(seats, '200');
    await user.click(screen.getByRole('button', { name: 'Guardar' }));
    await waitFor(() => expect(server.of('update')[0]?.values).toEqual({ seats: 200, version: 1 }));
  });
  test('is gone when there is nothing to say', async () => {
    const { user } = open('/rides/1/edit');
    const seats = await screen.findByLabelText(label('seats'));
    await user.clear(seats);
    await user.type(seats, '20');
    await waitFor(() => expect(screen.queryByText('notices.crowded')).toBeNull());
  });
  test('is on the page of the record too', async () => {
    open('/rides/1');
    expect(await screen.findByText('notices.crowded')).toBeTruthy();
  });
});
