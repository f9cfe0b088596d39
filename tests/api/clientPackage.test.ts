import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { registry } from '@/resources';
import { writeClient } from '../../scripts/lib/client/writeClient';
import { tools } from '../../scripts/lib/run.mjs';
import { longer } from '../support/limits';
import { openScene, type Scene } from './registration/support';

const root = fileURLToPath(new URL('../../', import.meta.url));
const dayMs = 86_400_000;
const keys = ['event-inscription', 'events', 'user-roles', 'reports-wo-contact-info'];
const start = promisify(execFile);
let scene: Scene, folder: string, host: string, secret: string;
let compiled: Ended;

interface Ended {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}
const run = async (args: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<Ended> => {
  try {
    const { stdout, stderr } = await start(process.execPath, args, { cwd: folder, env: { PATH: process.env['PATH'], ...env } });
    return { code: 0, stdout, stderr };
  } catch (error) {
    const { code, stdout, stderr } = error as Ended;
    return { code, stdout, stderr };
  }
};
const compile = (): Promise<Ended> => run([...tools.tsc.slice(1), '-p', folder]);

/** A project of somebody else, with the package and the example in it. */
const openProject = async (): Promise<void> => {
  folder = mkdtempSync(join(tmpdir(), 'dorsal-client-'));
  const installed = join(folder, 'node_modules/@dorsal');
  mkdirSync(installed, { recursive: true });
  await writeClient(join(installed, 'client'), registry);
  for (const name of ['openapi-fetch', 'openapi-typescript-helpers', '@types'])
    symlinkSync(join(root, 'node_modules', name), join(folder, 'node_modules', name));
  const example = readFileSync(join(root, 'packages/client/example/listRegistrations.ts'), 'utf8');
  writeFileSync(join(folder, 'listRegistrations.ts'), example);
  writeFileSync(join(folder, 'wrongField.ts'), example.replace('const { folio, first_name', 'const { folios, first_name'));
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ type: 'module' }));
  const compilerOptions = { target: 'ES2022', module: 'NodeNext', strict: true, noUncheckedIndexedAccess: true, types: ['node'] };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['listRegistrations.ts', 'wrongField.ts'] }));
};

beforeAll(async () => {
  scene = await openScene();
  const { world, pool, organizer } = scene;
  await openProject();
  compiled = await compile();
  const roles = (await pool.query('select roleid from roles where slug = any($1)', [keys])).rows;
  const made = await organizer.post('/v2/organization/api_keys', {
    name: 'Listado',
    roleids: roles.map(({ roleid }) => roleid),
    access: 'edit',
    expires_at: new Date(Date.now() + dayMs).toISOString(),
  });
  if (made.status !== 201) throw new Error(JSON.stringify(made.body));
  secret = (await organizer.post(`/v2/organization/api_keys/${made.body.api_keyid}/issue_secret`)).body.result.secret;
  host = await world.app.listen({ host: '127.0.0.1', port: 0 });
}, longer.timeout);
afterAll(async () => {
  await scene.close();
  rmSync(folder, { recursive: true, force: true });
});

test('the example of the client package compiles, lists what the key may see, and subscribes a webhook', longer, async () => {
  const { inscriptionid, folio } = await scene.signUp('Ana');
  await scene.signUp('Beto');
  expect(await scene.act(scene.support, inscriptionid, 'pay', { method: 'cash', reference: 'caja 1' })).toMatchObject({ status: 200 });
  expect(compiled.stdout, 'the compiler names no line of the example').not.toContain('listRegistrations.ts');

  const listed = await run(['listRegistrations.js', host, String(scene.eventid), 'https://example.com/hook'], { DORSAL_API_KEY: secret });
  const [head, ...lines] = listed.stdout.trim().split('\n');
  expect([listed.code, head, lines], listed.stderr).toEqual([
    0,
    'folio,name,number,status',
    [expect.stringMatching(new RegExp(`^"${folio}","Ana `))],
  ]);
  const hooks = (await scene.pool.query('select webhookid, url, status from webhooks')).rows;
  expect(hooks).toMatchObject([{ url: 'https://example.com/hook', status: 'waiting' }]);
  expect(listed.stderr).toBe(`webhook ${hooks[0].webhookid} waits for its secret\n`);
});

test('a refusal arrives with its code', longer, async () => {
  const { code, stderr } = await run(['listRegistrations.js', host, 'x'], { DORSAL_API_KEY: secret });
  expect([code, stderr]).toEqual([1, expect.stringMatching(/^[A-Z_]+: .+\n/)]);
});

test('a field that the API does not have does not compile', () => {
  expect(compiled).toMatchObject({
    stdout: expect.stringMatching(/^wrongField\.ts.*'folios' does not exist/),
    code: expect.toSatisfy((code) => code !== 0),
  });
});
