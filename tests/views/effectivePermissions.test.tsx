import { screen, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { registry } from '@/resources';
import { EffectivePermissions } from '@/layout/permits/EffectivePermissions';
import { membershipGrants, type MembershipFacts } from '@/schema/membershipGrants';
import { fakeServer, mount } from './support/mount';

const role = (roleid: number, slug: string, category: string, es: string) => ({ roleid, slug, category, name: { es, en: slug } });
const roles = [
  role(1, 'events', 'EVENT', 'Eventos'),
  role(2, 'event-coupon', 'EVENT', 'Cupones'),
  role(3, 'inbody', 'ASDEPORTE', 'InBody'),
  role(4, 'norte', 'REGIONAL', 'Región norte'),
  role(5, 'reports-wo-contact-info', 'ASDEPORTE', 'Sin contacto'),
  role(6, 'fmtri-affiliation-types', 'FMTRI', 'Tipos'),
];
const house = { organizationid: 1, is_platform: false, platforms: ['ASDEPORTE', 'EVENT'] };
const membership = (given: readonly (readonly [roleid: number, access: 'view' | 'edit'])[], more: object = {}) => ({
  membershipid: 3,
  userid: 9,
  organizationid: 1,
  status: 'active',
  starts_at: null,
  expires_at: null,
  event_scope: 'all',
  events: [],
  roles: given.map(([roleid, access]) => ({ roleid, access })),
  ...more,
});
const show = (row: Readonly<Record<string, unknown>>, organization: object = house) => {
  mount({
    at: ['/'],
    server: fakeServer(registry, { roles: [...roles], organizations: [{ ...organization }] }),
    registry,
    routes: [{ path: '', element: <EffectivePermissions row={row} /> }],
  });
  return screen.findByRole('region', { name: 'Qué verá esta persona' });
};
const placesOf = (preview: HTMLElement, title: string) =>
  within(within(preview).getByRole('table', { name: title }))
    .getAllByRole('row')
    .slice(1)
    .map(({ textContent }) => textContent);

describe('what a person will see', () => {
  test('is the menu, the tabs and the verbs that the keys open, and nothing else', async () => {
    const preview = await show(
      membership([
        [1, 'view'],
        [2, 'edit'],
      ]),
    );
    expect(placesOf(preview, 'Eventos')).toEqual([
      'Eventosver',
      'Cuponesver, crear, editar, eliminar',
      'Lotes de cuponesver, crear, editar, eliminar',
      'Importacionesver, editar, eliminar',
    ]);
    expect(placesOf(preview, 'Dentro de un evento')).toEqual([
      'Distanciasver',
      'Bloquesver',
      'Preguntasver',
      'Cuponesver, crear, editar, eliminar',
      'Lotes de cuponesver, crear, editar, eliminar',
      'Series de dorsalesver',
      'Importacionesver, editar, eliminar',
    ]);
    expect(within(preview).queryByRole('note')).toBeNull();
    expect(preview.textContent).not.toContain('Regiones');
  });
  test('opens nothing of a platform that the organization lacks', async () => {
    const preview = await show(membership([[6, 'edit']]));
    expect(preview.textContent).not.toContain('FMTRI');
  });
  test('names the regions of the company that runs the platform, and no region of any other', async () => {
    expect(
      (
        await show(
          membership([
            [1, 'view'],
            [4, 'edit'],
          ]),
          { ...house, is_platform: true },
        )
      ).textContent,
    ).toContain('RegionesRegión norte');
  });
  test('names the events that a membership is narrowed to', async () => {
    const preview = await show(
      membership([[1, 'view']], {
        event_scope: 'selected',
        events: [{ eventid: 4, event: { eventid: 4, title: { es: 'Carrera del Río', en: 'River run' } } }],
      }),
    );
    expect(preview.textContent).toContain('EventosCarrera del Río');
  });
  test('says that contact details are hidden, and that a membership out of force opens nothing today', async () => {
    const preview = await show(
      membership(
        [
          [1, 'view'],
          [5, 'view'],
        ],
        { expires_at: '2020-01-01T00:00:00Z' },
      ),
    );
    expect(preview.textContent).toContain('Sin datos de contacto de los atletas.');
    expect(within(preview).getByRole('note').textContent).toContain('Hoy no verá nada');
  });
});

describe('the grants of a membership', () => {
  const facts: MembershipFacts = {
    userid: 9,
    organizationid: 1,
    is_platform: false,
    platforms: ['EVENT'],
    roles: [
      ['events', 'EVENT', 'edit'],
      ['inbody', 'ASDEPORTE', 'edit'],
      ['reports-wo-contact-info', 'ASDEPORTE', 'view'],
      ['norte', 'REGIONAL', 'edit'],
    ],
    event_scope: 'all',
    events: [],
  };
  test('count keys of enabled platforms, always the one that restricts, and regions only on the platform', () => {
    expect(membershipGrants(facts)).toMatchObject({ keys: { events: 'edit', 'reports-wo-contact-info': 'view' }, regions: [] });
    expect(membershipGrants(facts).keys).not.toHaveProperty('inbody');
    expect(membershipGrants({ ...facts, is_platform: true }).regions).toEqual(['norte']);
  });
});
