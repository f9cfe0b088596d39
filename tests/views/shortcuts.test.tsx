import '@testing-library/jest-dom/vitest';
import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import { letterPlaces, menuOf, workspaceAt } from '@/layout/routing/menu';
import { languageStore } from '@/providers/i18n/languageStore';
import { registry } from '@/resources';
import { allowLetters, pressed, shortcuts } from '@/frame/shortcuts';
import { grantsWith, open, type Given } from './support/product';

beforeEach(() => {
  localStorage.clear();
  allowLetters(true);
  act(() => languageStore.set({ lang: 'es' }));
});
const press = (key: string, over: Partial<KeyboardEvent> = {}) => ({ key, ctrlKey: false, metaKey: false, altKey: false, ...over });
const at = async (path: string, given: Given = {}) => {
  const product = await open(path, given);
  await screen.findByRole('navigation', { name: 'Menú principal' });
  return product;
};

describe('a shortcut', () => {
  test('is a key alone, or one held with Ctrl or command', () => {
    expect(pressed('search', press('/'))).toBe(true);
    expect(pressed('edit', press('e', { ctrlKey: true }))).toBe(false);
    expect(pressed('palette', press('k', { metaKey: true }))).toBe(true);
    expect(pressed('palette', press('K', { ctrlKey: true }))).toBe(true);
    expect(pressed('palette', press('k'))).toBe(false);
  });
  test('of one character is off for anyone who turned them off; arrows and Ctrl stay', () => {
    allowLetters(false);
    expect(
      ['search', 'create', 'edit', 'help'].some((name) =>
        shortcuts.some((each) => each.name === name && each.keys.some((key) => pressed(each.name, press(key)))),
      ),
    ).toBe(false);
    expect(pressed('walk', press('ArrowDown'))).toBe(true);
    expect(pressed('select', press(' '))).toBe(true);
    expect(pressed('palette', press('k', { ctrlKey: true }))).toBe(true);
    expect(localStorage.getItem('dorsal.letters')).toBe('off');
  });
  test('leads by its letter only to what the keys open', () => {
    const lettersOf = (keys: Parameters<typeof grantsWith>[0]) =>
      letterPlaces(menuOf(registry, grantsWith(keys))).map(({ letter, to }) => `${letter} ${to}`);
    expect(lettersOf([])).toEqual(['h /home', 'b /inbox', 'd /report_jobs']);
    expect(lettersOf(['events', 'event-inscription'])).toEqual(['h /home', 'b /inbox', 'e /events', 'i /inscriptions', 'd /report_jobs']);
  });
  test('knows the workspace of an address', () => {
    expect(workspaceAt(registry, '/events/7/coupons/2')).toMatchObject({ id: 7, resource: { name: 'events' } });
    expect(workspaceAt(registry, '/events/create')).toBeUndefined();
    expect(workspaceAt(registry, '/coupons/7')).toBeUndefined();
  });
});

describe('in the product', () => {
  test('g and a letter go to a place of the menu', async () => {
    const { user, router } = await at('/home');
    await user.keyboard('gi');
    await waitFor(() => expect(router.state.location.pathname).toBe('/inscriptions'));
    await user.keyboard('gh');
    await waitFor(() => expect(router.state.location.pathname).toBe('/home'));
  });
  test('a letter alone, and one that leads nowhere for this person, do nothing', async () => {
    const { user, router } = await at('/home');
    await user.keyboard('igcx');
    await user.keyboard('i');
    expect(router.state.location.pathname).toBe('/home');
  });
  test('nothing fires while typing', async () => {
    const { user, router } = await at('/events');
    const search = await screen.findByRole('searchbox');
    await user.click(search);
    await user.keyboard('gi?n');
    expect(search).toHaveValue('gi?n');
    expect(router.state.location.pathname).toBe('/events');
    expect(screen.queryByRole('heading', { name: 'Atajos de teclado' })).toBeNull();
  });
  test('n makes a new record of the list on screen', async () => {
    const { user, router } = await at('/events');
    await screen.findByRole('searchbox');
    await user.keyboard('n');
    await waitFor(() => expect(router.state.location.pathname).toBe('/events/create'));
  });
  test('e edits the record on screen', async () => {
    const { user, router } = await at('/events/3');
    await screen.findByRole('link', { name: 'Editar' });
    await user.keyboard('e');
    await waitFor(() => expect(router.state.location.pathname).toBe('/events/3/edit'));
  });
  test('neither fires for who may only look', async () => {
    const { user, router } = await at('/events', { grants: grantsWith([], { keys: { events: 'view' } }) });
    await screen.findByRole('searchbox');
    await user.keyboard('n');
    expect(router.state.location.pathname).toBe('/events');
  });
  test('? shows every shortcut and the places of this person, and nothing else fires meanwhile', async () => {
    const { user, router } = await at('/home', { grants: grantsWith(['events']) });
    const before = document.activeElement;
    await user.keyboard('?');
    const help = await screen.findByRole('dialog', { name: 'Atajos de teclado' });
    const section = (name: string) =>
      within(within(help).getByRole('region', { name }))
        .getAllByRole('term')
        .map(({ textContent }) => textContent);
    expect([...section('En cualquier pantalla'), ...section('En listas y registros')]).toHaveLength(shortcuts.length);
    expect(section('Ir a')).toEqual(['Inicio', 'Bandeja', 'Eventos', 'Centro de descargas']);
    await user.keyboard('ge');
    expect(router.state.location.pathname).toBe('/home');
    await user.click(within(help).getByRole('button', { name: 'Cerrar los atajos' }));
    expect(screen.queryByRole('dialog', { name: 'Atajos de teclado' })).toBeNull();
    expect(document.activeElement).toBe(before);
  });
  test('single keys are turned off in the help, which the menu of the person opens too', async () => {
    const { user, router } = await at('/home');
    await user.click(await screen.findByRole('button', { name: 'Cuenta de Olga Ruiz' }));
    await user.click(screen.getByRole('button', { name: /^Atajos de teclado/ }));
    await user.click(await screen.findByRole('checkbox', { name: /^Usar atajos de una sola tecla/ }));
    await user.click(screen.getByRole('button', { name: 'Cerrar los atajos' }));
    await user.keyboard('ge?');
    expect(router.state.location.pathname).toBe('/home');
    expect(screen.queryByRole('dialog', { name: 'Atajos de teclado' })).toBeNull();
    await user.keyboard('{Control>}k{/Control}');
    expect(await screen.findByRole('combobox', { name: 'Buscar o ir a' })).toBeVisible();
  });
});
