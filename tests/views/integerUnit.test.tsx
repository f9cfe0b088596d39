import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import * as f from '@/fields';
import { createRegistry, defineResource } from '@/schema';
import { FormView } from '@/views/form/FormView';
import { askedColumns, planList, shownColumns, withRead } from '@/views/list/model/listPlan';
import { ShowView } from '@/views/show/ShowView';
import { readText } from '@/fields/kit/fieldUi';
import { editor } from './support/fixture';
import { fakeServer, mount } from './support/mount';
import '@testing-library/jest-dom/vitest';

const deals = defineResource('deals', {
  service: 'event',
  singular: 'deal',
  key: 'dealid',
  permission: 'events',
  tenancy: 'catalog',
  platform: 'EVENT',
  title: 'name',
  fields: {
    name: f.text({ required: true }),
    kind: f.choice(['percent', 'amount', 'free'], { default: 'percent' }),
    value: f.integer({ min: 1, unit: { from: 'kind', percent: ['percent'], cents: ['amount'] } }),
  },
  list: { columns: ['name', 'value'] },
  form: { main: ['name', 'kind', 'value'] },
});
const registry = createRegistry([deals]);
const place = { resource: 'deals', name: 'value' };
const read = (row: Readonly<Record<string, unknown>>, locale: 'es' | 'en' = 'es') =>
  readText(row, deals.fields.value, place, { t: (key) => key, locale });

describe('a number whose unit a sibling tells', () => {
  test('reads in that unit', () => {
    expect(read({ kind: 'percent', value: 15 })).toMatch(/^15\s?%$/);
    expect(read({ kind: 'percent', value: 15 }, 'en')).toBe('15%');
    expect(read({ kind: 'amount', value: 15_050 })).toBe('$150.50');
    expect(read({ kind: 'free', value: 1200 })).toBe('1,200');
    expect(read({ value: 1200 })).toBe('1,200');
  });
  test('is never grouped where it is a year', () => {
    expect(readText({ value: 2026 }, f.integer({ look: 'year' }), place, { t: (key) => key, locale: 'es' })).toBe('2026');
  });
  test('is never asked for without the sibling, shown or not, unless the person may not see it', () => {
    const plan = planList(deals, registry, editor);
    expect(askedColumns(plan, shownColumns(plan, ['value']))).toEqual(['name', 'value', 'kind']);
    expect(withRead(plan, ['name'])).toEqual(['name']);
    expect(askedColumns(planList(deals, registry, editor, 'kind'), [])).toEqual(['name', 'value']);
  });

  const open = (row: Readonly<Record<string, unknown>>, view: 'edit' | 'show', audit: readonly object[] = []) => {
    const server = fakeServer(registry, { deals: [{ dealid: 1, version: 1, name: 'AMIGO', ...row }] });
    const element = view === 'edit' ? <FormView resource={deals} id={1} /> : <ShowView resource={deals} id={1} />;
    return {
      server,
      ...mount({
        at: ['/'],
        server,
        registry,
        audit: { get: async () => audit, create: async () => undefined, update: async () => undefined },
        routes: [
          { path: '', element },
          { path: 'deals/:id', element: null },
        ],
      }),
    };
  };
  const amount = () => screen.findByLabelText<HTMLInputElement>(/fields\.value$/);

  test('is typed in pesos and travels in cents', async () => {
    const { server, user } = open({ kind: 'amount', value: 15_050 }, 'edit');
    const input = await amount();
    await waitFor(() => expect(input.value).toBe('150.50'));
    await user.clear(input);
    await user.type(input, '99.90');
    await user.click(screen.getByRole('button', { name: 'Guardar' }));
    await waitFor(() => expect(server.of('update')).toHaveLength(1));
    expect(server.of('update')[0]!.values).toMatchObject({ value: 9990 });
  });
  test('is typed in percent where the sibling says so, and travels as it is', async () => {
    const { server, user } = open({ kind: 'percent', value: 15 }, 'edit');
    const input = await amount();
    await waitFor(() => expect(input.value).toBe('15'));
    await user.clear(input);
    await user.type(input, '20');
    await user.click(screen.getByRole('button', { name: 'Guardar' }));
    await waitFor(() => expect(server.of('update')).toHaveLength(1));
    expect(server.of('update')[0]!.values).toMatchObject({ value: 20 });
  });
  test('reads in the history as it was then', async () => {
    const at = '2026-03-01T18:00:00Z',
      actor = { userid: 7, name: 'Olga' };
    open({ kind: 'amount', value: 15_050 }, 'show', [
      { auditid: 3, verb: 'edit', at, actor, changes: [{ field: 'value', old: 9_900, new: 15_050 }] },
      {
        auditid: 2,
        verb: 'edit',
        at,
        actor,
        changes: [
          { field: 'kind', old: 'percent', new: 'amount' },
          { field: 'value', old: 25, new: 9_900 },
        ],
      },
      { auditid: 1, verb: 'edit', at, actor, changes: [{ field: 'value', old: 10, new: 25 }] },
    ]);
    const entries = await within(await screen.findByRole('complementary')).findAllByRole('listitem');
    expect(entries[0]).toHaveTextContent(/\$99\.00.*\$150\.50/);
    expect(entries[1]).toHaveTextContent(/25\s?%.*\$99\.00/);
    expect(entries[2]).toHaveTextContent(/10\s?%.*25\s?%/);
    expect(screen.getAllByText('$150.50')).toHaveLength(2);
  });
});
