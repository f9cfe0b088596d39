import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openScene, type Scene } from '../registration/support';
import { add } from '../support/world';
import { imports, jobs, openImports } from './support';
import { longer } from '../../support/limits';

let scene: Scene;
let site: ReturnType<typeof openImports>;
beforeAll(async () => {
  scene = await openScene({ capacity: 4 });
  site = openImports(scene.world);
}, longer.timeout);
afterAll(() => scene.close());

const header = 'Nombre,Apellido,Rama,Nacimiento,Correo,CURP,Distancia';
const file = (...lines: readonly string[]): string => [header, ...lines].join('\n');
const bring = async (person = scene.chief, text: string, more: object = {}): Promise<number> => {
  const { status, body } = await site.bring(person, text, { type: 'inscriptions', eventid: scene.eventid, ...more });
  if (status !== 201) throw new Error(JSON.stringify(body));
  return body.import_jobid;
};
const sql = async (text: string, values: readonly unknown[] = []): Promise<readonly any[]> =>
  (await scene.pool.query(text, values as unknown[])).rows;
const codes = (row: any): readonly string[] => row.reasons.map(({ path, code }: any) => `${path} ${code}`);

describe('athletes', () => {
  test('are found by CURP, by e-mail and birth date, and only proposed by name and birth date', async () => {
    const known = await add.athlete(scene.pool, 'Berta', {
      last_name: 'Sol',
      birth_date: '1990-05-06',
      email: 'berta@example.com',
      curp: 'SOXB900506MDFLXR09',
    });
    const id = await bring(
      scene.chief,
      file(
        'Berta,Sol,F,1990-05-06,otra@example.com,SOXB900506MDFLXR09,10K',
        'Berta,Sol,F,1990-05-06,berta@example.com,,5K',
        'Berta,Sol,F,1990-05-06,nueva@example.com,,10K',
        'Berta,Sol,F,1991-05-06,berta@example.com,,10K',
      ),
    );
    await site.finish(scene.chief, id, 'rehearse');
    const rows = await site.rows(scene.chief, id);
    expect(rows.map(({ state, person }) => [state, person])).toEqual([
      ['new', 'found'],
      ['new', 'found'],
      ['refused', 'proposed'],
      ['refused', null],
    ]);
    expect(codes(rows[2])).toEqual(['name ATHLETE_PROPOSED']);
    expect(codes(rows[3])).toEqual(['birth_date ATHLETE_CONTRADICTS']);
    const accepted = await scene.chief.patch(`${imports}/${id}/rows/3`, { decision: 'accept' });
    expect(accepted.body.row).toMatchObject({ state: 'refused', decision: 'accept' }); // the same athlete, who is registered by the first row
    expect(codes(accepted.body.row)).toEqual([' ALREADY_REGISTERED']);
    const another = await scene.chief.patch(`${imports}/${id}/rows/3`, { decision: 'new' });
    expect(another.body.row).toMatchObject({ state: 'new', person: 'new', decision: 'new' });
    await site.finish(scene.chief, id, 'run');
    const made = await sql('select web_userid from inscriptions where import_jobid = $1 order by inscriptionid', [id]);
    expect(made.map(({ web_userid }) => Number(web_userid) === known)).toEqual([true, true, false]);
    await site.finish(scene.chief, id, 'undo');
  });
});

describe('what there is of something', () => {
  test('is used as at the counter: the last seat goes once, also across portions', async () => {
    const lines = Array.from({ length: 7 }, (_, at) => `Atleta,Núm${'abcdefg'[at]},F,1990-01-0${at + 1},seat${at}@example.com,,10K`);
    const id = await bring(scene.chief, file(...lines));
    const small = { polite: { batchMs: 0, portionMs: 0 }, alone: { batchMs: 0, portionMs: 0 } }; // one row a portion
    await site.act(scene.chief, id, 'rehearse');
    const checked = await site.work(scene.chief, id, { manners: small });
    expect(checked.totals).toMatchObject({ new: 4, refused: 3 });
    const rows = await site.rows(scene.chief, id, '&state=refused');
    expect(rows.map(codes)).toEqual(Array.from({ length: 3 }, () => ['distanceid SOLD_OUT']));
    await site.act(scene.chief, id, 'run');
    const done = await site.work(scene.chief, id, { manners: small });
    expect(done.totals).toMatchObject({ new: 4, refused: 3 });
    expect((await sql('select sold_count + held_count as taken from distances where distanceid = $1', [scene.ten]))[0].taken).toBe(4);
    const undone = await site.finish(scene.chief, id, 'undo');
    expect(undone.totals).toMatchObject({ undone: 4, stayed: 0 });
    expect((await sql('select sold_count + held_count as taken from distances where distanceid = $1', [scene.ten]))[0].taken).toBe(0);
  });
});

