import { act, screen, waitFor } from '@testing-library/react';
import userEvent, { PointerEventsCheckLevel } from '@testing-library/user-event';
import { useState, type ComponentType, type ReactNode } from 'react';
import { describe, expect, test, vi } from 'vitest';
import type { AnyField } from '@/schema';
import type { FieldFixture } from '@/schema/fixture';
import type { CellProps } from '@/fields/kit/contracts';
import { fieldUi, loadFieldInput } from '@/fields/kit/fieldUi';
import { isSame } from '@/fields/kit/draft';
import { FieldControl } from '@/fields/kit/FieldControl';
import { slugOf } from '@/fields/slug/slugOf';
import { instantOf, wallClockOf } from '@/fields/dateTime/wallClock';
import { registry } from './support/fixture';
import { fakeServer, mount } from './support/mount';

const fixtures = import.meta.glob<FieldFixture>('../../src/fields/*/*.fixture.ts', { eager: true, import: 'default' });
const named = Object.entries(fixtures).map(([path, fixture]) => [path.split('/').at(-2)!, fixture] as const);
const place = { resource: 'races', name: 'kind' };
const context = { t: (key: string) => key, locale: 'es' } as const;

// Inputs are loaded, so what is shown is complete only when what it waits for has come.
const show = (element: ReactNode) =>
  act(async () => {
    const server = fakeServer(registry, { sponsors: [], races: [], legs: [] });
    server.next['getMany'] = () => ({ data: [] });
    return mount({ at: ['/'], server, routes: [{ path: '', element }] });
  });
/** An input that keeps what is typed, as a form does. */
const Held = ({
  field,
  value: first,
  onChange,
}: {
  readonly field: AnyField;
  readonly value: unknown;
  readonly onChange: (value: unknown) => void;
}) => {
  const [value, setValue] = useState(first);
  return (
    <FieldControl
      id="it"
      field={field}
      place={place}
      draft={{}}
      value={value}
      onChange={(next: unknown) => {
        setValue(next);
        onChange(next);
      }}
    />
  );
};
/** The one box into which a value is typed as text; nothing for switches, pickers of options and lists. */
const textBox = (): HTMLInputElement | undefined =>
  [...document.querySelectorAll<HTMLInputElement>('input:not([type="file"]):not([role="combobox"]), textarea:not([aria-hidden])')].filter(
    ({ value }) => value !== '',
  )[0];

describe.each(named)('%s', (name, { field, valid }) => {
  test('reads each value in one line and draws it', async () => {
    const { toText, Cell, Show } = fieldUi[name]!;
    for (const value of valid) {
      expect(typeof toText(value, field, place, context)).toBe('string');
      for (const Draw of [Cell, Show]) {
        if (!Draw) continue;
        const { container, unmount } = await show(<Draw value={value} field={field} place={place} row={{}} words={context} />);
        await waitFor(() => expect(container.innerHTML).not.toBe(''));
        unmount();
      }
    }
  });
  test('is drawn in a table without a hook, so that rows may call it', () => {
    for (const value of valid) expect(() => fieldUi[name]!.Cell?.({ value, field, place, row: {}, words: context })).not.toThrow();
  });
  test('shows a value in its input without changing it', async () => {
    await loadFieldInput(name);
    for (const value of valid) {
      const onChange = vi.fn();
      const { unmount } = await show(<FieldControl id="it" field={field} place={place} draft={{}} value={value} onChange={onChange} />);
      await waitFor(() => expect(document.querySelector('.input-loading')).toBeNull());
      expect(onChange).not.toHaveBeenCalled();
      unmount();
    }
  });
  test('gives back the same value when its text is typed again', async () => {
    const user = userEvent.setup({ delay: null, pointerEventsCheck: PointerEventsCheckLevel.Never });
    for (const value of valid) {
      const onChange = vi.fn();
      const { unmount } = await show(<Held field={field} value={value} onChange={onChange} />);
      const box = textBox();
      if (box) {
        const text = box.value;
        await user.clear(box);
        await user.click(box);
        await user.paste(text);
        await user.tab();
        // A calendar says nothing when the day is the same.
        const [last] = onChange.mock.calls.at(-1) ?? [value];
        expect(isSame(field, last, value, registry), `${text} gave ${JSON.stringify(last)}`).toBe(true);
      }
      unmount();
    }
  });
});

