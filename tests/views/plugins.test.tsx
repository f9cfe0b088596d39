import { render } from '@testing-library/react';
import type { ReactElement } from 'react';
import { expect, test } from 'vitest';
import i18next from 'i18next';
import { addFieldType, loadFieldInput, uiOf } from '@/fields/kit/fieldUi';
import { createRoutes } from '@/layout/createRoutes';
import { menuOf } from '@/layout/routing/menu';
import { addedReports } from '@/pages/reportsBi/addedReports';
import { installed as builtIn } from '@/plugins/installed';
import { installPlugins } from '@/plugins/installPlugins';
import { registry } from '@/resources';
import { noGrants, type PermissionKey } from '@/schema';
import { loadViews } from '@/views/overrides';
import plugin from '../../examples/race-photos/plugin';
import client from '../../examples/race-photos/plugin.client';

const all = installPlugins(registry, [{ plugin, client }]);
const grants = (keys: readonly PermissionKey[]) => ({
  ...noGrants(7),
  organizationid: 1,
  platforms: ['EVENT'] as const,
  keys: Object.fromEntries(keys.map((key) => [key, 'edit' as const])),
});
const placesFor = (keys: readonly PermissionKey[]) =>
  menuOf(all, grants(keys)).flatMap(({ groups }) => groups.flatMap(({ items }) => items.map(({ to }) => to)));
const rating = all.get('race_photos').all['rating']!;

test('the product is built without plugins unless some are named', () => {
  expect(builtIn).toEqual([]);
});

test('the field type of a plugin is drawn and typed in by what it brings', async () => {
  const ui = uiOf(rating);
  expect(ui.toText(3, rating, { resource: 'race_photos', name: 'rating' }, {} as never)).toBe('3');
  const { container } = render(ui.Cell!({ value: 3, field: rating } as never) as ReactElement);
  expect(container.textContent).toBe('★★★');
  expect(await loadFieldInput('stars')).toHaveProperty('Input');
});

test('a plugin does not replace a field type of the product', () => {
  expect(() => addFieldType('text', { toText: String }, () => loadFieldInput('text'))).toThrow('the field type "text" is there already');
});

test('views of a plugin replace generated ones, and those of the product stay', async () => {
  const { cells } = (await loadViews('race_photos')) as { readonly cells: Readonly<Record<string, (cell: object) => unknown>> };
  const { container } = render(cells['title']!({ value: 'Meta', row: { status: 'draft' } }) as ReactElement);
  expect(container.querySelector('em')?.textContent).toBe('Meta');
  expect(cells['title']!({ value: 'Meta', row: { status: 'published' } })).toBe('Meta');
  expect(await loadViews('events')).toHaveProperty('outcomes');
});

test('a page and a list of a plugin have a place in the menu for anyone who holds the key, and an address', () => {
  expect(placesFor(['events'])).toEqual(expect.arrayContaining(['/race_photos', '/best-photos', '/events']));
  expect(placesFor(['event-coupon'])).not.toContain('/best-photos');
  const paths = createRoutes(i18next.createInstance(), all)[0]!.children!.map(({ path }) => path);
  expect(paths).toEqual(expect.arrayContaining(['race_photos', 'best-photos']));
});

test('a report of a plugin is after those of the product', () => {
  expect(addedReports()).toEqual([{ name: 'photos', resource: 'race_photos', event: 'eventid', by: 'kind' }]);
});
