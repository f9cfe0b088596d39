import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { watchSources } from '../../../scripts/dev/watchSources';

let folder: string, stop: () => void;
const reported: string[] = [],
  waiting = new Map<string, () => void>();
/** Resolves when a change of the file is reported. */
const heard = (file: string): Promise<void> =>
  new Promise((resolve) => {
    if (reported.includes(file)) resolve();
    else waiting.set(file, resolve);
  });
const write = (file: string, text: string): void => writeFileSync(join(folder, file), text);

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'dorsal-watch-'));
  for (const name of [
    'server',
    'demo',
    'locales/es',
    'src/schema',
    'src/fields/text',
    'src/words',
    'src/resources',
    'src/domain',
    'src/views',
  ])
    mkdirSync(join(folder, name), { recursive: true });
  write('server/app.ts', 'one');
  reported.length = 0;
  waiting.clear();
  stop = watchSources(folder, (files) => {
    reported.push(...files);
    for (const file of files) waiting.get(file)?.();
  });
});
afterEach(() => {
  stop();
  rmSync(folder, { recursive: true, force: true });
});

test('tells what the server is made of, and neither screens nor a save that changes nothing', async () => {
  write('src/views/list.ts', 'x');
  write('src/fields/text/text.ui.tsx', 'x');
  write('src/fields/text/text.fixture.ts', 'x');
  write('server/app.ts', 'one');
  write('locales/es/common.json', '{}');
  await heard('locales/es/common.json');
  expect(reported).toEqual(['locales/es/common.json']);
});

test('tells a file that an editor puts in the place of another, and one that is removed', async () => {
  write('server/.app.ts.swp', 'two');
  renameSync(join(folder, 'server/.app.ts.swp'), join(folder, 'server/app.ts'));
  await expect(heard('server/app.ts')).resolves.toBeUndefined();
  reported.length = 0;
  rmSync(join(folder, 'server/app.ts'));
  await heard('server/app.ts');
});

test('follows folders that are made later, with what is in them', async () => {
  mkdirSync(join(folder, 'src/resources/things/parts'), { recursive: true });
  write('src/resources/things/parts/things.ts', 'one');
  await expect(heard('src/resources/things/parts/things.ts')).resolves.toBeUndefined();
  reported.length = 0;
  write('src/resources/things/parts/things.ts', 'two');
  await heard('src/resources/things/parts/things.ts');
  reported.length = 0;
  rmSync(join(folder, 'src/resources/things'), { recursive: true });
  await heard('src/resources/things/parts/things.ts');
});
