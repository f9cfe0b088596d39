import '@testing-library/jest-dom/vitest';
import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import { scoreOf, sift, type Entry } from '@/layout/palette/entries';
import { languageStore } from '@/providers/i18n/languageStore';
import { alfa, grantsWith, open, type Given, type SearchAsked } from './support/product';

beforeEach(() => {
  localStorage.clear();
  act(() => languageStore.set({ lang: 'es' }));
});
const entry = (label: string, over: Partial<Entry> = {}): Entry => ({ key: label, label, run: () => undefined, ...over });

const opened = async (path = '/home', given: Given = {}) => {
  const product = await open(path, given);
  await screen.findByRole('navigation', { name: 'Menú principal' });
  await product.user.keyboard('{Control>}k{/Control}');
  await screen.findByRole('combobox', { name: 'Buscar o ir a' });
  return product;
};
const box = () => screen.queryByRole('combobox', { name: /^(Buscar o ir a|Search or go to)$/ });
const lines = () =>
  within(screen.getByRole('listbox'))
    .queryAllByRole('option')
    .map((line) => line.querySelector('.asd-palette-label')!.textContent);
const groupOf = (name: string) =>
  within(within(screen.getByRole('listbox')).getByRole('group', { name }))
    .getAllByRole('option')
    .map((line) => line.querySelector('.asd-palette-label')!.textContent);
const inPalette = () => within(screen.getByRole('listbox'));
const chosen = () =>
  within(screen.getByRole('listbox')).getByRole('option', { selected: true }).querySelector('.asd-palette-label')!.textContent;

describe('what a search leaves', () => {
  test('needs no accents and no capitals', () => {
    expect(scoreOf(entry('Órdenes'), 'orden')).toBeGreaterThan(0);
    expect(scoreOf(entry('Ordenes'), 'ÓRDEN')).toBeGreaterThan(0);
  });
  test('needs every word, and the start of the name weighs most', () => {
    expect(scoreOf(entry('Lotes de cupones'), 'cupones lotes')).toBeGreaterThan(0);
    expect(scoreOf(entry('Lotes de cupones'), 'cupones pagos')).toBe(0);
    expect(scoreOf(entry('Cupones'), 'cup')).toBeGreaterThan(scoreOf(entry('Lotes de cupones'), 'cup'));
  });
  test('finds by further words, and by a note only together with the name', () => {
    expect(scoreOf(entry('Apariencia: Oscuro', { words: 'tema' }), 'tema')).toBeGreaterThan(0);
    expect(scoreOf(entry('Cupones', { note: 'Maratón Anáhuac' }), 'anahuac')).toBe(0);
    expect(scoreOf(entry('Cupones', { note: 'Maratón Anáhuac' }), 'cupones anahuac')).toBeGreaterThan(0);
  });
  test('puts the group with the best answer first, and shows some lines only to anyone who looks for them', () => {
    const groups = [
      { key: 'a', label: 'A', entries: [entry('Nuevo cupón')] },
      { key: 'b', label: 'B', entries: [entry('Cupones'), entry('Cambiar a Beta', { onlyFound: true })] },
    ];
    expect(sift(groups, 'cup').map(({ key }) => key)).toEqual(['b', 'a']);
    expect(sift(groups, '').flatMap(({ entries }) => entries.map(({ label }) => label))).toEqual(['Nuevo cupón', 'Cupones']);
    expect(sift(groups, 'beta').flatMap(({ entries }) => entries.map(({ label }) => label))).toEqual(['Cambiar a Beta']);
  });
});