describe('corrections', () => {
  test('in place are kept and checked at once, and a corrected file replaces rows', async () => {
    const id = await bring(scene.chief, file('Cora,Mal,F,ayer,cora@example.com,,5K', 'Dora,Mal,F,1990-01-01,no,,5K'));
    await site.finish(scene.chief, id, 'rehearse');
    const corrected = await scene.chief.patch(`${imports}/${id}/rows/1`, { values: { birth_date: '1990-02-03' } });
    expect(corrected.body).toMatchObject({ row: { state: 'new' }, totals: { new: 1, refused: 1 } });
    expect(corrected.body.row.cells.find(({ field }: any) => field === 'birth_date')).toMatchObject({
      text: '1990-02-03',
      corrected: true,
    });
    const refused = await scene.chief.get(`${imports}/${id}/refused.csv`);
    expect(refused.headers['content-type']).toContain('text/csv');
    const lines = String(refused.body).trim().split('\r\n');
    expect(lines).toHaveLength(2);
    expect(lines[1]).toMatch(/^2,.*Dora,Mal/);
    const answer = await site.correct(scene.chief, id, String(refused.body).replace(',no,', ',dora@example.com,'));
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    const again = await site.work(scene.chief, id);
    expect(again).toMatchObject({ status: 'validated', totals: { new: 2, refused: 0 } });
    const without = await site.correct(scene.chief, id, 'Nombre\nCora');
    expect(without.body.errors).toMatchObject([{ path: 'file', code: 'IMPORT_CORRECTION_ROWS' }]);
    await site.finish(scene.chief, id, 'run');
    expect(
      await sql('select first_name, birth_date::text as born from inscriptions where import_jobid = $1 order by inscriptionid', [id]),
    ).toEqual([
      { first_name: 'Cora', born: '1990-02-03' },
      { first_name: 'Dora', born: '1990-01-01' },
    ]);
    await site.finish(scene.chief, id, 'undo');
  });
});

describe('undoing', () => {
  test('leaves what somebody changed since, names it, and lists letters that left', async () => {
    const id = await bring(scene.chief, file('Elsa,Uno,F,1990-01-01,elsa@example.com,,5K', 'Fany,Dos,F,1990-01-01,fany@example.com,,5K'));
    await site.finish(scene.chief, id, 'rehearse');
    await site.finish(scene.chief, id, 'run');
    const [elsa, fany] = await sql('select inscriptionid, version from inscriptions where import_jobid = $1 order by inscriptionid', [id]);
    await scene.chief.post(`/v2/inscription/inscriptions/${elsa.inscriptionid}/update_comment`, { input: { comment: 'Llega tarde' } });
    await sql(
      "insert into inscription_letters (inscriptionid, eventid, kind, email, status, sent_at) values ($1, $2, 'proof', 'fany@example.com', 'sent', now())",
      [fany.inscriptionid, scene.eventid],
    );
    const undone = await site.finish(scene.chief, id, 'undo');
    expect(undone.totals).toMatchObject({ undone: 1, stayed: 1 });
    const report = (await scene.chief.get(`${imports}/${id}/report`)).body;
    expect(report.stayed).toMatchObject([{ row_no: 1, recordid: Number(elsa.inscriptionid), reasons: [{ code: 'ROW_CHANGED_SINCE' }] }]);
    expect(report.letters).toMatchObject([{ recordid: Number(fany.inscriptionid), kind: 'proof' }]);
    expect(await sql('select inscriptionid from inscriptions where import_jobid = $1 and deleted_at is null', [id])).toEqual([
      { inscriptionid: elsa.inscriptionid },
    ]);
    expect((await site.act(scene.chief, id, 'undo')).status).toBe(409);
  });
  test('gives back what a changed record had, and ends after 72 hours', async () => {
    const first = await bring(scene.chief, file('Gina,Uno,F,1990-01-01,gina@example.com,,5K'));
    await site.finish(scene.chief, first, 'rehearse');
    await site.finish(scene.chief, first, 'run');
    const id = await bring(scene.chief, 'Correo,Nacimiento,Ciudad,Club\ngina@example.com,1990-01-01,Monterrey,Los Lobos');
    const changed = await site.change(scene.chief, id, { mode: 'update', match_key: 'email+dob' });
    expect(changed.status, JSON.stringify(changed.body)).toBe(200);
    await site.finish(scene.chief, id, 'rehearse');
    const [row] = await site.rows(scene.chief, id);
    expect(row).toMatchObject({
      state: 'changed',
      changes: [
        { field: 'city', before: null, after: 'Monterrey' },
        { field: 'club', before: null, after: 'Los Lobos' },
      ],
    });
    await site.finish(scene.chief, id, 'run');
    const city = async () => (await sql('select city, club from inscriptions where import_jobid = $1', [first]))[0];
    expect(await city()).toEqual({ city: 'Monterrey', club: 'Los Lobos' });
    await site.finish(scene.chief, id, 'undo');
    expect(await city()).toEqual({ city: null, club: null });
    await sql("update import_jobs set rollback_until = now() - interval '1 second' where import_jobid = $1", [first]);
    expect((await site.act(scene.chief, first, 'undo')).body).toMatchObject({ code: 'IMPORT_UNDO_LATE' });
  });
});

