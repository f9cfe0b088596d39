import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent, { PointerEventsCheckLevel } from '@testing-library/user-event';
import { useState } from 'react';
import { describe, expect, test, vi } from 'vitest';
import * as f from '@/fields';
import { formatDuration } from '@/fields/duration/formatDuration';
import { parseDuration } from '@/fields/duration/parseDuration';
import { cleanNodes } from '@/fields/richText/CleanHtml';
import { markup } from '@/fields/richText/markup';
import type { AnyField } from '@/schema';
import FileLinks from '@/fields/file/FileLinks';
import { fieldUi, loadFieldInput } from '@/fields/kit/fieldUi';
import { FieldControl } from '@/fields/kit/FieldControl';
import { NestedProblemsContext, type NestedProblem } from '@/fields/kit/NestedProblems';
import { registry } from './support/fixture';
import { fakeServer, mount } from './support/mount';

const cleanHtml = (html: string): string => {
  const box = document.createElement('div');
  box.append(cleanNodes(html));
  return box.innerHTML;
};
const none = {},
  noProblems: readonly NestedProblem[] = [];
const place = { resource: 'races', name: 'kind' };
const context = { t: (key: string) => key, locale: 'es' } as const;

interface HeldProps {
  readonly field: AnyField;
  readonly first?: unknown;
  readonly draft?: Readonly<Record<string, unknown>>;
  readonly problems?: readonly NestedProblem[];
  readonly onChange?: (value: unknown) => void;
}
const Held = ({ field, first = null, draft = none, problems = noProblems, onChange }: HeldProps) => {
  const [value, setValue] = useState(first);
  return (
    <NestedProblemsContext value={problems}>
      <FieldControl
        id="it"
        field={field}
        place={place}
        draft={draft}
        value={value}
        onChange={(next: unknown) => {
          setValue(next);
          onChange?.(next);
        }}
      />
    </NestedProblemsContext>
  );
};
const open = async (props: HeldProps, tables: Parameters<typeof fakeServer>[1] = {}) => {
  await loadFieldInput(props.field.type);
  const server = fakeServer(registry, { sponsors: [], races: [], legs: [], ...tables });
  const onChange = vi.fn();
  await act(async () => mount({ at: ['/'], server, routes: [{ path: '', element: <Held {...props} onChange={onChange} /> }] }));
  return {
    onChange,
    server,
    user: userEvent.setup({ delay: null, pointerEventsCheck: PointerEventsCheckLevel.Never }),
    last: () => onChange.mock.calls.at(-1)?.[0] as unknown,
  };
};

describe('formatted text is cleaned again before it is shown', () => {
  test.each([
    ['<p>Hola<script>alert(1)</script></p>', '<p>Hola</p>'],
    ['<p onclick="alert(1)" style="color:red" class="x" id="y" data-x="1">Hola</p>', '<p>Hola</p>'],
    ['<p>Hola<img src=x onerror=alert(1)></p>', '<p>Hola</p>'],
    ['<svg><g onload="alert(1)"></g></svg><p>Hola</p>', '<p>Hola</p>'],
    ['<style>p{background:url(javascript:alert(1))}</style><p>Hola</p>', '<p>Hola</p>'],
    ['<p><a href="javascript:alert(1)">Hola</a></p>', '<p><a>Hola</a></p>'],
    ['<p><a href="JaVa&#x09;Script:alert(1)">Hola</a></p>', '<p><a>Hola</a></p>'],
    ['<p><a href="data:text/html,x">Hola</a></p>', '<p><a>Hola</a></p>'],
    ['<p><a href="//evil.test">Hola</a></p>', '<p><a>Hola</a></p>'],
    [
      '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=alert(1)&gt;"></table></mtext></math><p>Hola</p>',
      '<p>Hola</p>',
    ],
    ['<form><input name=x></form><iframe src="https://evil.test"></iframe><p>Hola</p>', '<p>Hola</p>'],
    ['<p><strong>Hola', '<p><strong>Hola</strong></p>'],
  ])('%s', (sent, shown) => expect(cleanHtml(sent)).toBe(shown));
  test('and links leave without taking the page along', () =>
    expect(cleanHtml('<p><a href="https://example.com/">Hola</a></p>')).toBe(
      '<p><a href="https://example.com/" target="_blank" rel="noopener noreferrer nofollow">Hola</a></p>',
    ));
  test('what the list of tags allows is shown as it is', () => {
    const whole = Object.keys(markup.tags)
      .filter((tag) => !['br', 'hr', 'a', 'li'].includes(tag))
      .map((tag) => `<${tag}>x</${tag}>`)
      .join('');
    expect(cleanHtml(whole)).toBe(whole);
  });
  test('on the page of a record; a list shows an excerpt of the words', async () => {
    const { Show, Cell, toText } = fieldUi['richText']!;
    const field = f.richText();
    const value = '<h2>Ruta</h2><p>Sale <em>a las 7</em> &amp; vuelve<img src=x onerror=alert(1)></p>';
    expect(toText(value, field, place, context)).toBe('Ruta Sale a las 7 & vuelve');
    const server = fakeServer(registry, {});
    const { container } = await act(async () =>
      mount({
        at: ['/'],
        server,
        routes: [
          {
            path: '',
            element: (
              <>
                <Show_ Draw={Show!} />
                <Show_ Draw={Cell!} />
              </>
            ),
          },
        ],
      }),
    );
    function Show_({ Draw }: { readonly Draw: NonNullable<typeof Show> }) {
      return <Draw value={value} field={field} place={place} row={{}} words={context} />;
    }
    await waitFor(() => expect(container.querySelector('.value-html em')?.textContent).toBe('a las 7'));
    expect(container.querySelector('img')).toBeNull();
  });
});

