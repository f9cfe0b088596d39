import '@testing-library/jest-dom/vitest';
import { act, screen, within } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { bornFor, explainBy } from '@/pages/reportsBi/explain';
import { biTables, groupLabel } from '@/pages/reportsBi/biTables';
import { stepped, sumAt, type PaceLine } from '@/views/chart/PaceChart';
import { dayNumber, dayText, dayTicks, monthsBetween, ticksUpTo } from '@/views/chart/scales';
import { figuresQuery, readAsked } from '@/pages/reportsBi/useAskedFigures';
import { languageStore } from '@/providers/i18n/languageStore';
import type { BiAnswers, BiSelection } from '@/domain/reports/biFigures';
import { registry } from '@/resources';
import { toCsv } from '@/words/csv';
import * as files from '@/frame/saveFile';
import { grantsWith, open } from './support/product';
import { eventually } from '../support/eventually';

const selection: BiSelection = {
  total: 1,
  compared: 1,
  events: [
    { eventid: 7, name: { es: 'Río 2021' }, day: '2021-05-02', previous: { eventid: 6, name: { es: 'Río 2020' }, day: '2020-05-03' } },
  ],
};
const answers: BiAnswers = {
  pace: {
    today: '2021-04-01',
    now: { current: 40, previous: 32 },
    days: [
      { day: '2021-03-01', current: 10, previous: 12 },
      { day: '2021-04-01', current: 40, previous: 32 },
      { day: '2021-04-20', current: null, previous: 50 },
    ],
  },
  revenue: {
    total: { received_cents: 90_000, returned_cents: 15_000, net_cents: 75_000, previous_cents: 50_000 },
    fee_cents: 3_375,
    rows: [{ method: 'card', received_cents: 90_000, returned_cents: 15_000, net_cents: 75_000, previous_cents: 50_000 }],
  },
  mix: {
    total: { current: 45, previous: 40 },
    rows: [
      { key: 'paid', current: 40, previous: 30 },
      { key: 'cancelled', current: 5, previous: 10 },
    ],
  },
  channels: { total: { current: 40, previous: 32 }, rows: [{ key: 'web', current: 40, previous: 32 }] },
  geography: {
    total: { current: 40, previous: 32 },
    rows: [
      { key: 9, label: '=Ciudad', current: 30, previous: 32 },
      { key: null, label: null, current: 10, previous: 0 },
    ],
  },
  ages: {
    total: { current: 40, previous: 32 },
    rows: [
      { group: 25, gender: 'F', current: 22, previous: 30 },
      { group: 30, gender: 'M', current: 12, previous: 2 },
      { group: null, gender: 'X', current: 6, previous: 0 },
    ],
  },
  coupons: {
    total: { coupons: 1, uses: 4, discount_cents: 40_000, income_cents: 160_000 },
    previous: { uses: 2, discount_cents: 20_000, income_cents: 80_000 },
    rows: [{ couponid: 3, coupon_batchid: null, label: 'CLUB', uses: 4, discount_cents: 40_000, income_cents: 160_000 }],
  },
  retention: {
    total: { athletes: 50, returned: 20 },
    rows: [{ eventid: 7, name: { es: 'Río 2021' }, previous_eventid: 6, previous_name: { es: 'Río 2020' }, athletes: 50, returned: 20 }],
  },
};
const says =
  (more: Readonly<Record<string, object | Error>> = {}) =>
  (url: string): object => {
    const path = new URL(url, 'http://x').pathname.replace('/v2/general/reports-bi/', '');
    const answer = (
      { selection, dashboards: { host: 'local', dashboards: [] }, ...answers, ...more } as Readonly<Record<string, object | Error>>
    )[path];
    if (answer instanceof Error || !answer) throw answer ?? new Error(`nothing at ${path}`);
    return answer;
  };
const grants = grantsWith(['reports-bi', 'events', 'event-inscription', 'event-coupon']);
const panel = async (name: string) => within(await screen.findByRole('region', { name }));
const filterOf = (link: HTMLElement): unknown => JSON.parse(new URL(link.getAttribute('href')!, 'http://x').searchParams.get('filter')!);

beforeEach(() => act(() => languageStore.set({ lang: 'es' })));

