import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { registry } from '@/resources';
import type { AnyResource, MatchKey } from '@/schema';
import { hooks } from '../../../server/hooks';
import { importableOf, type Importable } from '../../../server/features/imports/engine/Importable';
import { importingBy, readJob, type Job } from '../../../server/features/imports/engine/Job';
import { readMatches } from '../../../server/features/imports/engine/matches';
import { performRows } from '../../../server/features/imports/engine/performRows';
import { readScene } from '../../../server/features/imports/engine/scene';
import type { KeptRow } from '../../../server/features/imports/engine/rows';
import { importIn } from '../../../server/kernel/importing';
import { inMemberTransaction } from '../../../server/kernel/memberTransaction';
import type { Transaction } from '../../../server/kernel/transaction';
import { longer } from '../../support/limits';
import { statementsDuring, wholeTablesOf, type Statement } from '../../support/wholeTableReads';
import { openScene, type Scene } from '../registration/support';
import { openImports } from './support';

let scene: Scene;
let site: ReturnType<typeof openImports>;
let chief = { userid: 0, organizationid: 0 };
beforeAll(async () => {
  scene = await openScene();
  site = openImports(scene.world);
  const { rows } = await scene.pool.query<any>(
    `select u.userid, o.organizationid from users u, organizations o where u.asdeporteid = 'jefa' and o.is_platform`,
  );
  chief = { userid: Number(rows[0].userid), organizationid: Number(rows[0].organizationid) };
}, longer.timeout);
afterAll(() => scene.close());

const within = (work: (tx: Transaction) => Promise<unknown>): Promise<readonly Statement[]> =>
  statementsDuring(scene.pool, () =>
    inMemberTransaction({ pool: scene.pool, registry }, { ...chief, locale: 'es', requestId: 'matches' }, work),
  );
const matching = (statements: readonly Statement[], { name }: AnyResource): readonly Statement[] =>
  statements.filter(({ text }) => text.includes('u(at,') && text.includes(`from "${name}" "t"`));

/** Brings a file, and performs all of its rows as one set. */
const performed = async (type: string, text: string, mode: 'update' | 'upsert', match_key: MatchKey) => {
  const importable = importableOf(registry, type) as Importable;
  const { resource, imports } = importable;
  const brought = await site.bring(scene.chief, text, { type, eventid: imports.event ? scene.eventid : null, mode });
  const { import_jobid, mapping } = brought.body;
  const lines = text.split('\n').slice(1);
  let states: readonly string[] = [];
  const statements = await within(async (tx) => {
    const kept = (await tx.asOwner(() => readJob(tx, import_jobid))) as Job;
    const job: Job = { ...kept, mode, match_key, mapping };
    importIn(tx, importingBy(job));
    const importer = hooks.get(resource.name)?.imports ?? {};
    const rows = lines.map((line, at) => ({
      import_rowid: at + 1,
      row_no: at + 1,
      line: at + 2,
      raw: line.split(','),
      corrections: null,
      decision: null,
    })) as unknown as readonly KeptRow[];
    const { scene: own, read } = await readScene({ tx, job, importable, importer, hooks }, rows);
    states = (await performRows(own, read)).map(({ verdict: { action, reasons } }) =>
      [action, ...reasons.map(({ code }) => code)].join(' '),
    );
  });
  return { states, asked: matching(statements, resource) };
};

describe('rows that name their records by a match key', () => {
  test('ask for all records with one statement', async () => {
    const numbers = Array.from({ length: 12 }, (_, at) => 1001 + at);
    const bibs = await performed(
      'bibs',
      ['Número,Chip', ...numbers.map((no) => `${no},CH${no}`), '99,CH99'].join('\n'),
      'update',
      'number',
    );
    expect(bibs.states).toEqual([...numbers.map(() => 'update'), 'error ROW_UNMATCHED']);
    expect(bibs.asked).toHaveLength(1);
    const people = Array.from({ length: 12 }, (_, at) => `Pía,Núm${'abcdefghijkl'[at]},F,1980-01-${10 + at},pia-${at}@example.com`);
    const header = 'Nombre,Apellido,Rama,Nacimiento,Correo';
    const made = await performed('athletes', [header, ...people].join('\n'), 'upsert', 'email+dob');
    expect(made.states).toEqual(people.map(() => 'create'));
    expect(made.asked).toHaveLength(1);
    const again = await performed(
      'athletes',
      [header, ...people.map((each) => each.replace('Pía', 'Pia'))].join('\n'),
      'update',
      'email+dob',
    );
    expect(again.states).toEqual(people.map(() => 'update'));
    expect(again.asked).toHaveLength(1);
  });

  test('see what an earlier row of the file made under the same key', async () => {
    const lines = ['Código,Tipo,Valor', 'IGUAL5,percent,5', 'OTRO5,percent,5', 'igual5,percent,7'];
    const { states, asked } = await performed('coupons', lines.join('\n'), 'upsert', 'code');
    expect(states).toEqual(['create', 'create', 'update']);
    expect(asked).toHaveLength(2);
  });

  test('are refused by themselves where the database refuses the value of one', async () => {
    const lines = ['Número,Comentario', '99999999999,Nadie', '7,Tampoco', ',Sin número'];
    const { states } = await performed('inscriptions', lines.join('\n'), 'update', 'number');
    expect(states).toEqual(['error INVALID', 'error ROW_UNMATCHED', 'error REQUIRED']);
  });
});

const keys = registry.all.flatMap((resource) =>
  Object.keys(resource.imports?.matches ?? {}).map((key) => [resource.name, key as MatchKey, resource] as const),
);
const examples: Readonly<Record<string, unknown>> = { text: 'ABC-1', integer: 7, bigint: 7, date: '1990-01-01' };
test.each(keys)('records of %s are found by %s with an index, however many there are', async (_, match_key, resource) => {
  const importable = importableOf(registry, resource.imports!.type) as Importable;
  const values = Object.fromEntries(Object.entries(resource.all).map(([name, { column }]) => [name, examples[column ?? ''] ?? null]));
  const asked = await within((tx) =>
    readMatches({ tx, importable, job: { match_key } as Job, importer: {}, hooks, people: null }, [values, values]),
  );
  const [own] = matching(asked, resource);
  expect(await wholeTablesOf(scene.pool, own!)).toEqual([]);
});
