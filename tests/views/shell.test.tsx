import '@testing-library/jest-dom/vitest';
import { act, render, screen, within } from '@testing-library/react';
import { ClientError } from 'graphql-request';
import { GraphQLError } from 'graphql';
import { I18nextProvider } from 'react-i18next';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { crumbsOf } from '@/layout/routing/crumbs';
import { ErrorBoundary } from '@/layout/ErrorBoundary';
import { permissionKeys } from '@/schema/access';
import { menuOf, ownScreenOf, tabGroupsOf, tabsOf } from '@/layout/routing/menu';
import { daysUntil } from '@/pages/event/EventHeader';
import { dayStart } from '@/pages/home/figures';
import { favouriteStore, toggleFavourite } from '@/state/favouriteStore';
import { languageStore } from '@/providers/i18n/languageStore';
import { noGrants } from '@/schema';
import { registry } from '@/resources';
import { alfa, beta, grantsWith, nobody, open, person, words } from './support/product';
import { eventually } from '../support/eventually';

const places = async () =>
  within(await screen.findByRole('navigation', { name: 'Menú principal' }))
    .getAllByRole('link')
    .map((link) => link.textContent);

beforeEach(() => act(() => languageStore.set({ lang: 'es' })));
afterEach(() => vi.restoreAllMocks());
/** Screens load lazily, and the first one brings much along. */

describe('who gets in', () => {
  test('nobody signed in goes to the authentication site and sees nothing', async () => {
    const { session } = await open('/events', { state: nobody });
    await eventually(() => expect(session.login).toHaveBeenCalled());
    expect(screen.queryByRole('navigation')).toBeNull();
  });
  test.each(['/followup/abc', '/coupons/followup', '/followup-7'])(
    '%s needs nobody, and says honestly that the link is unknown, in both languages',
    async (path) => {
      vi.spyOn(globalThis, 'fetch').mockResolvedValue(new Response(null, { status: 404 })); // what the server says of an unknown link
      const { session, user } = await open(path, { state: nobody });
      expect(await screen.findByRole('heading', { name: 'Este enlace ya no está vigente' })).toBeVisible();
      await user.click(screen.getByRole('button', { name: 'English' }));
      expect(await screen.findByRole('heading', { name: 'This link has expired' })).toBeVisible();
      expect(session.login).not.toHaveBeenCalled();
    },
  );
  test('a browser that drops its cookies gets a message instead of going in circles', async () => {
    await open('/events', { state: { ...nobody, looping: true } });
    expect(await screen.findByText('Tu navegador no guarda la sesión')).toBeVisible();
  });
  test('the root leads home', async () => {
    const { router } = await open('/');
    await eventually(() => expect(router.state.location.pathname).toBe('/home'));
  });
  test('a person without organizations founds one first', async () => {
    const { router } = await open('/events', { state: person(), organizations: async () => [] });
    await eventually(() => expect(router.state.location.pathname).toBe('/organizations/new-organization'));
  });
  test('a person whom only the authentication site knows gets a message, and creates nothing', async () => {
    const refused = new ClientError(
      { status: 200, headers: new Headers(), body: '', errors: [new GraphQLError('no', { extensions: { statusCode: 403 } })] },
      { query: '' },
    );
    const { router, session, user } = await open('/home', {
      state: person(),
      organizations: async () => {
        throw refused;
      },
    });
    expect(await screen.findByRole('heading', { name: 'Tu cuenta no tiene acceso a Dorsal' })).toBeVisible();
    expect(screen.getByText(/La cuenta olga@demo.test no está dada de alta aquí/)).toBeVisible();
    expect([screen.queryByRole('navigation'), router.state.location.pathname]).toEqual([null, '/home']);
    await user.click(screen.getByRole('button', { name: 'Cerrar sesión' }));
    expect(session.signOut).toHaveBeenCalledOnce();
  });
  test('organizations are asked for by the id that both sites know a person by', async () => {
    const organizations = vi.fn(async () => [alfa, beta]);
    await open('/home', { organizations });
    await eventually(() => expect(organizations.mock.calls).toEqual([['A7']]));
  });
  test('the frame stays while another organization is entered', async () => {
    const { session, user } = await open('/home');
    const menu = await screen.findByRole('navigation', { name: 'Menú principal' }),
      main = screen.getByRole('main');
    let save: () => void = () => undefined;
    const update = session.update.getMockImplementation()!;
    session.update.mockImplementationOnce(
      (change) =>
        new Promise((resolve) => {
          save = () => resolve(update(change));
        }),
    );
    await user.click(screen.getByRole('button', { name: 'Cambiar de organización: Alfa Deportes' }));
    await user.click(screen.getByRole('button', { name: 'Beta Maratones' }));
    await eventually(() => expect(within(main).getByText('Actualizando…')).toBeVisible());
    expect([menu.isConnected, within(main).queryByRole('heading', { level: 1 })]).toEqual([true, null]);
    await act(async () => save());
    expect(await screen.findByRole('button', { name: 'Cambiar de organización: Beta Maratones' })).toBeVisible();
    await eventually(() => expect(within(main).queryByText('Actualizando…')).toBeNull());
    expect([menu.isConnected, main.isConnected]).toEqual([true, true]);
  });
  test('organizations that could not be read are not none', async () => {
    const { router } = await open('/home', {
      organizations: async () => {
        throw new Error('no');
      },
    });
    expect(await screen.findByText(/no abren eventos ni inscripciones/)).toBeVisible();
    expect(router.state.location.pathname).toBe('/home');
  });
});

