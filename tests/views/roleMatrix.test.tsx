import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { registry } from '@/resources';
import { RoleMatrix } from '@/resources/roles/RoleMatrix';
import type { Grants } from '@/schema';
import { FormView } from '@/views/form/FormView';
import { fakeServer, mount, refusal } from './support/mount';

const role = (roleid: number, slug: string, category: string, es: string) => ({
  roleid,
  slug,
  category,
  name: { es, en: slug },
  sort: roleid,
});
const roles = [
  role(1, 'events', 'EVENT', 'Eventos'),
  role(2, 'event-coupon', 'EVENT', 'Cupones'),
  role(3, 'inbody', 'ASDEPORTE', 'InBody'),
  role(4, 'norte', 'REGIONAL', 'Norte'),
  role(5, 'reports-wo-contact-info', 'ASDEPORTE', 'Sin contacto'),
];
const held = (...list: readonly (readonly [number, string])[]) =>
  list.map(([roleid, access], at) => ({ profile_roleid: at + 1, roleid, access }));
const profile = (profileid: number, es: string, rows: readonly object[], more: object = {}) => ({
  profileid,
  version: 1,
  name: { es, en: es },
  slug: es.toLowerCase(),
  is_system: false,
  organizationid: 1,
  members_count: 2,
  roles: rows,
  ...more,
});
const member = (membershipid: number, userid: number, name: string, profileid: number, rows: readonly object[]) => ({
  membershipid,
  userid,
  user: { userid, title: name },
  organizationid: 1,
  profileid,
  status: 'active',
  version: 4,
  roles: rows,
});
const grants: Grants = {
  organizationid: 1,
  userid: 9,
  is_platform: false,
  platforms: ['ASDEPORTE', 'EVENT'],
  regions: [],
  event_scope: 'all',
  events: [],
  keys: { events: 'edit', 'event-coupon': 'view', 'user-roles': 'edit', 'users-organization': 'edit' },
};

const open = (at = '/roles', as: Grants = grants) => {
  const server = fakeServer(registry, {
    roles: roles.map((each) => ({ ...each })),
    profiles: [
      profile(1, 'Finanzas', held([1, 'view']), { is_system: true }),
      profile(2, 'Mesa', held([1, 'view'], [5, 'view'])),
      profile(3, 'Jefatura', held([1, 'edit'])),
    ],
    memberships: [
      member(20, 9, 'Yo Misma', 3, []),
      member(21, 31, 'Ana Luna', 2, [
        { membership_roleid: 1, roleid: 1, access: 'view', source: 'profile' },
        { membership_roleid: 2, roleid: 5, access: 'view', source: 'profile' },
      ]),
      member(22, 32, 'Beto Sol', 2, [
        { membership_roleid: 3, roleid: 1, access: 'edit', source: 'direct' },
        { membership_roleid: 4, roleid: 5, access: 'view', source: 'profile' },
      ]),
    ],
  });
  return {
    server,
    ...mount({
      at: [at],
      server,
      registry,
      grants: as,
      routes: [
        { path: 'roles', element: <RoleMatrix /> },
        { path: 'profiles/create', element: <FormView resource={registry.get('profiles')} /> },
        { path: 'profiles/:id', element: null },
      ],
    }),
  };
};
const cell = (role: string, column: string) => screen.findByRole('button', { name: new RegExp(`^${role}, ${column}: `) });
const status = () => screen.getByRole('status').textContent;