describe('the business reports', () => {
  test('are a place of the menu for anyone who holds the key, and forbidden to anybody else', async () => {
    await open('/home', { grants });
    expect(await screen.findByRole('link', { name: 'Reportes de negocio' })).toHaveAttribute('href', '/reports-bi');
  });
  test('show nothing without the key', async () => {
    const custom = vi.fn(says());
    await open('/reports-bi', { custom });
    expect(await screen.findByRole('heading', { name: 'No tienes permiso para ver esta página' })).toBeVisible();
    expect(
      custom.mock.calls
        .flat()
        .map(String)
        .filter((url) => !/\/(runs|report_jobs|import_jobs)$/.test(url)), // what the tray asks on every page
    ).toEqual([]);
  });
  test('say what they are of, and that the charts are local', async () => {
    await open('/reports-bi?events=7', { grants, custom: says() });
    expect(await screen.findByText('Río 2021 · comparado con Río 2020')).toBeVisible();
    expect(await screen.findByText(/Gráficas locales/)).toBeVisible();
  });
  test('draw every chart with its numbers, each a way to the list that explains it', async () => {
    await open('/reports-bi?events=7', { grants, custom: says() });
    const event = { field: 'eventid', op: 'eq', value: 7 },
      active = { field: 'status', op: 'in', value: ['paid', 'assign_number', 'no_assign_number'] };
    const pace = await panel('Ritmo de venta');
    expect(
      await pace.findByRole('img', {
        name: '40 inscripciones activas acumuladas por día, frente a 32 de la edición anterior a estas alturas',
      }),
    ).toBeVisible();
    expect(pace.getByText('+25%')).toBeVisible();
    expect(filterOf(pace.getByRole('link', { name: '40' }))).toEqual({ and: [event, active] });
    expect(filterOf(await (await panel('Estados')).findByRole('link', { name: '5' }))).toEqual({
      and: [event, { field: 'status', op: 'eq', value: 'cancelled' }],
    });
    const kept = await (await panel('Ingresos por forma de pago')).findByText('Comisión');
    expect(kept.nextElementSibling).toHaveTextContent(/^\$3[34]/);
    const states = await panel('Procedencia');
    expect(filterOf(await states.findByRole('link', { name: '30' }))).toEqual({
      and: [event, active, { field: 'stateid', op: 'eq', value: 9 }],
    });
    expect(filterOf(states.getByRole('link', { name: '10' }))).toEqual({
      and: [event, active, { field: 'stateid', op: 'null', value: true }],
    });
    expect((await states.findByRole('row', { name: /Sin dato/ })).textContent).toMatch(/Sin dato1025%0$/);
    const women = (await (await panel('Edades y género')).findAllByRole('link', { name: '22' })).at(-1)!;
    expect(filterOf(women)).toEqual({
      and: [
        event,
        active,
        {
          and: [
            { field: 'gender', op: 'eq', value: 'F' },
            { field: 'birth_date', op: 'between', value: ['1991-05-03', '1996-05-02'] },
          ],
        },
      ],
    });
    expect(await (await panel('Retorno de cupones')).findByText('4.0')).toBeVisible();
    const retention = await panel('Retención');
    expect((await retention.findByText('de los atletas de la edición anterior volvió')).textContent).toMatch(/^40%/);
    expect(retention.getByRole('link', { name: 'Río 2021' })).toHaveAttribute('href', '/events/7');
  });
  test('lead to no list that the person may not open', async () => {
    await open('/reports-bi?events=7', { grants: grantsWith(['reports-bi']), custom: says() });
    const states = await panel('Procedencia');
    expect(await states.findByText('30')).toBeVisible();
    expect(states.queryByRole('link')).toBeNull();
    expect((await panel('Retención')).queryByRole('link')).toBeNull();
    expect(await screen.findByRole('combobox', { name: 'Región' })).toBeVisible();
    expect(screen.queryByRole('combobox', { name: 'Eventos' })).toBeNull();
  });
  test('give each chart as a file that no spreadsheet runs', async () => {
    const saved = vi.spyOn(files, 'saveFile').mockReturnValue();
    const { user } = await open('/reports-bi?events=7', { grants, custom: says() });
    await user.click(await screen.findByRole('button', { name: 'Descargar CSV: Procedencia' }));
    expect(saved).toHaveBeenCalledWith(
      'Reportes de negocio Procedencia.csv',
      "\uFEFFEstado,Inscripciones,Ed. anterior\r\n'=Ciudad,30,32\r\nSin dato,10,0\r\n",
    );
    saved.mockRestore();
  });
  test('keep the others when one could not be read, and say so there', async () => {
    await open('/reports-bi?events=7', { grants, custom: says({ ages: new Error('no') }) });
    expect(await (await panel('Edades y género')).findByRole('alert')).toHaveTextContent('No se pudo cargar.');
    expect(await (await panel('Estados')).findByText('Cancelada')).toBeVisible();
  });
  test('say that there is nothing, for all and for one', async () => {
    await open('/reports-bi', { grants, custom: says({ selection: { total: 0, compared: 0, events: [] } }) });
    expect(await screen.findByRole('heading', { name: 'Ningún evento en esta selección' })).toBeVisible();
  });
  test('keep what is asked in the address', async () => {
    const custom = vi.fn(says());
    const { user, router } = await open('/reports-bi?events=7', { grants, custom });
    await user.selectOptions(await screen.findByLabelText('Región'), 'centro');
    await user.click(screen.getByRole('checkbox', { name: 'Comparar con la edición anterior' }));
    await eventually(() => expect(router.state.location.search).toBe('?events=7&region=centro&compare=false'));
    await eventually(() => expect(custom).toHaveBeenCalledWith('/v2/general/reports-bi/ages?events=7&region=centro&compare=false'));
  });
});