describe('the menu', () => {
  test('offers what the keys open and nothing else', async () => {
    await open('/home', { grants: grantsWith(['events', 'event-inscription']) });
    expect(await places()).toEqual([
      'Inicio',
      'Eventos',
      'Inscripciones',
      'Plantillas de correo',
      'Correos bloqueados',
      'Centro de descargas',
      'Plantillas de reportes',
      'Reportes programados',
      'Países',
      'Estados',
    ]);
  });
  test('groups by platform, in its own order', () => {
    const all = menuOf(registry, grantsWith(['events', 'event-inscription', 'event-coupon', 'organizations', 'users-organization']));
    expect(all.map(({ platform, groups }) => [platform, groups.map(({ name, items }) => [name, items.map((item) => item.name)])])).toEqual([
      [
        'EVENT',
        [
          ['events', ['events', 'inscriptions', 'letter_templates', 'mail_blocks']],
          ['sales', ['coupons', 'coupon_batches', 'import_jobs']],
        ],
      ],
      [
        'ASDEPORTE',
        [
          ['organization', ['organizations']],
          ['team', ['memberships', 'users', 'profiles', 'roles']],
          ['reports', ['report_jobs', 'report_templates', 'report_schedules']],
          ['catalogs', ['countries', 'states']],
        ],
      ],
    ]);
  });
  test('shows what is of the platform alone to its members alone, whatever the keys', () => {
    const names = (is_platform: boolean) =>
      menuOf(registry, grantsWith(['organizations'], { is_platform })).flatMap(({ groups }) =>
        groups.flatMap(({ items }) => items.map(({ name }) => name)),
      );
    expect([names(true).includes('jobs'), names(false).includes('jobs')]).toEqual([true, false]);
  });
  test('hides a platform that the organization does not have, whatever the keys', () => {
    expect(menuOf(registry, grantsWith(['events', 'organizations'], { platforms: ['EVENT'] })).map(({ platform }) => platform)).toEqual([
      'EVENT',
    ]);
  });
  test('is empty without keys', () => expect(menuOf(registry, noGrants(1))).toEqual([]));
  test('marks where the person is', async () => {
    await open('/home');
    expect(within(await screen.findByRole('navigation', { name: 'Menú principal' })).getByRole('link', { name: 'Inicio' })).toHaveAttribute(
      'aria-current',
      'page',
    );
  });
});

describe('an event is a workspace', () => {
  const events = registry.get('events');
  test('with a tab for each area that the keys open', () => {
    expect(tabsOf(registry, grantsWith(['events', 'event-inscription']), events).map(({ name }) => name)).toEqual([
      'distances',
      'waves',
      'inscriptions',
      'waitlist_entries',
      'event_questions',
      'letter_templates',
      'mailings',
      'letter_steps',
      'bib_pools',
      'bibs',
    ]);
    expect(tabsOf(registry, grantsWith(['event-coupon']), events).map(({ name }) => name)).toEqual([
      'coupons',
      'coupon_batches',
      'import_jobs',
    ]);
  });
  test('whose areas are in six groups, each of which holds some, and every area is in one', () => {
    const all = grantsWith(permissionKeys);
    const groups = tabGroupsOf(registry, all, events);
    expect(groups.map(({ name }) => name)).toEqual(['event', 'people', 'sales', 'kits', 'raceDay', 'results']);
    expect(groups.flatMap(({ tabs }) => tabs.map(({ name }) => name)).sort()).toEqual(
      tabsOf(registry, all, events)
        .map(({ name }) => name)
        .sort(),
    );
    expect(tabGroupsOf(registry, grantsWith(['event-coupon']), events).map(({ name }) => name)).toEqual(['event', 'people', 'sales']);
  });
  test('whose own page does not repeat its tabs', () => expect(ownScreenOf(registry, events).related).toEqual([]));
  test('shows what, when, where and how full above the tabs', async () => {
    await open('/events/3');
    expect(await screen.findByRole('link', { name: 'Distancias' })).toHaveAttribute('href', '/events/3/distances');
    expect(await screen.findByText('León · 01/05/2099 07:00')).toBeVisible();
    expect(screen.getByText('libres').textContent).toBe('50 libres');
  });
  test('without a number is no page', async () => {
    await open('/events/abc');
    expect(await screen.findByRole('heading', { name: 'No encontramos esta página' })).toBeVisible();
  });
  test('counts days on the calendar of Mexico City', () => {
    expect(daysUntil('2026-03-02T00:30:00-06:00', '2026-03-01')).toBe(1);
    expect(daysUntil('2026-03-01T23:30:00-06:00', '2026-03-01')).toBe(0);
  });
});