describe('the editor of formatted text', () => {
  test('has a toolbar that is named, pressed and walked with the keyboard', async () => {
    const { user } = await open({ field: f.richText(), first: '<p>Hola</p>' });
    const bar = await screen.findByRole('toolbar');
    const names = within(bar)
      .getAllByRole('button')
      .map((button) => button.getAttribute('aria-label'));
    expect(names).toEqual([
      'Negrita',
      'Cursiva',
      'Título',
      'Subtítulo',
      'Lista con viñetas',
      'Lista numerada',
      'Cita',
      'Enlace',
      'Deshacer',
      'Rehacer',
    ]);
    const bold = within(bar).getByRole('button', { name: 'Negrita' });
    act(() => bold.focus());
    await user.keyboard('{ArrowRight}');
    expect(document.activeElement).toBe(within(bar).getByRole('button', { name: 'Cursiva' }));
    await user.keyboard('{ArrowLeft}{ArrowLeft}');
    expect(document.activeElement).toBe(within(bar).getByRole('button', { name: 'Rehacer' }));
    expect(
      within(bar)
        .getAllByRole('button')
        .filter(({ tabIndex }) => tabIndex === 0),
    ).toHaveLength(1);
    await user.click(within(bar).getByRole('button', { name: 'Título' }));
    await waitFor(() => expect(within(bar).getByRole('button', { name: 'Título' }).getAttribute('aria-pressed')).toBe('true'));
  });
  test('gives the tags of the list, and nothing when it is emptied', async () => {
    const { user, last } = await open({ field: f.richText(), first: '<p>Hola</p>' });
    await user.click(await screen.findByRole('button', { name: 'Título' }));
    expect(last()).toBe('<h2>Hola</h2>');
    await user.click(screen.getByRole('button', { name: 'Título' }));
    await user.click(screen.getByRole('button', { name: 'Cita' }));
    expect(last()).toBe('<blockquote><p>Hola</p></blockquote>');
    await user.click(screen.getByRole('button', { name: 'Deshacer' }));
    await user.click(screen.getByRole('button', { name: 'Lista con viñetas' }));
    expect(String(last())).toMatch(/^<ul><li><p>Hola<\/p><\/li><\/ul>/);
  });
  test('refuses a link that leads nowhere good', async () => {
    const { user, last } = await open({ field: f.richText(), first: '<p>Hola</p>' });
    await user.click(await screen.findByRole('button', { name: 'Enlace' }));
    await user.type(screen.getByRole('textbox', { name: 'Dirección del enlace' }), 'javascript:alert(1){Enter}');
    expect(screen.getByRole('alert').textContent).toBe('Escribe una dirección web, un correo o un teléfono.');
    expect(last()).toBeUndefined();
    await user.clear(screen.getByRole('textbox', { name: 'Dirección del enlace' }));
    await user.type(screen.getByRole('textbox', { name: 'Dirección del enlace' }), 'example.com{Enter}');
    await waitFor(() => expect(String(last())).toContain('href="https://example.com"'));
  });
  test('in two languages gives both', async () => {
    const { user, last } = await open({ field: f.richText({ i18n: true }), first: { es: '<p>Hola</p>', en: '<p>Hi</p>' } });
    await waitFor(() => expect(screen.getAllByRole('toolbar')).toHaveLength(2));
    await user.click(screen.getAllByRole('button', { name: 'Título' })[1]!);
    expect(last()).toEqual({ es: '<p>Hola</p>', en: '<h2>Hi</h2>' });
  });
});

