import { mkdtempSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, test } from 'vitest';
import * as f from '@/fields';
import { registry } from '@/resources';
import { events } from '@/resources/events/events';
import { sponsors } from '@/resources/sponsors/sponsors';
import { definePlugin, extendResource, type Plugin } from '@/plugins';
import { pluginProblems } from '@/plugins/pluginProblems';
import { withPlugins } from '@/plugins/withPlugins';
import { defineResource } from '@/schema';
import { messageKeys } from '@/schema/project/i18n';
import example, { extendedEvents } from '../../examples/race-photos/plugin';
import { generate } from '../../scripts/lib/migration/generate';
import { pluginFolders, pluginsInClient } from '../../scripts/lib/pluginsInClient.mjs';
import { createObjectStorages } from '../../server/adapters/objectStorage/createObjectStorages';
import { UnknownStorage } from '../../server/adapters/objectStorage/ObjectStorage';
import { readConfig } from '../../server/config';
import { hooks } from '../../server/hooks';
import { createTranslate, locales } from '../../server/kernel/messages';
import { mergeWords } from '../../server/kernel/mergeWords';
import { defineHooks } from '../../server/kernel/defineHooks';
import { loadPlugins } from '../../server/plugins/loadPlugins';
import { mergeHooks } from '../../server/plugins/mergeHooks';
import { PluginError } from '../../server/plugins/PluginError';
import { startProblem } from '../../server/startProblem';

declare module '@/schema/resourceNames' {
  interface ResourceNames {
    readonly coaches: true;
  }
}

const root = fileURLToPath(new URL('../..', import.meta.url));
const folder = join(root, 'examples/race-photos');
const made = mkdtempSync(join(tmpdir(), 'dorsal-plugin-'));
afterAll(() => rmSync(made, { recursive: true, force: true }));
/** A folder with the given files. */
const folderWith = (name: string, files: Readonly<Record<string, string>>): string => {
  const path = join(made, name);
  mkdirSync(path, { recursive: true });
  for (const [file, text] of Object.entries(files)) writeFileSync(join(path, file), text);
  return path;
};
const problemsOf = (...plugins: readonly Plugin[]): readonly string[] => pluginProblems(registry, plugins);
const notes = (name = 'event_notes') =>
  defineResource(name, {
    service: 'event',
    singular: 'event_note',
    key: 'event_noteid',
    permission: 'events',
    tenancy: { parent: 'eventid' },
    platform: 'EVENT',
    scope: { region: 'eventid.region', event: 'eventid' },
    title: 'text',
    fields: { eventid: f.belongsTo('events', { required: true }), text: f.text({ required: true }) },
    list: { columns: ['text'] },
    form: { note: ['eventid', 'text'] },
  });

describe('plugins and the product', () => {
  test('the example fits, and the product is the same without plugins', () => {
    expect(problemsOf(example)).toEqual([]);
    expect(withPlugins(registry, [])).toBe(registry);
  });

  test('an extended resource keeps what it had', () => {
    const all = withPlugins(registry, [example]);
    const actions = Object.keys(all.get('events').actions as object);
    expect(actions).toEqual([...Object.keys(events.actions!), 'publish_photos']);
    expect(all.get('events').access).toMatchObject({ ...events.access, publish_photos: ['events'] });
    expect(all.get('events').related).toContain('race_photos.eventid');
    expect(registry.get('events').related).not.toContain('race_photos.eventid');
    expect(all.get('distances')).toBe(registry.get('distances'));
  });

  test.each([
    ['a name with blanks', [definePlugin({ name: 'Race photos' })], 'P001 "Race photos" is no name of a plugin'],
    ['the same name twice', [definePlugin({ name: 'a' }), definePlugin({ name: 'a' })], 'P002 two plugins are called "a"'],
    ['a resource of the product', [definePlugin({ name: 'a', resources: [sponsors] })], 'P003 a plugin declares "sponsors"'],
    [
      'a resource of another plugin',
      [definePlugin({ name: 'a', resources: [notes()] }), definePlugin({ name: 'b', resources: [notes()] })],
      'P003 two plugins declare "event_notes"',
    ],
    ['an extension of nothing', [definePlugin({ name: 'a', extensions: [extendResource(notes(), {})] })], 'P004 a extends "event_notes"'],
    [
      'an action that is there',
      [definePlugin({ name: 'a', extensions: [extendResource(sponsors, { actions: { order: { on: 'row' } } })] })],
      'P005 a adds sponsors.order',
    ],
    [
      'a report by a field without closed values',
      [definePlugin({ name: 'a', resources: [notes()], reports: [{ name: 'r', resource: 'event_notes', event: 'eventid', by: 'text' }] })],
      'P006 the report r of a',
    ],
  ])('%s is refused in a sentence', (_what, plugins, sentence) => {
    expect(problemsOf(...plugins).join('\n')).toContain(sentence);
  });

  test('a declaration of a plugin is checked as those of the product are', () => {
    const lost = { ...notes(), all: { ...notes().all, coachid: f.belongsTo('coaches') } };
    expect(problemsOf(definePlugin({ name: 'a', resources: [lost] })).join('\n')).toMatch(/^R\d{3} .*coaches/m);
  });
});