test('typing an amount in pesos gives cents', async () => {
  const onChange = vi.fn();
  const { field } = fixtures['../../src/fields/money/money.fixture.ts']!;
  const { user } = await show(<FieldControl id="it" field={field} place={place} draft={{}} onChange={onChange} />);
  await user.type(await screen.findByRole('spinbutton'), '1,234.56');
  expect(onChange).toHaveBeenLastCalledWith(123_456);
});
test('typing a percentage gives basis points', async () => {
  const onChange = vi.fn();
  const { field } = fixtures['../../src/fields/percent/percent.fixture.ts']!;
  const { user } = await show(<FieldControl id="it" field={field} place={place} draft={{}} onChange={onChange} />);
  await user.type(await screen.findByRole('spinbutton'), '12.5');
  expect(onChange).toHaveBeenLastCalledWith(1250);
});
test.each([
  ['date', '5/4/2026', '2026-04-05'],
  ['date', '2026-04-05', '2026-04-05'],
  ['dateTime', '05/04/2026 18:30', '2026-04-06T00:30:00.000Z'],
])('typing a %s as %s keeps %s', async (type, typed, kept) => {
  const onChange = vi.fn();
  const { field } = fixtures[`../../src/fields/${type}/${type}.fixture.ts`]!;
  const { user } = await show(<Held field={field} value={null} onChange={onChange} />);
  await user.type(await screen.findByRole('textbox'), typed);
  await user.tab();
  expect(onChange).toHaveBeenLastCalledWith(kept);
});
test('an instant shows the clock of Mexico City wherever the browser is, summer time of old years included', () => {
  expect(wallClockOf('2026-03-01T13:00:00.000Z').format('YYYY-MM-DD HH:mm')).toBe('2026-03-01 07:00');
  expect(wallClockOf('2022-07-01T13:00:00.000Z').format('YYYY-MM-DD HH:mm')).toBe('2022-07-01 08:00');
  for (const instant of ['2026-03-01T13:00:00.000Z', '2022-07-01T13:00:00.000Z', '2026-03-29T01:30:00.000Z', '2026-03-08T08:30:00.000Z'])
    expect(instantOf(wallClockOf(instant))).toBe(instant);
});
test('a slug is made from words in either form', () => {
  expect(slugOf('  Triatlón Ñu & Río 2026! ')).toBe('triatlon-nu-rio-2026');
  expect(slugOf({ es: 'Carrera del Río', en: 'River race' })).toBe('carrera-del-rio');
  expect(slugOf(null)).toBe('');
});

describe('structured data', () => {
  const columns = { nombre: 'Nombre(s)', columnas: ['folio', 'correo'], orden: [{ campo: 'folio', descendente: true }], vacio: null };
  test('is shown as names and values everywhere, without the signs of its notation', async () => {
    const { toText, Cell, Show } = fieldUi['json']!;
    const { field } = fixtures['../../src/fields/json/json.fixture.ts']!;
    const drawn = async (Draw: ComponentType<CellProps>): Promise<string> => {
      const { container, unmount } = await show(<Draw value={columns} field={field} place={place} row={{}} words={context} />);
      await waitFor(() => expect(container.textContent).not.toBe(''));
      const { textContent } = container;
      unmount();
      return textContent ?? '';
    };
    const texts = [toText(columns, field, place, context), await drawn(Cell!), await drawn(Show!)];
    for (const text of texts) {
      expect(text).not.toMatch(/[{}"[\]]/);
      for (const word of ['nombre', 'Nombre(s)', 'correo', 'descendente']) expect(text).toContain(word);
    }
  });
});