describe('the command palette', () => {
  test('opens from the keyboard and from the bar, and gives the focus back', async () => {
    const { user } = await opened();
    await user.keyboard('{Control>}k{/Control}');
    expect(box()).toBeNull();
    const button = screen.getByRole('button', { name: /^Buscar o ir a…/ });
    await user.click(button);
    const opener = await screen.findByRole('combobox', { name: 'Buscar o ir a' });
    expect(opener).toHaveFocus();
    await user.keyboard('{Escape}');
    expect(box()).toBeNull();
    expect(button).toHaveFocus();
  });
  test('goes where the keys open and offers nothing else', async () => {
    await opened('/home', { grants: grantsWith(['event-coupon']) });
    expect(groupOf('Ir a')).toEqual([
      'Inicio',
      'Bandeja',
      'Cupones',
      'Lotes de cupones',
      'Importaciones',
      'Centro de descargas',
      'Reportes programados',
      'Países',
      'Estados',
      'Nuevo cupón',
      'Nuevo lote de cupones',
    ]);
  });
  test('is worked by the keyboard alone: type, walk, Enter', async () => {
    const { user, router } = await opened('/home', { grants: grantsWith(['events', 'event-coupon']) });
    await user.keyboard('cup');
    expect(chosen()).toBe('Cupones');
    await user.keyboard('{ArrowDown}');
    expect(chosen()).toBe('Lotes de cupones');
    expect(document.getElementById(box()!.getAttribute('aria-activedescendant')!)).toHaveTextContent('Lotes de cupones');
    await user.keyboard('{Enter}');
    await waitFor(() => expect(router.state.location.pathname).toBe('/coupon_batches'));
    expect(box()).toBeNull();
  });
  test('knows the areas of the event that the person is in', async () => {
    const { user, router } = await opened('/events/3/distances', { grants: grantsWith(['events', 'event-inscription']) });
    await user.keyboard('nueva dist');
    expect(lines()).toEqual(['Nueva distancia']);
    await user.keyboard('{Enter}');
    await waitFor(() => expect(router.state.location.pathname).toBe('/events/3/distances/create'));
  });
  test('offers what the list on screen offers, and does it', async () => {
    const { user } = await opened('/events', { grants: grantsWith(['events']) });
    await user.keyboard('{Control>}k{/Control}');
    await screen.findByRole('heading', { level: 1, name: 'Eventos' });
    await user.keyboard('{Control>}k{/Control}');
    await screen.findByRole('combobox', { name: 'Buscar o ir a' });
    expect(groupOf('En esta pantalla')[0]).toBe('Nuevo evento');
    expect(groupOf('En esta pantalla').slice(-3)).toEqual(['Columnas', 'Altura de las filas', 'Descargar']);
    expect(groupOf('Ir a')).not.toContain('Nuevo evento');
    await user.keyboard('columnas{Enter}');
    expect(await screen.findByRole('dialog', { name: 'Columnas' })).toBeVisible();
  });
  test('says that nothing matches', async () => {
    const { user } = await opened();
    await user.keyboard('zzz');
    expect(await screen.findByText(/^Nada coincide/)).toBeVisible();
  });
  test('changes the ground, and the language of the whole page', async () => {
    const { user } = await opened();
    await user.keyboard('tema oscuro{Enter}');
    expect(document.documentElement.dataset['theme']).toBe('dark');
    await user.keyboard('{Control>}k{/Control}');
    await waitFor(() => expect(box()).not.toBeNull());
    await user.keyboard('english{Enter}');
    expect(await screen.findByRole('navigation', { name: 'Main menu' })).toBeVisible();
    await user.keyboard('{Control>}k{/Control}');
    await screen.findByRole('combobox', { name: 'Search or go to' });
    expect(groupOf('Go to')).toEqual([
      'Home',
      'Inbox',
      'Events',
      'Registrations',
      'Letter templates',
      'Blocked addresses',
      'Download center',
      'Report templates',
      'Scheduled reports',
      'Countries',
      'States',
      'New event',
      'New template',
      'Block an address',
      'New report template',
      'New scheduled report',
    ]);
  });
  test('changes the organization, which it names only to anyone who looks for it', async () => {
    const { user, session } = await opened();
    expect(lines().some((line) => line.includes('Beta'))).toBe(false);
    await user.keyboard('beta{Enter}');
    await waitFor(() => expect(session.update).toHaveBeenCalledWith({ organization: { organizationid: 2 } }));
  });
});