describe('the server side of plugins', () => {
  const withOrder = defineHooks(sponsors, { actions: { order: async () => ({}) } });

  test('hooks of a plugin run after those of the product', async () => {
    const calls: string[] = [];
    const own = new Map([['sponsors', { ...withOrder, afterWrite: async () => void calls.push('own') }]]);
    const added = { ...withOrder, actions: {}, afterWrite: async () => void calls.push('added') };
    await mergeHooks([sponsors], own, [added]).get('sponsors')!.afterWrite!({} as never);
    expect(calls).toEqual(['own', 'added']);
  });

  test('a body that the product has already is refused, and so is an action without a body', () => {
    expect(() => mergeHooks([sponsors], new Map([['sponsors', withOrder]]), [withOrder])).toThrow(
      'P007 a plugin brings hooks that sponsors has already: order',
    );
    expect(() => mergeHooks(withPlugins(registry, [example]).all, hooks, [])).toThrow(
      'S001 events.publish_photos sets nothing and has no body',
    );
  });

  test('a folder that is no plugin, or exports nothing, is named', async () => {
    const own = { registry, hooks };
    await expect(loadPlugins([join(made, 'absent')], own)).rejects.toThrow('where there is no plugin.ts');
    await expect(loadPlugins([folderWith('empty', { 'plugin.ts': 'export const plugin = {};\n' })], own)).rejects.toThrow(
      'has no default export',
    );
    await expect(loadPlugins([], own)).resolves.toMatchObject({ registry, hooks, locales: [] });
  });

  test('a storage whose scheme no plugin knows ends the start with a sentence', () => {
    const create = (): unknown => createObjectStorages({ objectStorage: 'tape:/dev/st0' }, { query: () => {} } as never);
    expect(create).toThrow('OBJECT_STORAGE begins with "tape:", which no plugin knows.');
    expect(startProblem(new UnknownStorage('OBJECT_STORAGE begins with "tape:"'), './data')).toContain('tape:');
    expect(startProblem(new PluginError('P002 two plugins'), './data')).toBe('P002 two plugins');
  });

  test('an address with a scheme of its own is taken only where there are plugins', () => {
    const read = (env: Readonly<Record<string, string>>) =>
      readConfig({ AUTH_SECRET: 'a secret of tests that is long enough', NODE_ENV: 'test', ...env });
    expect(() => read({ OBJECT_STORAGE: 'folder:/srv/files' })).toThrow('OBJECT_STORAGE');
    expect(read({ OBJECT_STORAGE: 'folder:/srv/files', DORSAL_PLUGINS: 'a, b' })).toMatchObject({
      objectStorage: 'folder:/srv/files',
      plugins: ['a', 'b'],
    });
  });

  test('words of a plugin are added to a namespace and replace none', () => {
    expect(mergeWords({ a: 'own', b: { c: 'own' } }, { a: 'added', b: { c: 'added', d: 'added' }, e: 'added' })).toEqual({
      a: 'own',
      b: { c: 'own', d: 'added' },
      e: 'added',
    });
  });
});

test('the words of the example are complete in both languages', () => {
  const translate = createTranslate(join(root, 'locales'), join(folder, 'locales'));
  const all = withPlugins(registry, [example]);
  const keys = [
    ...messageKeys(all.get('race_photos')),
    ...Object.keys(extendedEvents.actions).map((action) => `events.actions.${action}`),
    ...['title', 'note', 'none'].map((part) => `race_photos.reports.photos.${part}`),
    ...['subject', 'text'].map((part) => `race_photos.letters.published.${part}`),
    ...['title', 'lead', 'none', 'failed'].map((part) => `best-photos.${part}`),
    'menu.items.race_photos',
    'menu.items.best-photos',
  ];
  for (const locale of locales) expect(keys.filter((key) => translate(key, locale) === key)).toEqual([]);
});

test('the migrations of the example match its declarations', async () => {
  expect(await generate(['--check', '--plugin', folder])).toMatchObject({ status: 0, said: ['The migrations match the declarations.'] });
});

describe('the client with plugins', () => {
  const place = join(root, 'src/plugins/installed.ts').replaceAll('\\', '/');
  const load = (folders: readonly string[], id = place): unknown => (pluginsInClient(folders).load as (id: string) => unknown)(id);

  test('the module that lists plugins imports both entries of each', () => {
    expect(load([folder])).toContain(`import plugin0 from ${JSON.stringify(join(folder, 'plugin.ts'))};`);
    expect(load([folder])).toContain(`import client0 from ${JSON.stringify(join(folder, 'plugin.client.tsx'))};`);
    expect(load([folder])).toContain('export const installed = [{ plugin: plugin0, client: client0 }];');
  });

  test('a plugin without screens brings its declarations alone', () => {
    const bare = folderWith('bare', { 'plugin.ts': 'export default { name: "bare" };\n' });
    expect(load([bare])).toContain('export const installed = [{ plugin: plugin0 }];');
  });

  test('other modules, and a build without plugins, are left as they are', () => {
    expect(load([folder], join(root, 'src/main.tsx'))).toBeNull();
    expect(load([])).toBeNull();
  });

  test('a folder that is no plugin stops the build', () => {
    expect(() => load([join(made, 'absent')])).toThrow('where there is no plugin.ts');
  });

  test('folders are read from the variable, relative to the project', () => {
    expect(pluginFolders(' examples/race-photos, ,/srv/other ')).toEqual([folder, '/srv/other']);
    expect(pluginFolders('')).toEqual([]);
  });
});