describe('rows of small objects', () => {
  const field = f.rows({ sport: f.text({ required: true }), km: f.decimal({ required: true }) }, { max: 3 });
  const swim = { sport: 'nado', km: 1.5 },
    run = { sport: 'carrera', km: 10 };
  test('are added, moved and removed with the keyboard, and the focus stays with them', async () => {
    const { user, last } = await open({ field, first: [swim, run] });
    const rows = await screen.findAllByRole('group', { name: /Fila/ });
    await waitFor(() => expect(document.getElementById('it.1.sport') && document.getElementById('it.1.km')).not.toBeNull());
    act(() => within(rows[1]!).getByRole('button', { name: 'Subir la fila 2' }).focus());
    await user.keyboard('{Enter}');
    expect(last()).toEqual([run, swim]);
    expect(document.activeElement?.closest('[data-row]')?.getAttribute('data-row')).toBe('0');
    await user.click(screen.getByRole('button', { name: 'Quitar la fila 2' }));
    expect(last()).toEqual([run]);
    await user.click(screen.getByRole('button', { name: 'Agregar fila' }));
    expect(last()).toEqual([run, { sport: null, km: null }]);
    expect(document.activeElement?.id).toBe('it.1.sport');
    await user.click(screen.getByRole('button', { name: 'Agregar fila' }));
    expect(screen.queryByRole('button', { name: 'Agregar fila' })).toBeNull();
  });
  test('show a problem on its member', async () => {
    await open({ field, first: [swim, run], problems: [{ path: '1.km', text: 'Demasiado' }] });
    await waitFor(() => expect(document.getElementById('it.1.km')?.getAttribute('aria-invalid')).toBe('true'));
    expect(document.getElementById('it.1.km-error')?.textContent).toBe('Demasiado');
    expect(document.getElementById('it.0.km')?.getAttribute('aria-invalid')).toBeNull();
  });
  test('read as one line in a table', () => {
    expect(fieldUi['rows']!.toText([swim, run], field, place, context)).toBe('nado 1.5 · carrera 10');
  });
});

describe('durations', () => {
  test.each([
    ['1:02:03', 3723],
    ['42:10', 2530],
    ['0:00', 0],
    ['100:00:00', 360_000],
    ['90:00', 5400],
  ])('%s is %i seconds', (text, value) => expect(parseDuration(text, 's')).toBe(value));
  test.each([
    ['1:02:03.5', 3_723_500],
    ['42:10,25', 2_530_250],
    ['0:45.001', 45_001],
  ])('%s is %i milliseconds', (text, value) => expect(parseDuration(text, 'ms')).toBe(value));
  test.each(['', '42', '1:60:00', '1:2:3', '10:5', '1:02:03.1234', 'una hora', '-1:00'])('"%s" is none', (text) =>
    expect(parseDuration(text, 'ms')).toBeUndefined(),
  );
  test('thousandths do not fit into seconds', () => expect(parseDuration('42:10.5', 's')).toBeUndefined());
  test('what is read is what was typed', () => {
    for (const value of [0, 1, 45_001, 3_723_500, 360_000_000]) expect(parseDuration(formatDuration(value, 'ms'), 'ms')).toBe(value);
  });
  test('half a duration is sent as it is, so that it is refused and not lost', async () => {
    const { user, last } = await open({ field: f.duration() });
    const box = await screen.findByRole('textbox');
    await user.type(box, '1:2');
    expect(last()).toBe('1:2');
    await user.type(box, '0:00');
    expect(last()).toBe(4800);
    await user.tab();
    expect((box as HTMLInputElement).value).toBe('1:20:00');
  });
});

