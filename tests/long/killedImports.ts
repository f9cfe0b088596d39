/** kill -9 in the middle of imports and of taking them back, on each engine: every row is written once and gone once, and every import ends. `KILLS=5` asks for fewer, `ENGINES=embedded` for one. */
import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { seed } from '../support/effort';
import { startServer } from '../support/startServer';
import { places } from './support/places';
import { bearerOf, prepare, say, usual } from './support/writers';

const kills = Number(process.env['KILLS'] ?? 50),
  engines = (process.env['ENGINES'] ?? 'embedded,postgres').split(',');
const records = 300,
  mostMs = 2500,
  lookMs = 100,
  patienceMs = 180_000;

/** A moment between 0 and 1 for each turn, the same for the same seed. */
const moment = (turn: number): number => createHash('sha256').update(`${seed} imports ${turn}`).digest().readUInt32BE() / 2 ** 32;

interface Import {
  readonly import_jobid: number;
  readonly status: string;
  readonly progress: { readonly done: number };
}
const file = (round: number): string =>
  ['Código,Tipo,Valor', ...Array.from({ length: records }, (_, at) => `KILL-${round}-${at},percent,10`)].join('\n');

const killOn = async (engine: string): Promise<boolean> => {
  const place = await places[engine]!();
  try {
    const first = await place.open();
    const org = await prepare(first);
    await first.close();
    let server = await startServer({ ...usual, ...place.env });
    const answerOf = async (answer: Response, path: string): Promise<any> => {
      if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
      return answer.json();
    };
    const ask = async (method: 'GET' | 'POST', path: string, body?: object): Promise<Import> =>
      answerOf(
        await fetch(`${server.url}/v2/inscription/${path}`, {
          method,
          headers: { authorization: await bearerOf(org), ...(body && { 'content-type': 'application/json' }) },
          ...(body && { body: JSON.stringify(body) }),
        }),
        path,
      );
    const bring = async (round: number): Promise<Import> => {
      const form = new FormData();
      form.append('data', JSON.stringify({ type: 'coupons' }));
      form.append('file', new Blob([file(round)]), 'cupones.csv');
      return answerOf(
        await fetch(`${server.url}/v2/inscription/imports`, {
          method: 'POST',
          headers: { authorization: await bearerOf(org) },
          body: form,
        }),
        'imports',
      );
    };
    let killed = 0,
      rounds = 0,
      inTheMiddle = 0;
    /** Lets an import go on until it waits for a person, with kills on the way. */
    const settle = async (id: number): Promise<Import> => {
      let end = Date.now() + patienceMs; // without a kill
      for (;;) {
        const now = await ask('GET', `imports/${id}`);
        if (now.progress.done > 0 && now.progress.done < records) inTheMiddle += 1;
        if (now.status !== 'validating' && now.status !== 'running') return now;
        if (Date.now() > end) throw new Error(`the import stays ${now.status} at ${now.progress.done} of ${records}`);
        await pause(killed < kills ? moment(killed) * mostMs : lookMs);
        if (killed >= kills) continue;
        await server.stop('SIGKILL');
        killed += 1;
        server = await startServer({ ...usual, ...place.env });
        end = Date.now() + patienceMs;
      }
    };
    const act = async (id: number, action: string, wanted: string): Promise<void> => {
      await ask('POST', `import_jobs/${id}/${action}`, {});
      const { status } = await settle(id);
      if (status !== wanted) throw new Error(`${action} ended as ${status}`);
    };
    const isEnough = (): boolean => killed >= kills;
    while (!isEnough()) {
      const { import_jobid: id } = await bring(rounds);
      await act(id, 'rehearse', 'validated');
      await act(id, 'run', 'done');
      if (rounds % 2 === 1) await act(id, 'undo', 'rolled_back');
      rounds += 1;
    }
    await server.stop();
    const after = await place.open();
    const {
      rows: [found],
    } = await after.pool.query(
      `select count(*) filter (where deleted_at is null)::int as alive, count(*)::int as made, count(distinct code)::int as codes,
              (select count(*)::int from audits where resource = 'coupons' and verb = 'create') as audits,
              (select count(*)::int from import_rows) as kept, (select count(*)::int from jobs where queue = 'imports' and status <> 'done') as open from coupons`,
    );
    await after.close();
    const undone = Math.floor(rounds / 2);
    const isGood =
      found.made === rounds * records &&
      found.codes === found.made &&
      found.alive === (rounds - undone) * records &&
      found.audits === found.made &&
      found.kept === rounds * records &&
      found.open === 0;
    say(
      `${isGood ? 'good' : 'NOT GOOD'}: ${killed} x kill -9 during ${rounds} imports of ${records} coupons and ${undone} ways back, ${engine}: seen in the middle ${inTheMiddle} times; ${found.made} made, ${found.alive} alive, ${found.audits} lines of history, ${found.kept} rows kept, ${found.open} jobs open`,
    );
    return isGood;
  } finally {
    await place.remove();
  }
};

let isGood = true;
for (const engine of engines) isGood = (await killOn(engine)) && isGood;
process.exit(isGood ? 0 : 1);