describe('people who read no contact data', () => {
  test('bring that of new people, and read none of it afterwards', async () => {
    const { organizer } = scene;
    await add.athlete(scene.pool, 'Hilda', { last_name: 'Mar', birth_date: '1990-07-08', email: 'hilda@example.com' });
    const id = await bring(
      organizer,
      file('Hilda,Mar,F,1990-07-08,hilda@example.com,,5K', 'Inés,Río,F,1990-01-01,ines@example.com,,5K', 'Juno,Pez,F,1990-01-01,malo,,5K'),
    );
    const described = (await organizer.get(`${imports}/${id}`)).body;
    expect(described.columns.find(({ name }: any) => name === 'Correo')).toMatchObject({ field: 'email', samples: null, values: null });
    await site.finish(organizer, id, 'rehearse');
    const answer = await organizer.get(`${imports}/${id}/rows`);
    expect(JSON.stringify(answer.body)).not.toMatch(/example\.com|malo/);
    expect(answer.body.items.map(({ state, person }: any) => [state, person])).toEqual([
      ['new', 'found'],
      ['new', 'new'],
      ['refused', null],
    ]);
    expect(String((await organizer.get(`${imports}/${id}/refused.csv`)).body)).not.toContain('malo');
    const list = await organizer.query(
      'inscription',
      '{ import_rows(perpage: 50) { items { row_no raw corrections reasons changes web_userid } } import_jobs { items { columns file } } }',
    );
    expect(JSON.stringify(list.body)).not.toMatch(/example\.com|malo/);
    await site.finish(organizer, id, 'run');
    expect(await sql('select email from inscriptions where import_jobid = $1 order by inscriptionid', [id])).toEqual([
      { email: 'hilda@example.com' },
      { email: 'ines@example.com' },
    ]);
    const refused = await site.bring(organizer, 'Folio,Correo\nABCD2345,otro@example.com', {
      type: 'inscriptions',
      eventid: scene.eventid,
      mode: 'update',
    });
    const mapping = {
      ...refused.body.mapping,
      columns: [
        { column: 'Folio', field: 'folio' },
        { column: 'Correo', field: 'email' },
      ],
    };
    const closed = await site.change(organizer, refused.body.import_jobid, { mapping, match_key: 'folio' });
    expect(closed.status).toBe(403);
    expect(closed.body).toMatchObject({ code: 'MAPPING_FIELD_CLOSED', errors: [{ path: 'mapping.email' }] });
    await site.finish(organizer, id, 'undo');
  });
});

