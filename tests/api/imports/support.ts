import { vi } from 'vitest';
import { registry } from '@/resources';
import { hooks } from '../../../server/hooks';
import { createObjectStorages } from '../../../server/adapters/objectStorage/createObjectStorages';
import { readConfig } from '../../../server/config';
import { importsQueue } from '../../../server/features/imports/engine/importsQueue';
import { eventually } from '../../support/eventually';
import type { Worker, WorkerDeps } from '../../../server/jobs/worker';
import type { Answer, Person, World } from '../support/openWorld';
import { workAt } from '../support/worker';
import { formOf } from '../support/formOf';

/** A job may need many portions on a busy machine. */
const patienceMs = Number(process.env['IMPORT_PATIENCE_MS'] ?? 60_000);
export const imports = '/v2/inscription/imports',
  jobs = '/v2/inscription/import_jobs';

/** Works with imports in a world. */
export const openImports = (world: World) => {
  vi.setConfig({ testTimeout: patienceMs });
  const config = readConfig({ LOG_LEVEL: 'silent', AUTH_SECRET: 'a secret of tests that is long enough', NODE_ENV: 'test' });
  const storages = createObjectStorages(config, world.pool);
  const queue = () => importsQueue({ pool: world.pool, registry, hooks, storages });
  const sendForm = async (person: Person, url: string, file: string | Buffer, name: string, data?: unknown): Promise<Answer> => {
    const reply = await world.app.inject({
      method: 'POST',
      url,
      headers: { authorization: person.authorization },
      payload: formOf(...(data === undefined ? [] : [{ name: 'data', data: JSON.stringify(data) }]), {
        name: 'file',
        data: file,
        file: name,
      }),
    });
    return { status: reply.statusCode, headers: reply.headers, body: reply.json() };
  };
  /** Brings a file. */
  const bring = (person: Person, file: string | Buffer, data: unknown, name = 'inscritos.csv') =>
    sendForm(person, imports, file, name, data);
  const correct = (person: Person, id: number, file: string | Buffer) =>
    sendForm(person, `${imports}/${id}/correction`, file, 'correction.csv');
  const read = async (person: Person, id: number) => (await person.get(`${imports}/${id}`)).body;
  const rows = async (person: Person, id: number, query = ''): Promise<readonly any[]> => {
    const answer = await person.get(`${imports}/${id}/rows?perpage=200${query}`);
    if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
    return answer.body.items;
  };
  /** Changes how a file is read. */
  const change = async (person: Person, id: number, values: object) =>
    person.patch(`${jobs}/${id}`, { ...values, version: (await read(person, id)).version });
  const act = (person: Person, id: number, action: string, input?: unknown) =>
    person.post(`${jobs}/${id}/${action}`, input === undefined ? {} : { input });
  const errors: unknown[] = [];
  /** Works until an import waits for a person. */
  const work = async (person: Person, id: number, changes: Partial<WorkerDeps> = {}) => {
    const worker: Worker = workAt(world, hooks, {
      asked: [queue()],
      onError: (_queue, error) => {
        errors.push(error);
        void world.pool.query("update jobs set next_at = now() where status = 'waiting'").then(() => worker.wake()); // no test waits for the pause after a failure
      },
      ...changes,
    });
    try {
      return await eventually(async () => {
        const now = await read(person, id);
        if (now.status === 'validating' || now.status === 'running')
          throw new Error(`${now.status} ${now.task} ${now.progress.done} ${String(errors.at(-1) ?? '')}`);
        return now;
      }, patienceMs);
    } finally {
      await worker.stop();
    }
  };
  /** Does something with an import that its worker ends. */
  const finish = async (person: Person, id: number, action: string, input?: unknown) => {
    const answer = await act(person, id, action, input);
    if (answer.status !== 200) throw new Error(`${action}: ${JSON.stringify(answer.body)}`);
    return work(person, id);
  };
  return { bring, correct, read, rows, change, act, work, finish, queue, errors };
};
