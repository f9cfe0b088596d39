import '@testing-library/jest-dom/vitest';
import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { createAuthProvider } from '@/providers/auth/createAuthProvider';
import { languageStore } from '@/providers/i18n/languageStore';
import { forgetPlaces, recentPlaces, rememberPlace, type RecentPlace } from '@/providers/recentPlaces';
import { noGrants } from '@/schema';
import { grantsWith, open } from './support/product';

beforeEach(() => {
  localStorage.clear();
  act(() => languageStore.set({ lang: 'es' }));
});
const olga = { userid: 7, organizationid: 1 };
const place = (id: number, over: Partial<RecentPlace> = {}): RecentPlace => ({
  resource: 'events',
  id,
  title: `Carrera ${id}`,
  to: `/events/${id}`,
  at: id,
  ...over,
});

describe('recent places', () => {
  test('are remembered newest first, once each, and at most thirty', () => {
    for (let id = 1; id <= 40; id += 1) rememberPlace(olga, place(id));
    rememberPlace(olga, place(20, { title: 'Carrera renombrada' }));
    const kept = recentPlaces(olga);
    expect(kept).toHaveLength(30);
    expect(kept.slice(0, 2).map(({ title }) => title)).toEqual(['Carrera renombrada', 'Carrera 40']);
    expect(kept.filter(({ id }) => id === 20)).toHaveLength(1);
  });
  test('belong to one organization', () => {
    rememberPlace(olga, place(1));
    expect(recentPlaces({ ...olga, organizationid: 2 })).toEqual([]);
    expect(recentPlaces(olga)).toHaveLength(1);
  });
  test('of somebody else on this device go when another person opens something', () => {
    rememberPlace({ userid: 70, organizationid: 1 }, place(1));
    rememberPlace(olga, place(2));
    expect(recentPlaces({ userid: 70, organizationid: 1 })).toEqual([]);
    expect(recentPlaces(olga)).toHaveLength(1);
  });
  test('that somebody tampered with are none, and lead nowhere outside', () => {
    localStorage.setItem('dorsal.recent.7.1', '{nonsense');
    expect(recentPlaces(olga)).toEqual([]);
    localStorage.setItem(
      'dorsal.recent.7.1',
      JSON.stringify([place(1, { to: '//evil.test' }), place(2, { to: 'javascript:alert(1)' }), null, place(3)]),
    );
    expect(recentPlaces(olga).map(({ id }) => id)).toEqual([3]);
  });
  test('are forgotten, and nothing else of the product is', () => {
    localStorage.setItem('dorsal.theme', 'dark');
    rememberPlace(olga, place(1));
    forgetPlaces();
    expect(Object.keys(localStorage)).toEqual(['dorsal.theme']);
  });
  test.each([
    [true, 0],
    [false, 1],
  ])('when signing out answers %s, %i stay', async (success, left) => {
    rememberPlace(olga, place(1));
    const provider = createAuthProvider({
      session: {} as never,
      tokens: { clear: vi.fn(), close: () => vi.fn() },
      stopReading: async () => undefined,
      grants: () => noGrants(7),
      leave: { toLogin: vi.fn(), signOut: async () => success },
    });
    await provider.logout({});
    expect(recentPlaces(olga)).toHaveLength(left);
  });
});

describe('the drawer of recent places', () => {
  const drawer = async (user: Awaited<ReturnType<typeof open>>['user']) => {
    await user.click(screen.getByRole('button', { name: 'Recientes' }));
    return screen.findByRole('dialog', { name: 'Recientes' });
  };
  test('lists the records that were opened, by title alone, and leads to them', async () => {
    const { user, router } = await open('/events/3');
    await screen.findByRole('link', { name: 'Editar' });
    await act(() => router.navigate('/home'));
    await screen.findByText('Últimos 7 días');
    const stored = JSON.parse(localStorage.getItem('dorsal.recent.7.1')!) as RecentPlace[];
    expect(stored.map((each) => Object.keys(each).sort())).toEqual([['at', 'id', 'resource', 'title', 'to']]);
    const link = within(await drawer(user)).getByRole('link', { name: /^Carrera del Río/ });
    expect(link).toHaveTextContent('Eventos ·');
    await user.click(link);
    await waitFor(() => expect(router.state.location.pathname).toBe('/events/3'));
    expect(screen.queryByRole('dialog', { name: 'Recientes' })).toBeNull();
  });
  test('leaves out what the keys do not open any more', async () => {
    rememberPlace(olga, place(4));
    rememberPlace(olga, place(5, { resource: 'coupons', title: 'VIP10', to: '/coupons/5' }));
    const { user } = await open('/home', { grants: grantsWith(['event-coupon']) });
    await screen.findByRole('navigation', { name: 'Menú principal' });
    expect(
      within(await drawer(user))
        .getAllByRole('link')
        .map((link) => link.getAttribute('href')),
    ).toEqual(['/coupons/5']);
  });
  test('is emptied on demand, and says so', async () => {
    rememberPlace(olga, place(4));
    const { user } = await open('/home');
    await screen.findByRole('navigation', { name: 'Menú principal' });
    const panel = await drawer(user);
    await user.click(within(panel).getByRole('button', { name: 'Borrar la lista' }));
    expect(within(panel).getByRole('status')).toHaveTextContent('Aquí aparecerán los registros que abras.');
    expect(recentPlaces(olga)).toEqual([]);
  });
  test('gives the palette its first lines', async () => {
    rememberPlace(olga, place(4));
    const { user } = await open('/home');
    await screen.findByRole('navigation', { name: 'Menú principal' });
    await user.keyboard('{Control>}k{/Control}');
    await screen.findByRole('combobox', { name: 'Buscar o ir a' });
    expect(screen.getAllByRole('option')[0]).toHaveTextContent('Carrera 4');
  });
});

describe('the menu of the person', () => {
  test('leads to the page of the account where the authentication site has one', async () => {
    const { user } = await open('/home', { account: '/api/auth/account' });
    await user.click(await screen.findByRole('button', { name: 'Cuenta de Olga Ruiz' }));
    expect(screen.getByRole('link', { name: 'Mi cuenta y mis sesiones' })).toHaveAttribute('href', '/api/auth/account');
  });
  test('and offers no page that is not there', async () => {
    const { user } = await open('/home');
    await user.click(await screen.findByRole('button', { name: 'Cuenta de Olga Ruiz' }));
    expect(screen.queryByRole('link', { name: 'Mi cuenta y mis sesiones' })).toBeNull();
  });
});