describe('the table of roles', () => {
  test('has the keys by platform, events first and regions last, and a column for each profile', async () => {
    open();
    await cell('Eventos', 'Mesa');
    const table = screen.getByRole('table', { name: 'Roles y permisos' });
    expect(
      within(table)
        .getAllByRole('columnheader')
        .map(({ textContent }) => textContent),
    ).toEqual(['Rol', 'Finanzas2 personas', 'Mesa2 personas', 'Jefatura2 personas']);
    expect(
      within(table)
        .getAllByRole('rowheader')
        .map(({ textContent }) => textContent),
    ).toEqual([
      'EVENT',
      'Eventosevents',
      'Cuponesevent-coupon',
      'ASDEPORTE',
      'InBodyinbody',
      'Sin contactoreports-wo-contact-info',
      'Regional',
      'Nortenorte',
    ]);
  });
  test('a press goes on to the next that the person may pass on, and marks the cell', async () => {
    const { user } = open();
    const coupons = await cell('Cupones', 'Mesa');
    await user.click(coupons);
    expect([coupons.textContent, coupons.dataset['changed'], status()]).toEqual(['Ver', 'true', '1 permiso sin guardar']);
    await user.click(coupons); // a person who only reads coupons grants no more than that
    expect([coupons.textContent, coupons.dataset['changed']]).toEqual(['–', undefined]);
  });
  test('keeps back what the person lacks, profiles of the system and their own, and says why', async () => {
    const { user } = open();
    expect((await cell('InBody', 'Mesa')).title).toBe('No puedes otorgar lo que no tienes.');
    expect((await cell('Norte', 'Mesa')).getAttribute('aria-disabled')).toBe('true');
    const fixed = await cell('Eventos', 'Finanzas');
    await user.click(fixed);
    expect([fixed.textContent, fixed.title]).toEqual(['Ver', 'Perfil del sistema: no cambia. Guárdalo como un perfil nuevo.']);
    await waitFor(async () => expect((await cell('Eventos', 'Jefatura')).title).toBe('Nadie cambia sus propios permisos.'));
  });
  test('anyone who does not manage roles only looks', async () => {
    open('/roles', { ...grants, keys: { 'users-organization': 'edit', events: 'edit' } });
    expect((await cell('Eventos', 'Mesa')).title).toBe('Solo lectura: tu perfil no administra permisos.');
    expect(screen.queryByRole('button', { name: /como perfil nuevo/ })).toBeNull();
  });
  test('is walked with arrows and changed with letters, and one place of it takes the focus', async () => {
    const { user } = open();
    (await cell('Eventos', 'Finanzas')).focus();
    await user.keyboard('{ArrowRight}e{ArrowDown}v{ArrowUp}n');
    expect((await cell('Eventos', 'Mesa')).textContent).toBe('–');
    expect((await cell('Cupones', 'Mesa')).textContent).toBe('Ver');
    expect(screen.getAllByRole('button').filter((each) => each.classList.contains('matrix-cell') && each.tabIndex === 0)).toHaveLength(1);
  });
  test('a search and a platform leave the rows they name', async () => {
    const { user } = open();
    await cell('Eventos', 'Mesa');
    await user.type(screen.getByRole('searchbox'), 'CUPÓN');
    expect(screen.getAllByRole('rowheader').map(({ textContent }) => textContent)).toEqual(['EVENT', 'Cuponesevent-coupon']);
    await user.selectOptions(screen.getByRole('combobox', { name: 'Categoría' }), 'ASDEPORTE');
    expect(screen.getByText('Ningún permiso coincide con la búsqueda.')).toBeTruthy();
  });
});

describe('saving the table', () => {
  test('sends every change in one request, each with what it was', async () => {
    const { user, server } = open();
    await user.click(await cell('Cupones', 'Mesa'));
    await user.click(await cell('Sin contacto', 'Mesa'));
    await user.click(screen.getByRole('button', { name: 'Guardar' }));
    await waitFor(() => expect(server.of('custom')).toHaveLength(1));
    expect(server.of('custom')[0]).toMatchObject({
      url: '/v2/organization/roles/actions/set_access',
      values: {
        input: {
          changes: [
            { profileid: 2, roleid: 2, was: 'none', access: 'view' },
            { profileid: 2, roleid: 5, was: 'view', access: 'none' },
          ],
        },
      },
    });
    await waitFor(() => expect(status()).toContain('Flechas'));
  });
  test('a refusal shows on its cell, and everything ticked stays', async () => {
    const { user, server } = open();
    server.next['custom'] = () => {
      throw refusal(409, 'Cambió', [{ path: 'input.changes.1.access', message: 'Alguien más cambió este permiso.' }]);
    };
    await user.click(await cell('Cupones', 'Mesa'));
    await user.click(await cell('Sin contacto', 'Mesa'));
    await user.click(screen.getByRole('button', { name: 'Guardar' }));
    expect((await screen.findByRole('alert')).textContent).toBe('Alguien más cambió este permiso.');
    const refused = await cell('Sin contacto', 'Mesa');
    expect([refused.dataset['invalid'], refused.title]).toEqual(['true', 'Alguien más cambió este permiso.']);
    expect((await cell('Cupones', 'Mesa')).dataset['invalid']).toBeUndefined();
    expect(status()).toBe('2 permisos sin guardar');
  });
  test('a column becomes a new profile, with what was ticked on it', async () => {
    const { user, router, server } = open();
    await user.click(await cell('Cupones', 'Mesa'));
    await user.click(screen.getByRole('button', { name: 'Guardar «Mesa» como perfil nuevo' }));
    expect(router.state.location.pathname).toBe('/profiles/create');
    const name = await screen.findByLabelText('Español');
    await waitFor(() => expect(document.querySelector('.input-loading')).toBeNull());
    await user.type(name, 'Mesa');
    await user.type(screen.getByLabelText(/Identificador web/), 'mesa');
    await user.click(screen.getByRole('button', { name: 'Crear' }));
    await waitFor(() => expect(server.of('create')).toHaveLength(1));
    expect(server.of('create')[0]!.values).toMatchObject({
      roles: [
        { roleid: 1, access: 'view' },
        { roleid: 2, access: 'view' },
        { roleid: 5, access: 'view' },
      ],
    });
  });
});

