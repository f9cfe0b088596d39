import { registry } from '@/resources';
import { createObjectStorages } from '../../../server/adapters/objectStorage/createObjectStorages';
import { downloadsQueue } from '../../../server/features/downloads/downloadsQueue';
import { ownWords } from '../../../server/features/downloads/ownWords';
import { hooks } from '../../../server/hooks';
import type { Worker, WorkerDeps } from '../../../server/jobs/worker';
import { eventually } from '../../support/eventually';
import { openWorld, type Answer, type Person, type World } from './openWorld';
import { workAt } from './worker';
import { add, addPerson } from './world';

/** What a download answered: the status, the headers and the bytes. */
export interface Saved {
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly data: Buffer;
}
/** Rows that are made at once for tests that need many. */
export const addMany = (world: World, eventid: number, distanceid: number, count: number, first = 0): Promise<unknown> =>
  world.pool.query(
    `with people as (insert into web_users (first_name, last_name, email, status, gender, birth_date, marketing_consent)
       select 'Ana', 'Número ' || g, 'many' || $3 || '_' || g || '@atleta.test', 'active', 'F', '1990-01-01', true from generate_series($3::int + 1, $3::int + $4::int) g returning web_userid, last_name)
     insert into inscriptions (eventid, distanceid, web_userid, folio, qr_token, first_name, last_name, gender, status, number, paid_cents, total_cents)
     select $1, $2, web_userid, 'M' || web_userid, 'q' || web_userid, 'Ana', last_name, 'F', 'paid', null, 45000, 45000 from people`,
    [eventid, distanceid, first, count],
  );

/** A world with an event of an organization, the people who take files of it, and processes that make them. */
export const openDownloads = async (poolSize?: number) => {
  const world = await openWorld({}, poolSize);
  const { pool } = world;
  const org = await add.organization(pool, 'Alfa');
  const house = await add.organization(pool, 'Plataforma', { is_platform: true });
  await addPerson(pool, 'olga', [{ org, profile: 'super-admin' }]);
  await addPerson(pool, 'berta', [{ org, profile: 'super-admin' }]);
  await addPerson(pool, 'cata', [{ org, profile: 'organizer' }]);
  await addPerson(pool, 'dora', [{ org, profile: 'web-editor' }]);
  await addPerson(pool, 'nora', [{ org: house, profile: 'super-admin' }]);
  const eventid = await add.event(pool, org, 'uno');
  const distanceid = await add.distance(pool, eventid, '10K');
  const workers: Worker[] = [];
  const storages = createObjectStorages({ objectStorage: undefined }, pool);
  const queue = () => downloadsQueue({ pool, replica: undefined, registry, translate: ownWords, storages });
  const as = (name: string, language = 'es'): Person => world.as(name, name === 'nora' ? house : org, language);
  /** Sends a request by hand and keeps its bytes. */
  const save = async (who: Person, url: string, body?: object, headers: Record<string, string> = {}, language = 'es'): Promise<Saved> => {
    const reply = await world.app.inject({
      method: body ? 'POST' : 'GET',
      url,
      headers: { authorization: who.authorization, 'accept-language': language, ...headers },
      ...(body && { payload: body }),
    });
    return { status: reply.statusCode, headers: reply.headers, data: reply.rawPayload };
  };
  const reportOf = async (id: number): Promise<any> =>
    (await pool.query('select * from report_jobs where report_jobid = $1', [id])).rows[0];
  return {
    world,
    org,
    eventid,
    distanceid,
    storages,
    queue,
    as,
    save,
    reportOf,
    work: (changes: Partial<WorkerDeps> = {}): Worker => {
      const worker = workAt(world, hooks, { asked: [queue()], ...changes });
      workers.push(worker);
      return worker;
    },
    /** Waits until a report is as it is said. */
    until: (id: number, status: string): Promise<any> =>
      eventually(async () => {
        const report = await reportOf(id);
        if (report.status !== status) throw new Error(`${report.status}: ${report.error}`);
        return report;
      }, 30_000),
    /** The bytes of the file of a report, by the address that its person gets. */
    fetchFile: async (who: Person, id: number, headers: Record<string, string> = {}): Promise<Saved & { readonly link: Answer }> => {
      const link = await who.post(`/v2/general/report_jobs/${id}/link`);
      if (link.status !== 200) return { status: link.status, headers: link.headers, data: Buffer.alloc(0), link };
      const reply = await world.app.inject({ method: 'GET', url: link.body.url, headers });
      return { status: reply.statusCode, headers: reply.headers, data: reply.rawPayload, link };
    },
    rest: async (): Promise<void> => {
      await Promise.all(workers.splice(0).map((worker) => worker.stop()));
    },
    close: async (): Promise<void> => {
      await Promise.all(workers.splice(0).map((worker) => worker.stop()));
      await world.close();
    },
  };
};
export type Downloads = Awaited<ReturnType<typeof openDownloads>>;