const em = (text: string) => `\u{E000}${text}\u{E001}`;
describe('records in the palette', () => {
  const nandu = {
    objectID: '8',
    eventid: 8,
    name: { es: 'Carrera Ñandú', en: null },
    category: null,
    region: null,
    start_at: null,
    version: 1,
    _highlightResult: { name: { es: { value: `Carrera ${em('Ñandú')}`, matchLevel: 'full' } } },
  };
  const marked = () =>
    inPalette()
      .getAllByRole('option')
      .flatMap((line) => [...line.querySelectorAll('mark')])
      .map(({ textContent }) => textContent);
  test('are looked for once per pause, with one request of the search client for all that the menu shows, five of each', async () => {
    const asked: SearchAsked[] = [];
    const { user, router } = await opened('/home', {
      grants: grantsWith(['events', 'event-inscription']),
      search: async (each) => {
        asked.push(each);
        return { events: [nandu] };
      },
    });
    await user.paste('ñandu'); // letters that come one by one may be a pause apart
    await waitFor(() => expect(groupOf('Eventos')).toEqual(['Carrera Ñandú']));
    expect(asked).toHaveLength(1);
    expect(asked[0]!.url.split('?')[0]).toBe('https://search.example.com/1/indexes/*/queries');
    expect([asked[0]!.headers.get('x-algolia-application-id'), asked[0]!.headers.get('x-algolia-api-key')]).toEqual(['app', 'llave']);
    expect(asked[0]!.requests.map(({ indexName, query, hitsPerPage }) => [indexName, query, hitsPerPage]).slice(0, 2)).toEqual([
      ['events', 'ñandu', 5],
      ['inscriptions', 'ñandu', 5],
    ]);
    expect(marked()).toEqual(['Ñandú']);
    expect(chosen()).toBe('Carrera Ñandú');
    await user.keyboard('{Enter}');
    await waitFor(() => expect(router.state.location.pathname).toBe('/events/8'));
  });
  test('say what matched where the title does not, and text of a record stays text', async () => {
    const hit = {
      objectID: '4',
      inscriptionid: 4,
      name: '<b>Ana</b>',
      folio: 'AAAA2222',
      status: 'paid',
      _highlightResult: { name: { value: '<b>Ana</b>', matchLevel: 'none' }, email: { value: `${em('ana@')}x.test`, matchLevel: 'full' } },
    };
    const { user } = await opened('/home', { grants: grantsWith(['event-inscription']), search: async () => ({ inscriptions: [hit] }) });
    await user.keyboard('ana@');
    await waitFor(() => expect(inPalette().getByRole('option').textContent).toContain('<b>Ana</b>'));
    expect(inPalette().getByRole('option').querySelector('.asd-palette-note')!.textContent).toMatch(/^ana@x\.test/);
    expect(marked()).toEqual(['ana@']);
    expect(inPalette().getByRole('option').querySelector('b')).toBeNull();
  });
  test('are not looked for by one letter', async () => {
    const asked: SearchAsked[] = [];
    const { user } = await opened('/home', {
      grants: grantsWith(['events']),
      search: async (each) => {
        asked.push(each);
        return {};
      },
    });
    await user.keyboard('z');
    expect(await screen.findByText(/^Nada coincide/)).toBeVisible();
    await user.keyboard('a');
    await waitFor(() => expect(asked).toHaveLength(1));
    expect(asked[0]!.requests[0]!.query).toBe('za');
  });
  test('of an older search are cancelled by the next letter', async () => {
    const signals: AbortSignal[] = [];
    const { user } = await opened('/home', {
      grants: grantsWith(['events']),
      search: async ({ signal }) => {
        signals.push(signal);
        return new Promise(() => undefined);
      },
    });
    await user.paste('zan');
    await waitFor(() => expect(signals).toHaveLength(1));
    expect(screen.getByText('Buscando…', { selector: '.asd-palette-foot *' })).toBeVisible();
    await user.keyboard('d');
    expect(signals[0]!.aborted).toBe(true);
    await waitFor(() => expect(signals).toHaveLength(2));
    expect(signals[1]!.aborted).toBe(false);
  });
  test('that could not be looked for are named, next to the screens that were found', async () => {
    const { user } = await opened('/home', {
      grants: grantsWith(['events', 'event-inscription']),
      search: async () => {
        throw new Error('no');
      },
    });
    await user.keyboard('inscr');
    expect(await screen.findByText('No se pudo buscar registros.')).toBeVisible();
    expect(groupOf('Ir a')).toContain('Inscripciones');
  });
});

describe('the switcher of organizations', () => {
  const many = (count: number) => async () => [
    alfa,
    ...Array.from({ length: count - 1 }, (_, at) => ({ organizationid: at + 2, name: at === 4 ? 'Ángeles del Río' : `Club ${at + 2}` })),
  ];
  const openSwitcher = async (count: number) => {
    const product = await open('/home', { organizations: many(count) });
    await product.user.click(await screen.findByRole('button', { name: /^Cambiar de organización/ }));
    return product;
  };
  test('is read, not searched, up to seven', async () => {
    await openSwitcher(7);
    expect(screen.queryByRole('searchbox', { name: 'Buscar organización' })).toBeNull();
  });
  test('is searched from eight on, without accents, and Enter takes the first', async () => {
    const { user, session } = await openSwitcher(8);
    expect(screen.getByRole('searchbox', { name: 'Buscar organización' })).toHaveFocus();
    await user.keyboard('angeles');
    expect(
      within(screen.getByRole('dialog'))
        .getAllByRole('button')
        .map(({ textContent }) => textContent),
    ).toEqual(['Ángeles del Río']);
    await user.keyboard('{Enter}');
    await waitFor(() => expect(session.update).toHaveBeenCalledWith({ organization: { organizationid: 6 } }));
  });
  test('says that none matches', async () => {
    const { user } = await openSwitcher(8);
    await user.keyboard('zzz');
    expect(screen.getByText('Ninguna coincide')).toBeVisible();
  });
});