describe('a BI host', () => {
  const boards = { host: 'remote', dashboards: [{ id: 'ventas', title: 'Ventas por mes', description: 'De la empresa' }] };
  test('has its dashboards next to the own charts, in a frame that may not touch the page', async () => {
    const { user, router } = await open('/reports-bi', {
      grants,
      custom: says({
        dashboards: boards,
        'dashboards/ventas/embed': { url: 'https://bi.example.com/v1/embed/ventas?token=t', expires_at: '2099-01-01T00:00:00.000Z' },
      }),
    });
    await user.click(await screen.findByRole('button', { name: 'Ventas por mes' }));
    const frame = await screen.findByTitle('Ventas por mes');
    expect(frame).toHaveAttribute('src', 'https://bi.example.com/v1/embed/ventas?token=t');
    expect(frame.getAttribute('sandbox')!.split(' ').sort()).toEqual(['allow-forms', 'allow-same-origin', 'allow-scripts']);
    expect(frame).toHaveAttribute('referrerpolicy', 'no-referrer');
    expect(router.state.location.search).toBe('?board=ventas');
    expect(screen.queryByText(/Gráficas locales/)).toBeNull();
  });
  test('that does not answer leaves the own charts', async () => {
    await open('/reports-bi?events=7', { grants, custom: says({ dashboards: new Error('away') }) });
    expect(await screen.findByText(/El servidor de tableros no responde/)).toBeVisible();
    expect(await (await panel('Estados')).findByText('Cancelada')).toBeVisible();
  });
});

describe('the question of the page', () => {
  const asked = (text: string) => readAsked(new URLSearchParams(text), Date.parse('2027-01-01T05:00:00Z')); // still 2026 in Mexico City
  test('is the running year of Mexico City until something else is asked', () => {
    expect(asked('')).toEqual({ events: [], region: null, from: '2026-01-01', to: '2026-12-31', compare: true, board: null });
    expect(figuresQuery(asked('events=4,5'))).toBe('events=4%2C5&compare=true');
    expect(figuresQuery(asked('from=2026-02-01&region=sur&compare=false'))).toBe('region=sur&from=2026-02-01&compare=false');
  });
  test('takes nothing from the address that it does not know', () =>
    expect(asked('events=a,-1,0&region=marte&from=ayer')).toMatchObject({ events: [], region: null, from: '2026-01-01' }));
});

describe('the pieces of the charts', () => {
  test('births of an age group are those of the day, also in leap years', () => {
    expect(bornFor('2021-05-02', 25, 30)).toMatchObject({ value: ['1991-05-03', '1996-05-02'] });
    expect(bornFor('2028-02-29', 65, undefined)).toMatchObject({ value: ['1900-01-01', '1963-02-28'] });
  });
  test('more events than an address can hold lead nowhere', () =>
    expect(explainBy(registry, grants, { ...selection, total: 61 })(null)).toBeNull());
  test('age groups read as people say them', () => expect([0, 25, 65].map(groupLabel)).toEqual(['0–17', '25–29', '65+']));
  test('ticks are round and reach the highest value', () => {
    expect(ticksUpTo(1234)).toEqual([0, 500, 1000, 1500]);
    expect(ticksUpTo(3)).toEqual([0, 1, 2, 3]);
    expect(ticksUpTo(0)).toEqual([0, 1]);
  });
  test('months are thinned until their names have room', () => {
    const months = monthsBetween(dayNumber('2025-11-15'), dayNumber('2026-11-15'), 6).map(dayText);
    expect(months).toEqual(['2025-12-01', '2026-02-01', '2026-04-01', '2026-06-01', '2026-08-01', '2026-10-01']);
  });
  test('days to go are marked in round spans, eight at most', () => {
    expect(dayTicks(100)).toEqual([0, 15, 30, 45, 60, 75, 90]);
    expect(dayTicks(700)).toEqual([0, 90, 180, 270, 360, 450, 540, 630]);
    expect(dayTicks(7)).toEqual([0]);
    expect(dayTicks(1)).toEqual([0]);
  });
  test('the value of a day is that of the last sale up to it', () => {
    const line: PaceLine = {
      key: 'current',
      label: '',
      points: [
        [3, 5],
        [9, 7],
      ],
    };
    expect([2, 3, 8, 20].map((day) => sumAt(line, day))).toEqual([null, 5, 5, 7]);
  });
  test('a sum holds until the next one, and its line ends where the test says', () => {
    const points = [
      [30, 5],
      [10, 8],
    ] as const;
    expect(stepped(points, 2)).toEqual([
      [30, 0],
      [30, 5],
      [10, 5],
      [10, 8],
      [2, 8],
    ]);
    expect(stepped([], 2)).toEqual([[2, 0]]);
  });
  test('money leaves as amounts, and what is still to come as nothing', () => {
    const words = { word: (key: string) => key, choice: (_: string, value: string) => value, locale: 'es' } as const;
    expect(biTables.coupons(answers.coupons, words)[1]).toEqual(['CLUB', '4', '400.00', '1600.00']);
    expect(toCsv(biTables.pace(answers.pace, words)).split('\r\n')[3]).toBe('2021-04-20,,50');
  });
});