describe('people', () => {
  test('one person is next to their profile: only what goes further is sent, and nothing of the profile is taken away', async () => {
    const { user, server } = open('/roles?people=31');
    expect((await cell('Eventos', 'Mesa')).title).toBe('Viene del perfil; se cambia en la vista de perfiles.');
    await user.click(await cell('Eventos', 'Ana Luna'));
    expect((await cell('Eventos', 'Ana Luna')).textContent).toBe('Editar');
    expect(screen.getAllByText('Difiere')).toHaveLength(1);
    await user.click(screen.getByRole('button', { name: 'Guardar' }));
    await waitFor(() => expect(server.of('update')).toHaveLength(1));
    expect(server.of('update')[0]).toMatchObject({
      resource: 'memberships',
      id: 21,
      values: { version: 4, roles: [{ roleid: 1, access: 'edit' }] },
    });
  });
  test('a refusal of the membership is on its cell', async () => {
    const { user, server } = open('/roles?people=31');
    server.next['update'] = () => {
      throw refusal(403, 'No', [{ path: 'roles.0.access', message: 'No puedes otorgar eso.' }]);
    };
    await user.click(await cell('Cupones', 'Ana Luna'));
    await user.click(screen.getByRole('button', { name: 'Guardar' }));
    expect((await screen.findByRole('alert')).textContent).toBe('No puedes otorgar eso.');
    expect((await cell('Cupones', 'Ana Luna')).dataset['invalid']).toBe('true');
  });
  test('two are compared: what differs is said, may stand alone, and nothing is changed there', async () => {
    const { user } = open('/roles?people=31,32');
    expect((await cell('Eventos', 'Beto Sol')).title).toBe('Para cambiar permisos elige a una sola persona.');
    expect(screen.getAllByText('Difiere')).toHaveLength(1);
    await user.click(screen.getByRole('checkbox', { name: 'Solo lo que difiere' }));
    expect(screen.getAllByRole('rowheader').map(({ textContent }) => textContent)).toEqual(['EVENT', 'EventoseventsDifiere']);
  });
  test('nobody changes their own', async () => {
    open('/roles?people=9');
    expect((await cell('Cupones', 'Yo Misma')).title).toBe('Nadie cambia sus propios permisos.');
  });
  test('who is no member of the organization is said to be none', async () => {
    open('/roles?people=404');
    expect(await screen.findByText('Esta persona no pertenece a la organización elegida.')).toBeTruthy();
  });
});

test('a new profile of the platform says that its organization is looked for, then its name, never its number; its identifier follows its name', async () => {
  const server = fakeServer(registry, { organizations: [{ organizationid: 1, name: 'Dorsal Deportes', version: 1 }] });
  let find = (): void => {};
  const found = new Promise<void>((resolve) => {
    find = resolve;
  });
  const provider = {
    ...server.provider,
    getMany: async (asked: Parameters<NonNullable<typeof server.provider.getMany>>[0]) => {
      await found;
      return server.provider.getMany!(asked);
    },
  } as typeof server.provider;
  const { user } = mount({
    at: [{ pathname: '/profiles/create', state: { draft: { organizationid: 1 } } }],
    server: { ...server, provider },
    registry,
    grants: { ...grants, is_platform: true, keys: { ...grants.keys, organizations: 'view' } },
    routes: [{ path: 'profiles/create', element: <FormView resource={registry.get('profiles')} /> }],
  });
  expect(await screen.findByText('Buscando…')).toBeTruthy();
  expect(screen.queryByText('#1')).toBeNull();
  find();
  expect(await screen.findByText('Dorsal Deportes')).toBeTruthy();
  await user.type(screen.getAllByRole('textbox')[0]!, 'Mesa de salida');
  await waitFor(() => expect(screen.getByDisplayValue('mesa-de-salida')).toBeTruthy());
});

test('the platform picks among the people of the chosen organization, and nobody else leads nowhere', async () => {
  const asked = async (as: Grants) => {
    const { server, user, unmount } = open('/roles?people=31', as);
    await cell('Eventos', 'Ana Luna');
    await user.click(await screen.findByRole('combobox', { name: 'Persona' }));
    await waitFor(() => expect(server.calls.some(({ resource, verb }) => resource === 'users' && verb === 'getList')).toBe(true));
    unmount();
    return server.calls
      .filter(({ resource, verb }) => resource === 'users' && verb === 'getList')
      .map((call) => (call.asked as { readonly filters?: unknown } | undefined)?.filters);
  };
  expect(await asked({ ...grants, is_platform: true })).toEqual([
    [{ field: 'memberships.userid.organizationid', operator: 'eq', value: 1 }],
  ]);
  expect(await asked(grants)).toEqual([[]]); // whom an organization sees belongs to it
});
