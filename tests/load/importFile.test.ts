import { afterAll, beforeAll, expect, test } from 'vitest';
import { openApi, type ApiClient } from '../../scripts/load/apiClient';
import { guessedMapping, importFile, type ImportOptions } from '../../scripts/load/importFile';
import { hooks } from '../../server/hooks';
import { openImports } from '../api/imports/support';
import { openScene, type Scene } from '../api/registration/support';
import { workAt } from '../api/support/worker';
import { longer } from '../support/limits';
import type { Worker } from '../../server/jobs/worker';

const dayMs = 86_400_000;
const keys = ['event-import-inscriptions', 'events', 'reports-wo-contact-info'];
let scene: Scene, worker: Worker, api: ApiClient;
const count = async (): Promise<number> => (await scene.pool.query('select count(*)::int as n from inscriptions')).rows[0].n;

beforeAll(async () => {
  scene = await openScene();
  const { world, pool, organizer } = scene;
  const queue = openImports(world).queue();
  worker = workAt(world, hooks, { asked: [queue] });
  const roles = (await pool.query('select roleid from roles where slug = any($1)', [keys])).rows;
  const key = await organizer.post('/v2/organization/api_keys', {
    name: 'Línea de comandos',
    roleids: roles.map(({ roleid }) => roleid),
    access: 'edit',
    expires_at: new Date(Date.now() + dayMs).toISOString(),
  });
  if (key.status !== 201) throw new Error(JSON.stringify(key.body));
  const { body } = await organizer.post(`/v2/organization/api_keys/${key.body.api_keyid}/issue_secret`);
  const host = await world.app.listen({ host: '127.0.0.1', port: 0 });
  api = await openApi({ host, email: '', password: '', organizationid: null, apiKey: body.result.secret });
}, longer.timeout);
afterAll(async () => {
  await worker.stop();
  await scene.close();
});

const rows = [
  'Corredor;Apellidos;Rama;Nacimiento;Correo;Prueba',
  'Ana;Ríos;F;03/02/1990;ana@example.com;10 km',
  'Beto;Paz;M;04/05/1985;beto@example.com;5 km',
  'Dino;Sol;M;01/01/1991;dino@example.com;21 km',
];
const mapping = {
  version: 1,
  target: 'inscriptions',
  columns: ['first_name', 'last_name', 'gender', 'birth_date', 'email', 'distanceid'].map((field, at) => ({
    column: rows[0]!.split(';')[at]!,
    field,
  })),
};
const bring = (more: Partial<ImportOptions> = {}) =>
  importFile({
    api,
    file: { name: 'inscritos.csv', bytes: new TextEncoder().encode(rows.join('\n')) },
    type: 'inscriptions',
    slug: 'carrera',
    settings: { mapping },
    isRehearsal: false,
    onProgress: () => undefined,
    ...more,
  });

test('a check writes nothing, and names the rows that would be refused', async () => {
  const { job, refused } = await bring({ isRehearsal: true });
  expect(job).toMatchObject({ status: 'validated', totals: { rows: 3, new: 2, refused: 1 } });
  expect(refused).toEqual([{ line: 4, reason: expect.stringMatching(/^distanceid: .*21 km/) }]);
  expect(await count()).toBe(0);
});

test('a file of any layout is imported by a mapping, and what was refused comes back as a file', async () => {
  const { job, refusedFile } = await bring();
  expect(job).toMatchObject({ status: 'done_with_errors', totals: { rows: 3, new: 2, refused: 1 } });
  expect(refusedFile).toContain('Dino');
  expect(refusedFile).not.toContain('Ana');
  expect(await count()).toBe(2);
});

test('the same file again registers nobody twice', async () => {
  const { refused } = await bring();
  expect(refused.map(({ line }) => line)).toEqual([2, 3, 4]);
  expect(await count()).toBe(2);
});

test('the mapping that the server guesses can be kept, and leaves no import', async () => {
  const before = (await scene.pool.query('select count(*)::int as n from import_jobs where deleted_at is null')).rows[0].n;
  const text = 'Nombre,Apellido paterno,Sexo\nAna,Ríos,F\n';
  const kept = await guessedMapping({
    api,
    file: { name: 'otros.csv', bytes: new TextEncoder().encode(text) },
    type: 'inscriptions',
    slug: 'carrera',
  });
  expect(kept).toMatchObject({
    version: 1,
    columns: [{ column: 'Nombre', field: 'first_name' }, { field: 'last_name' }, { field: 'gender' }],
  });
  expect((await scene.pool.query('select count(*)::int as n from import_jobs where deleted_at is null')).rows[0].n).toBe(before);
});

test('an unknown event and a type that the key does not open are refused in words', async () => {
  await expect(bring({ slug: 'otra' })).rejects.toThrow('no event has the slug "otra"');
  await expect(bring({ type: 'affiliates' })).rejects.toMatchObject({ status: 403 });
  await expect(bring({ type: 'nubes' })).rejects.toMatchObject({ status: 400 });
});
