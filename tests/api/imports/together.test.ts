import fc from 'fast-check';
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { registry } from '@/resources';
import { hooks } from '../../../server/hooks';
import { importableOf, type Importable } from '../../../server/features/imports/engine/Importable';
import { importingBy, readJob, type Job } from '../../../server/features/imports/engine/Job';
import { performRow } from '../../../server/features/imports/engine/performRow';
import { performRows, type Performed } from '../../../server/features/imports/engine/performRows';
import { readScene, type ReadRow, type Scene as Rows } from '../../../server/features/imports/engine/scene';
import type { KeptRow } from '../../../server/features/imports/engine/rows';
import { importIn } from '../../../server/kernel/importing';
import { inMemberTransaction } from '../../../server/kernel/memberTransaction';
import type { Transaction } from '../../../server/kernel/transaction';
import { forgetUndoing, undoMemory } from '../../../server/kernel/undoing';
import { testServer } from '../../support/database';
import { effort } from '../../support/effort';
import { longer, random } from '../../support/limits';
import { openScene, type Scene } from '../registration/support';
import { openImports } from './support';
import { leftBehind, lastKeys } from './leftBehind';

const columns = {
  Nombre: 'first_name',
  Apellido: 'last_name',
  Rama: 'gender',
  Nacimiento: 'birth_date',
  Correo: 'email',
  CURP: 'curp',
  Distancia: 'distanceid',
  Modelo: 'tshirt_modelid',
  Talla: 'tshirt_size',
  Dorsal: 'number',
  Comentario: 'comment',
  Referencia: 'source_ref',
} as const;
type Field = (typeof columns)[keyof typeof columns];
type Cells = Readonly<Partial<Record<Field, string>>>;

/** Somebody of a file, always with the same data; rows name few people, so that the same come again. */
const person = (who: number): Cells => ({
  first_name: `Persona ${'abcdefghijklmnopqrstuvwxyz'[who % 26]}`,
  last_name: who % 7 === 6 ? 'Gemela' : `Apellido ${'abcdefghijklmnopqrstuvwxyz'[who % 26]}`,
  gender: who % 3 === 0 ? 'M' : 'F',
  birth_date: who % 7 === 6 ? '1990-05-05' : `19${60 + (who % 40)}-03-${String(1 + (who % 27)).padStart(2, '0')}`,
  email: `persona-${who}@example.com`,
});
const wrong: readonly Cells[] = [
  { email: 'no es correo' },
  { gender: 'X' },
  { birth_date: '2025-01-01' },
  { birth_date: 'ayer' },
  { distanceid: '42K' },
  { last_name: '' },
  { email: '', birth_date: '' },
];
const row = fc
  .record({
    who: fc.nat(59),
    distance: fc.constantFrom('10 km', '10 km', '5K'),
    shirt: fc.constantFrom('', '', '', 'M', 'L', 'XL'),
    number: fc.oneof({ weight: 12, arbitrary: fc.constant('') }, { weight: 1, arbitrary: fc.constantFrom('1001', '5003', '77') }),
    comment: fc.oneof({ weight: 12, arbitrary: fc.constant('') }, { weight: 1, arbitrary: fc.constant('Llega tarde') }),
    reference: fc.oneof({ weight: 8, arbitrary: fc.constant('') }, { weight: 1, arbitrary: fc.constantFrom('R-1', 'R-2') }),
    mail: fc.oneof({ weight: 6, arbitrary: fc.constant(true) }, { weight: 1, arbitrary: fc.constant(false) }),
    flaw: fc.oneof({ weight: 12, arbitrary: fc.constant(null) }, { weight: 1, arbitrary: fc.nat(wrong.length - 1) }),
    decision: fc.constantFrom(null, null, 'accept' as const, 'new' as const),
  })
  .map(({ who, distance, shirt, number, comment, reference, mail, flaw, decision }) => ({
    decision,
    cells: {
      ...person(who),
      ...(!mail && { email: '' }),
      distanceid: distance,
      ...(shirt && { tshirt_modelid: 'Oficial', tshirt_size: shirt }),
      number,
      comment,
      source_ref: reference,
      ...(flaw === null ? {} : wrong[flaw]),
    } as Cells,
  }));
const file = fc.record({
  rows: fc.array(row, { minLength: 12, maxLength: 30, size: 'max' }),
  seats: fc.constantFrom(4, 9, 60),
  shirts: fc.constantFrom(1, 3, 40),
  bibs: fc.constantFrom(2, 5, 60),
  mode: fc.constantFrom('add' as const, 'add' as const, 'upsert' as const),
  draws: fc.boolean(),
  charge: fc.constantFrom('none' as const, 'none' as const, 'courtesy' as const),
  type: fc.constantFrom('inscriptions' as const, 'inscriptions' as const, 'inscriptions' as const, 'athletes' as const),
});
type File = typeof file extends fc.Arbitrary<infer F> ? F : never;

let scene: Scene;
let chief = { userid: 0, organizationid: 0 };
const jobs = new Map<string, number>();
beforeAll(async () => {
  scene = await openScene({ capacity: 60, bibs: 60, shirts: 60 });
  const { pool, eventid } = scene;
  const { rows } = await pool.query<any>(
    `select u.userid, o.organizationid from users u, organizations o where u.asdeporteid = 'jefa' and o.is_platform`,
  );
  chief = { userid: Number(rows[0].userid), organizationid: Number(rows[0].organizationid) };
  const site = openImports(scene.world);
  for (const type of ['inscriptions', 'athletes']) {
    const brought = await site.bring(
      scene.chief,
      `${Object.keys(columns).join()}\n${Object.keys(columns)
        .map(() => 'x')
        .join()}`,
      {
        type,
        ...(type === 'inscriptions' && { eventid }),
      },
    );
    jobs.set(type, brought.body.import_jobid);
  }
  for (const who of [1, 4, 13, 20, 33, 41])
    await pool.query(
      `insert into web_users (asdeporteid, first_name, last_name, gender, birth_date, email, status) values ($1, $2, $3, $4, $5, $6, $7)`,
      [
        `known-${who}`,
        person(who).first_name,
        person(who).last_name,
        person(who).gender,
        person(who).birth_date,
        person(who).email,
        who === 41 ? 'blocked' : 'active',
      ],
    );
}, longer.timeout);
afterAll(() => scene.close());