describe('portions that are lost at their end', () => {
  test(
    'are done again: every row is kept, written and taken back once',
    async () => {
      const text = ['Código,Tipo,Valor', ...Array.from({ length: 30 }, (_, at) => `LOST-${at},percent,10`)].join('\n');
      const brought = await site.bring(scene.chief, text, { type: 'coupons', eventid: scene.eventid });
      const id = brought.body.import_jobid;
      const queue = site.queue();
      let portions = 0;
      const lossy = {
        ...queue,
        portion: async (portion: Parameters<typeof queue.portion>[0]) => {
          const step = await queue.portion(portion);
          portions += 1;
          if (portions % 3 === 2) throw new Error('the power went off');
          return step;
        },
      };
      const few = { polite: { batchMs: 0, portionMs: 0 }, alone: { batchMs: 0, portionMs: 0 } };
      for (const [action, status] of [
        ['rehearse', 'validated'],
        ['run', 'done'],
        ['undo', 'rolled_back'],
      ] as const) {
        await site.act(scene.chief, id, action);
        const now = await site.work(scene.chief, id, {
          asked: [lossy],
          manners: action === 'run' ? few : { ...few, alone: { batchMs: 5, portionMs: 5 } },
        });
        expect(now.status, JSON.stringify(now.reason)).toBe(status);
        if (action === 'run')
          expect(
            (
              await sql(
                "select count(*)::int as n, count(distinct code)::int as codes from coupons where code like 'LOST-%' and deleted_at is null",
              )
            )[0],
          ).toEqual({ n: 30, codes: 30 });
      }
      expect(portions).toBeGreaterThan(10);
      expect((await sql('select count(*)::int as n from import_rows where import_jobid = $1', [id]))[0].n).toBe(30);
      expect(
        (
          await sql(
            "select count(*)::int as n from audits where resource = 'coupons' and verb = 'create' and after ->> 'code' like 'LOST-%'",
          )
        )[0].n,
      ).toBe(30);
      expect((await sql("select count(*)::int as n from coupons where code like 'LOST-%' and deleted_at is null"))[0].n).toBe(0);
    },
    3 * longer.timeout,
  );
});

describe('an import', () => {
  test('waits for a mapping, a check and its event, and is dropped before it begins', async () => {
    const lost = await site.bring(scene.chief, 'x,y\n1,2', { type: 'inscriptions', eventid: null });
    expect(lost.body.errors).toMatchObject([{ path: 'eventid', code: 'IMPORT_NEEDS_EVENT' }]);
    const foreign = await site.bring(scene.organizer, 'x,y\n1,2', { type: 'inscriptions', eventid: 999_999 });
    expect(foreign.body.errors).toMatchObject([{ path: 'eventid', code: 'INVALID_REFERENCE' }]);
    const id = await bring(scene.chief, 'qqq,zzz\n1,2');
    expect((await site.act(scene.chief, id, 'rehearse')).body).toMatchObject({ code: 'IMPORT_NEEDS_MAPPING' });
    expect((await site.act(scene.chief, id, 'run')).status).toBe(409);
    const { version } = (await scene.chief.get(`${imports}/${id}`)).body;
    expect((await scene.chief.remove(`${jobs}/${id}`, { version })).status).toBe(200);
    expect((await scene.chief.get(`${imports}/${id}`)).status).toBe(404);
  });
  test('ends with the reason when the key is taken away, and goes on when it is given back', async () => {
    const { organizer } = scene;
    const id = await bring(organizer, file('Lena,Uno,F,1990-01-01,lena@example.com,,5K'));
    await site.finish(organizer, id, 'rehearse');
    await site.act(organizer, id, 'run');
    const keys =
      "membershipid = (select membershipid from memberships where name = 'orga Prueba') and roleid = (select roleid from roles where slug = 'event-import-inscriptions')";
    await sql(`update membership_roles set access = 'view' where ${keys}`);
    const ended = await site.work(scene.chief, id);
    expect(ended).toMatchObject({ status: 'failed', reason: { code: 'FORBIDDEN' } });
    await sql(`update membership_roles set access = 'edit' where ${keys}`);
    const done = await site.finish(organizer, id, 'run');
    expect(done).toMatchObject({ status: 'done', totals: { new: 1 } });
    await site.finish(organizer, id, 'undo');
  });
  test('keeps its columns as a template for the next file with the same header', async () => {
    const text = 'Sobrenombre,Apodo\nMia,Luz';
    const id = await bring(scene.chief, text);
    const { mapping } = (await scene.chief.get(`${imports}/${id}`)).body;
    await site.change(scene.chief, id, {
      mapping: {
        ...mapping,
        columns: [
          { column: 'Sobrenombre', field: 'first_name' },
          { column: 'Apodo', field: 'last_name' },
        ],
      },
    });
    const kept = await site.act(scene.chief, id, 'keep_template', { name: 'De apodos' });
    expect(kept.status, JSON.stringify(kept.body)).toBe(200);
    expect((await site.act(scene.chief, id, 'keep_template', { name: 'De apodos' })).status).toBe(409);
    const next = await site.bring(scene.chief, 'Apodo,Sobrenombre\nMar,Ana', { type: 'inscriptions', eventid: scene.eventid });
    expect(next.body).toMatchObject({
      template_name: 'De apodos',
      columns: [
        { name: 'Apodo', field: 'last_name' },
        { name: 'Sobrenombre', field: 'first_name' },
      ],
    });
  });
});
