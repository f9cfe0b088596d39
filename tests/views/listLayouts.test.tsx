import { screen, within } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import { entries, entryEditor } from '@/gallery/fixture/entries';
import type { Grants } from '@/schema';
import { movesTo } from '@/views/list/board/movesTo';
import { addDays, addMonths, monthDays } from '@/views/list/calendar/monthDays';
import { withinDays } from '@/views/list/calendar/withinDays';
import { fakeServer, makeRows, mountList } from './listFixture';

beforeEach(() => localStorage.clear());

describe('a list as a board', () => {
  test('has a column for each status with its count and its records', async () => {
    const server = fakeServer(makeRows(60));
    mountList({ server, at: '/entries?as=board' });
    const count = (status: string): number => server.rows.filter((row) => row['status'] === status).length;
    for (const [name, status] of [
      ['Apartada', 'held'],
      ['Pagada', 'paid'],
    ] as const) {
      const column = await screen.findByRole('region', { name });
      expect(await within(column).findAllByRole('article')).toHaveLength(Math.min(20, count(status)));
      expect(within(column).getByRole('heading')).toHaveTextContent(String(count(status)));
    }
    expect(screen.queryByRole('table')).toBeNull();
    expect(screen.queryByRole('navigation', { name: 'Páginas' })).toBeNull();
  });
  test('opens the menu of a card that the page of the table does not have', async () => {
    const { user } = mountList({ server: fakeServer(makeRows(60)), at: '/entries?as=board&page=2' });
    const [card] = await screen.findAllByRole('article');
    await user.click(within(card!).getByRole('button'));
    expect(await screen.findByRole('menu')).toBeVisible();
  });
  test('goes to the next column with the arrow to the side', async () => {
    const { user } = mountList({ server: fakeServer(makeRows(60)), at: '/entries?as=board' });
    const held = await screen.findByRole('region', { name: 'Apartada' }),
      paid = await screen.findByRole('region', { name: 'Pagada' });
    const [first] = await within(held).findAllByRole('link');
    await within(paid).findAllByRole('link');
    first!.focus();
    await user.keyboard('{ArrowRight}');
    expect(paid).toContainElement(document.activeElement as HTMLElement);
    await user.keyboard('{ArrowLeft}');
    expect(first).toHaveFocus();
  });
  test('is a table where the declaration names no board', async () => {
    mountList({ server: fakeServer(makeRows(3)), at: '/meets?as=board' });
    expect(await screen.findByRole('table')).toBeVisible();
  });
});

describe('where a card may be moved', () => {
  const row = { entryid: 1, status: 'held', version: 1 };
  const reader: Grants = { ...entryEditor, keys: {} };
  test('is where editing may write the value', () => expect(movesTo(entryEditor, entries, row, 'status', 'paid')).toEqual({ by: 'edit' }));
  test('is not its own column', () => expect(movesTo(entryEditor, entries, row, 'status', 'held')).toBeUndefined());
  test('is nowhere for a person who may only read', () => expect(movesTo(reader, entries, row, 'status', 'paid')).toBeUndefined());
  test('is where an action that is possible now leads', () => {
    const moved = {
      ...entries,
      actions: {
        pay: { on: 'row', from: { status: ['held'] }, set: { status: 'paid' } },
        drop: { on: 'row', from: { status: ['paid'] }, leads: { status: ['gone'] } },
      },
    } as const;
    expect(movesTo(entryEditor, moved, row, 'status', 'paid')).toEqual({ by: 'action', names: ['pay'] });
    expect(movesTo(entryEditor, moved, { ...row, status: 'paid' }, 'status', 'gone')).toEqual({ by: 'action', names: ['drop'] });
  });
});

describe('a grouped list', () => {
  const parent = { resource: 'meets', field: 'meetid', id: 1 };
  test('puts equal values together, under their count and sums over the whole list', async () => {
    const server = fakeServer(makeRows(60));
    mountList({ server, at: '/entries?group=status', props: { parent } });
    await screen.findByRole('table');
    const paid = server.rows.filter((row) => row['meetid'] === 1 && row['status'] === 'paid');
    const heading = (await screen.findByText('Pagada', { selector: '.list-group .status-word' })).closest('tr')!;
    expect(await within(heading).findByText(`${paid.length} registros`)).toBeVisible();
    const sum = paid.reduce((total, row) => total + Number(row['paid_cents'] ?? 0), 0) / 100;
    expect(heading).toHaveTextContent(sum.toLocaleString('en-US', { minimumFractionDigits: 2 }));
    expect(server.asked.find(({ sorters }) => sorters?.[0]?.field === 'status')).toBeDefined();
  });
  test('shows only the rows of a group when asked', async () => {
    const { user, address } = mountList({ server: fakeServer(makeRows(60)), at: '/entries?group=status', props: { parent } });
    const heading = (await screen.findByText('Pagada', { selector: '.list-group .status-word' })).closest('tr')!;
    await user.click(within(heading).getByRole('button', { name: 'Ver solo estos' }));
    expect(JSON.parse(address().get('filter')!)).toEqual({ field: 'status', op: 'eq', value: 'paid' });
    expect(address().get('group')).toBeNull();
  });
  test('is as declared outside of an event, where its column is no order', async () => {
    const server = fakeServer(makeRows(6));
    mountList({ server, at: '/entries?group=status' });
    await screen.findByRole('table');
    expect(server.last().sorters).toEqual([{ field: 'bib', order: 'asc' }]);
  });
  test('is as declared where nothing may be put together by that column', async () => {
    const server = fakeServer(makeRows(6));
    mountList({ server, at: '/entries?group=athlete' });
    await screen.findByRole('table');
    expect(server.last().sorters).toEqual([{ field: 'bib', order: 'asc' }]);
  });
});

describe('the days of a month', () => {
  test('go from a Monday to a Sunday', () => {
    const days = monthDays('2026-11');
    expect([days[0], days.at(-1), days.length]).toEqual(['2026-10-26', '2026-12-06', 42]);
    expect(monthDays('2027-02')).toHaveLength(28);
  });
  test('pass into the next year', () => {
    expect([addMonths('2026-12', 1), addMonths('2026-01', -1), addDays('2026-12-31', 1)]).toEqual(['2027-01', '2025-12', '2027-01-01']);
  });
  test('are whole days at home for instants', () => {
    expect(withinDays('starts', { ...entries.all['created']!, column: 'timestamptz' }, '2026-03-01', '2026-03-02')).toEqual({
      and: [
        { field: 'starts', op: 'gte', value: '2026-03-01T00:00:00.000-06:00' },
        { field: 'starts', op: 'lt', value: '2026-03-03T00:00:00.000-06:00' },
      ],
    });
  });
  test('are as they are written for dates', () => {
    expect(withinDays('day', { ...entries.all['created']!, column: 'date' }, '2026-03-01', '2026-03-02')).toEqual({
      field: 'day',
      op: 'between',
      value: ['2026-03-01', '2026-03-02'],
    });
  });
});