describe('pages that are not there', () => {
  test('an unknown address says so, inside the frame', async () => {
    await open('/nothing/here');
    expect(await screen.findByRole('heading', { name: 'No encontramos esta página' })).toBeVisible();
    expect(await places()).toContain('Inicio');
  });
  test('a screen without its key is forbidden, not missing', async () => {
    await open('/coupons');
    expect(await screen.findByRole('heading', { name: 'No tienes permiso para ver esta página' })).toBeVisible();
  });
  test('a form that could never be saved is forbidden: who picks no athlete registers none', async () => {
    await open('/inscriptions/create', { grants: grantsWith(['events', 'event-inscription', 'event-import-inscriptions']) });
    expect(await screen.findByRole('heading', { name: 'No tienes permiso para ver esta página' })).toBeVisible();
  });
  test('an error replaces the page, is logged, and has an id to ask with', async () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const Broken = () => {
      throw new Error('boom');
    };
    render(
      <I18nextProvider i18n={await words()}>
        <ErrorBoundary>
          <Broken />
        </ErrorBoundary>
      </I18nextProvider>,
    );
    expect(screen.getByRole('heading', { name: 'Lo sentimos, ha habido un error.' })).toBeVisible();
    const id = screen.getByText(/^[0-9a-f]{8}$/).textContent;
    expect(log.mock.calls.some(([first]) => first === id)).toBe(true);
  });
});

describe('home', () => {
  test('shows figures from the API, each a way to the list that explains it', async () => {
    const { asked } = await open('/home', { grants: grantsWith(['events', 'event-inscription', 'reports-bi']) });
    const figure = await screen.findByRole('link', { name: /Inscripciones activas\s*1,234/ });
    expect(JSON.parse(new URL(figure.getAttribute('href')!, 'http://x').searchParams.get('filter')!)).toEqual({
      field: 'status',
      op: 'in',
      value: ['paid', 'assign_number', 'no_assign_number'],
    });
    expect(await screen.findByText('$99,000.00')).toBeVisible();
    expect(screen.getByRole('link', { name: /Ingresos netos.*cobrado menos reembolsado/ })).toHaveTextContent('$99,000.00');
    expect(asked.filter(({ resource }) => resource === 'inscriptions').length).toBeGreaterThanOrEqual(3);
  });
  test('says nothing of money without the keys, and asks nothing about it', async () => {
    await open('/home');
    await screen.findByText('Últimos 7 días');
    expect(screen.queryByText(/Ingresos/)).toBeNull();
  });
  test('parameters of the address never slip into a request', async () => {
    const { asked } = await open('/home?search=R%26D%20%231&columns=email&count=false');
    await screen.findByText('Últimos 7 días');
    await eventually(() => expect(asked.length).toBeGreaterThan(3));
    expect(asked.flatMap(({ meta }) => Object.keys(meta ?? {})).filter((key) => key === 'search' || key === 'count')).toEqual([]);
    expect(asked.some(({ meta }) => meta?.['columns'] === 'email')).toBe(false);
  });
  test('today begins at midnight in Mexico City', () => {
    expect(dayStart(0, Date.parse('2026-03-02T05:30:00Z'))).toBe('2026-03-01T00:00:00.000-06:00');
    expect(dayStart(6, Date.parse('2026-03-02T06:30:00Z'))).toBe('2026-02-24T00:00:00.000-06:00');
  });
});