/** Makes seats, shirts and bibs as scarce as a file wants them, and numbers as its event gives them. */
const makeScarce = (tx: Transaction, { seats, shirts, bibs, draws }: File): Promise<void> =>
  tx.asOwner(async () => {
    const run = (text: string, values: readonly unknown[]) => tx.client.query(text, [...values]);
    await run('update distances set capacity = $2 where eventid = $1', [scene.eventid, seats]);
    await run(`update events set numbering_mode = $2 where eventid = $1`, [scene.eventid, draws ? 'automatic' : 'manual']);
    await run(`update bibs set state = 'lost' where eventid = $1 and number % 1000 > $2`, [scene.eventid, bibs]);
    await run(
      `insert into tshirt_movements (tshirt_stockid, type, qty, received_change) select tshirt_stockid, 'receive', 60 - $2::int, $2::int - 60 from tshirt_stock where tshirt_modelid = $1 and $2::int < 60`,
      [scene.shirt, shirts],
    );
  });

const keptRows = (job: Job, { rows, type }: File): readonly KeptRow[] =>
  rows.map(({ cells, decision }, at) => ({
    import_rowid: at + 1,
    row_no: at + 1,
    line: at + 2,
    raw: Object.values(columns).map((field) => (type === 'athletes' && field === 'source_ref' ? '' : (cells[field] ?? ''))),
    corrections: null,
    action: 'create',
    reasons: null,
    changes: null,
    person: null,
    decision,
    web_userid: null,
    inscriptionid: null,
    recordid: null,
    record_version: null,
    fate: null,
  })) as readonly KeptRow[];

type Way = (rows: Rows, read: readonly ReadRow[]) => Promise<readonly Performed[]>;
const oneByOne: Way = async (rows, read) => {
  const done: Performed[] = [];
  for (const each of read) done.push({ read: each, verdict: await performRow(rows, each) });
  return done;
};

/** Writes a file one by one and in sets, each from where the other began; answers what each came to and left behind, and how many statements it took. */
const bothWays = (given: File) =>
  inMemberTransaction({ pool: scene.pool, registry }, { ...chief, locale: 'es', requestId: 'both' }, async (tx) => {
    const importable = importableOf(registry, given.type) as Importable;
    const kept = (await tx.asOwner(() => readJob(tx, jobs.get(given.type) ?? 0))) as Job;
    const fields = Object.entries(columns).filter(([, field]) => importable.target.fields.some(({ name }) => name === field));
    const job: Job = {
      ...kept,
      mode: given.mode,
      match_key: given.mode === 'upsert' ? 'email+dob' : null,
      charge: given.charge,
      assign_numbers: given.draws,
      mapping: {
        version: 1,
        target: importable.target.name,
        reading: {},
        columns: Object.keys(columns).map((column) => ({ column, field: fields.find(([name]) => name === column)?.[1] ?? null })),
        fixed: {},
      },
    };
    await tx.client.query('savepoint scene');
    await makeScarce(tx, given);
    const client = tx.client as pg.ClientBase;
    const come = async (way: Way) => {
      forgetUndoing(tx);
      await client.query('savepoint ways');
      importIn(tx, importingBy(job));
      const last = await tx.asOwner(() => lastKeys(client));
      const importer = hooks.get(importable.resource.name)?.imports ?? {};
      const { scene: rows, read } = await readScene({ tx, job, importable, importer, hooks }, keptRows(job, given));
      const performed = await way(rows, read);
      const left = await tx.asOwner(() => leftBehind(client, scene.eventid, last));
      const said = performed.map(({ read: { kept: each }, verdict }) => ({
        row: each.row_no,
        ...verdict,
        recordid: left.nameOf(importable.resource.name, verdict.recordid),
        web_userid: left.nameOf('web_users', verdict.web_userid),
      }));
      await client.query('rollback to savepoint ways; release savepoint ways');
      undoMemory(tx);
      return { said, left: left.tables };
    };
    const slow = await come(oneByOne),
      fast = await come(performRows);
    await client.query('rollback to savepoint scene; release savepoint scene');
    return [slow, fast] as const;
  });

describe('rows of a file in sets, and one after the other', () => {
  test('come to the same, whatever the file says and however little there is', random, async () => {
    const met = new Map<string, number>();
    await fc.assert(
      fc.asyncProperty(file, async (given) => {
        const [slow, fast] = await bothWays(given);
        expect(fast.said).toEqual(slow.said);
        expect(fast.left).toEqual(slow.left);
        for (const { action, reasons } of slow.said)
          for (const code of [action, ...reasons.map((each) => each.code)]) met.set(code, (met.get(code) ?? 0) + 1);
      }),
      { numRuns: testServer() ? effort(12, 200) : effort(2, 20), endOnFailure: true },
    );
    const common = ['create', 'error', 'skip', 'ALREADY_REGISTERED', 'SOLD_OUT', 'NO_SIZE_LEFT', 'ATHLETE_PROPOSED'];
    if (testServer()) expect([...met.keys()]).toEqual(expect.arrayContaining(common));
  });
});