test('tags are spelt as they will be kept, and said once', async () => {
  const { user, last } = await open({ field: f.tags() });
  await user.type(await screen.findByRole('combobox'), 'VIP,Prensa,vip{Enter}');
  expect(last()).toEqual(['vip', 'prensa']);
});
test('a set of references is picked by title', async () => {
  const { user, last } = await open(
    { field: f.manyToMany('sponsors'), first: [1], draft: {} },
    {
      sponsors: [
        { sponsorid: 1, name: 'Agua Fresca' },
        { sponsorid: 2, name: 'Banco Norte' },
      ],
    },
  );
  await screen.findByText('Agua Fresca');
  await user.click(screen.getByRole('combobox'));
  await user.click(await screen.findByTitle('Banco Norte'));
  expect(last()).toEqual([1, 2]);
});
test('a colour is typed or picked, and says its name', async () => {
  const { user, last } = await open({ field: f.color() });
  await user.type(await screen.findByRole('textbox'), '#14213d');
  expect(last()).toBe('#14213d');
  const { Cell } = fieldUi['color']!;
  const server = fakeServer(registry, {});
  await act(async () =>
    mount({
      at: ['/'],
      server,
      routes: [{ path: '', element: Cell ? <Cell value="#14213d" field={f.color()} place={place} row={{}} words={context} /> : null }],
    }),
  );
  expect(await screen.findByText('azul marino')).toBeTruthy();
});
test('an address opens elsewhere and tells nothing, and what is none is no link', async () => {
  const { Cell } = fieldUi['url']!;
  const draw = async (value: string) =>
    act(async () =>
      mount({
        at: ['/'],
        server: fakeServer(registry, {}),
        routes: [{ path: '', element: Cell ? <Cell value={value} field={f.url()} place={place} row={{}} words={context} /> : null }],
      }),
    );
  await draw('https://www.example.com/');
  const link = screen.getByRole('link', { name: 'example.com' });
  expect([link.getAttribute('href'), link.getAttribute('target'), link.getAttribute('rel')]).toEqual([
    'https://www.example.com/',
    '_blank',
    'noopener noreferrer',
  ]);
  await draw('javascript:alert(1)');
  expect(screen.getAllByRole('link')).toHaveLength(1);
});
test('files are uploaded when they are chosen, up to what the field takes', async () => {
  const { user, last, server } = await open({ field: f.file({ accept: ['pdf'], multiple: 2, maxBytes: 10 }) });
  server.next['custom'] = () => ({ data: { url: '/api/upload/a.pdf', name: 'ruta.pdf', size: 4, type: 'application/pdf' } });
  const chooser = await waitFor(() => document.querySelector<HTMLInputElement>('input[type="file"]')!);
  await user.upload(chooser, [
    new File(['%PDF'], 'ruta.pdf', { type: 'application/pdf' }),
    new File(['x'.repeat(11)], 'grande.pdf', { type: 'application/pdf' }),
  ]);
  await waitFor(() => expect(last()).toEqual([{ url: '/api/upload/a.pdf', name: 'ruta.pdf', size: 4, type: 'application/pdf' }]));
  expect(screen.getByRole('alert').textContent).toBe('El archivo pasa de 10 B');
  await user.click(screen.getByRole('button', { name: 'Quitar ruta.pdf' }));
  expect(last()).toEqual([]);
});
test('files of another shape, which an older version wrote, leave the others readable', async () => {
  const kept = { url: '/api/upload/a.pdf', name: 'ruta.pdf', size: 4, type: 'application/pdf' };
  const files = ['foto.jpg', null, { name: 'sin dirección.pdf' }, kept] as never;
  await act(async () =>
    mount({ at: ['/'], server: fakeServer(registry, {}), routes: [{ path: '', element: <FileLinks files={files} /> }] }),
  );
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(['ruta.pdf 4 B']);
});