describe('the bar', () => {
  test('changes the organization: saved in the session, tokens cleared, home', async () => {
    const { user, router, session, tokens } = await open('/nothing');
    await user.click(await screen.findByRole('button', { name: 'Cambiar de organización: Alfa Deportes' }));
    await user.click(screen.getByRole('button', { name: 'Beta Maratones' }));
    await eventually(() => expect(router.state.location.pathname).toBe('/home'));
    expect(session.update).toHaveBeenCalledWith({ organization: { organizationid: 2 } });
    expect(tokens.clear).toHaveBeenCalled();
    expect(await screen.findByRole('button', { name: 'Cambiar de organización: Beta Maratones' })).toBeVisible();
  });
  test('is walked by keyboard, and Escape gives the focus back', async () => {
    const { user } = await open('/home');
    const button = await screen.findByRole('button', { name: /Cambiar de organización/ });
    button.focus();
    await user.keyboard('{Enter}');
    expect(screen.getByRole('button', { name: 'Alfa Deportes' })).toHaveFocus();
    await user.keyboard('{ArrowDown}');
    expect(screen.getByRole('button', { name: 'Beta Maratones' })).toHaveFocus();
    await user.keyboard('{Escape}');
    expect(screen.queryByRole('button', { name: 'Beta Maratones' })).toBeNull();
    expect(button).toHaveFocus();
  });
  test('changes the language of the whole page', async () => {
    const { user } = await open('/home');
    await user.click(await screen.findByRole('button', { name: /^Idioma/ }));
    await user.click(screen.getByRole('button', { name: 'English' }));
    expect(await screen.findByRole('navigation', { name: 'Main menu' })).toBeVisible();
    expect(document.documentElement.lang).toBe('en');
    expect(languageStore.get()).toEqual({ lang: 'en' });
  });
  test('signs out', async () => {
    const { user, session, tokens } = await open('/home');
    await user.click(await screen.findByRole('button', { name: 'Cuenta de Olga Ruiz' }));
    await user.click(screen.getByRole('button', { name: 'Cerrar sesión' }));
    await eventually(() => expect(session.signOut).toHaveBeenCalled());
    expect(tokens.clear).toHaveBeenCalled();
  });
});

describe('breadcrumbs', () => {
  const events = registry.get('events'),
    coupons = registry.get('coupons');
  test('lead from the list to the record', () => {
    expect(crumbsOf({ resource: coupons, view: 'edit' }, { id: '4' }, '/coupons/4/edit')).toEqual([
      { key: 'coupons.coupons', to: '/coupons' },
      { record: { resource: coupons, id: 4 }, to: '/coupons/4' },
      { key: 'common.crumbs.edit', to: '/coupons/4/edit' },
    ]);
  });
  test('start from the event inside its workspace', () => {
    expect(
      crumbsOf(
        { resource: coupons, view: 'show', workspace: events, field: 'eventid' },
        { eventid: '9', id: '4' },
        '/events/9/coupons/4',
      ).map(({ to }) => to),
    ).toEqual(['/events', '/events/9', '/events/9/coupons', '/events/9/coupons/4']);
  });
  test('say that there is no such page where there can be no such workspace, and leave out a record that cannot be', () => {
    const setting = { resource: coupons, workspace: events, field: 'eventid' } as const;
    for (const eventid of ['abc', '1.5', '-3', '0'])
      expect(crumbsOf({ ...setting, view: 'list' }, { eventid }, `/events/${eventid}/coupons`)).toEqual([
        { key: 'common.notFound.title', to: `/events/${eventid}/coupons` },
      ]);
    expect(crumbsOf({ ...setting, view: 'show' }, { eventid: '9', id: 'new' }, '/events/9/coupons/new').map(({ to }) => to)).toEqual([
      '/events',
      '/events/9',
      '/events/9/coupons',
    ]);
  });
});

describe('favorites', () => {
  afterEach(() => {
    for (const to of favouriteStore.get()) act(() => toggleFavourite(to));
  });
  test('come first in the menu, once, and are remembered in this browser', async () => {
    const { user } = await open('/events');
    const menu = await screen.findByRole('navigation', { name: 'Menú principal' });
    const before = await places();
    await user.click(within(menu).getByRole('button', { name: 'Agregar a favoritos: Inscripciones' }));
    expect(within(within(menu).getByRole('group', { name: 'Favoritos' })).getByRole('link', { name: 'Inscripciones' })).toBeVisible();
    expect([...(await places())].sort()).toEqual([...before].sort());
    expect((await places())[1]).toBe('Inscripciones');
    expect(localStorage.getItem('dorsal.favourites')).toBe('["/inscriptions"]');
    await user.click(within(menu).getByRole('button', { name: 'Quitar de favoritos: Inscripciones' }));
    expect(within(menu).queryByRole('group', { name: 'Favoritos' })).toBeNull();
    expect(await places()).toEqual(before);
  });
});
