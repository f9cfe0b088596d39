import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { longer } from '../../support/limits';
import { openResults, type Results } from './support';

let site: Results;
beforeAll(async () => {
  site = await openResults();
  for (const name of ['ana', 'bea', 'cora', 'dora']) await site.scene.signUp(name);
  await site.query(
    `update inscriptions set status = 'assign_number', number = 1000 + n, chip_code = 'CH' || n, name_no = null from (select inscriptionid as id, row_number() over (order by inscriptionid) as n from inscriptions) x where inscriptionid = id`.replace(
      ', name_no = null',
      '',
    ),
  );
}, longer.timeout);
afterAll(() => site.close());

const header = 'Dorsal,Nombre,Sexo,Categoría,Tiempo oficial,Natación,Carrera,Lugar,Estado,Distancia,Chip,Nacimiento';
const line = (...cells: readonly string[]): string => cells.join(',');
const first = [
  header,
  line('1001', 'Ana García', 'F', 'Libre', '0:40:00', '0:10:00', '0:30:00', '1', '', '10K', '', ''),
  line('1002', 'Bea García', 'F', 'Libre', '0:41:00', '0:11:00', '0:30:00', '2', '', '10K', '', ''),
  line('', 'Eva Solís', 'F', 'Libre', '0:42:00', '0:12:00', '0:30:00', '4', '', '10K', '', ''),
  line('', 'Eva Solís', 'F', 'Libre', '0:43:00', '0:50:00', '0:30:00', '4', '', '10K', '', ''),
  line('7', 'Nadie Sabe', 'M', 'Libre', '0:44:00', '', '', '5', '', '10K', '', ''),
  line('1002', 'Otra Vez', 'F', 'Libre', '0:45:00', '', '', '6', '', '10K', '', ''),
  line('9', 'Gil Ruiz', 'M', 'Libre', 'DNF', '', '', '0', '', '10K', 'CH3', ''),
].join('\n');

describe('a file of results', () => {
  test('becomes a draft with splits, places of ours, matches by number and chip, results without a bib, and what is wrong named', async () => {
    const { checked, rows, done } = await site.load(first);
    expect(checked.totals, JSON.stringify(rows.map(({ reasons }: any) => reasons))).toMatchObject({ rows: 7, new: 6, refused: 1 });
    expect(rows[5].reasons[0]).toMatchObject({ code: 'ROW_TWICE', message: expect.stringContaining('2') });
    expect(done.status).toBe('done_with_errors');
    const all = await site.read();
    expect(
      all.map(({ name, place_overall, place_gender, matched_by, status, check }) => [
        name,
        place_overall,
        place_gender,
        matched_by,
        status,
        check,
      ]),
    ).toEqual([
      ['Ana García', 1, 1, 'number', 'finished', null],
      ['Bea García', 2, 2, 'number', 'finished', null],
      ['Eva Solís', 3, 3, 'none', 'finished', 'open'],
      ['Eva Solís', 4, 4, 'none', 'finished', 'open'],
      ['Nadie Sabe', 5, 1, 'none', 'finished', null],
      ['Gil Ruiz', null, null, 'chip', 'DNF', 'open'],
    ]);
    expect(all[0].splits).toEqual([
      { point: 'Natación', time_ms: 600_000 },
      { point: 'Carrera', time_ms: 1_800_000 },
    ]);
    expect(all[2].problems).toEqual(['double_name', 'place_differs']);
    expect(all[3].problems).toEqual(['splits_impossible', 'double_name']);
    expect(await site.setOf()).toMatchObject({
      status: 'draft',
      source: 'file',
      results_count: 6,
      unmatched_count: 3,
      problems_count: 3,
      stage: null,
    });
  });

  test('changes nothing when it is loaded again, and a longer one only what is new in it', async () => {
    const before = await site.read();
    const { checked } = await site.load(first);
    expect(checked.totals).toMatchObject({ new: 0, changed: 0, same: 6, refused: 1 });
    expect(await site.read()).toEqual(before);
    const longerFile = `${first.replace('0:41:00', '0:39:30')}\n${line('1004', 'Dora García', 'F', 'Libre', '0:50:00', '', '', '', '', '10K', '', '')}`;
    const { checked: second } = await site.load(longerFile);
    expect(second.totals).toMatchObject({ new: 1, changed: 1, same: 5, refused: 1 });
    expect((await site.read()).map(({ name, place_overall }) => [name, place_overall]).slice(0, 2)).toEqual([
      ['Bea García', 1],
      ['Ana García', 2],
    ]);
    expect((await site.load(longerFile)).checked.totals).toMatchObject({ new: 0, changed: 0, same: 7 });
  });

  test('never takes back what a person corrected', async () => {
    const bea = await site.named('Bea García');
    expect((await site.act('results', bea.resultid, 'disqualify', { reason: 'Recortó la ruta.' })).status).toBe(200);
    await site.settle();
    expect(await site.named('Bea García')).toMatchObject({
      status: 'DQ',
      dq_reason: 'Recortó la ruta.',
      place_overall: null,
      edit_reason: 'Recortó la ruta.',
    });
    expect((await site.named('Ana García')).place_overall).toBe(1);
    const again = await site.load(first.replace('0:41:00', '0:39:30').replace(',2,,10K', ',2,Terminó,10K'));
    expect(again.checked.totals).toMatchObject({ new: 0, changed: 0 });
    expect((await site.named('Bea García')).status).toBe('DQ');
    expect((await site.act('results', bea.resultid, 'set_status', { status: 'finished', reason: 'El video dice otra cosa.' })).status).toBe(
      200,
    );
    await site.settle();
    expect(await site.named('Bea García')).toMatchObject({ status: 'finished', dq_reason: null, place_overall: 1 });
  });
});

describe('the queue of those whom nobody was found for', () => {
  test('shows likely registrations, and is solved by hand', async () => {
    const set = await site.setOf();
    const answer = await site.act('result_sets', set.result_setid, 'work');
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    const work = answer.body.result;
    expect(work).toMatchObject({ next: 'match', stage: null, claim_path: '/claim/carrera' });
    expect(work.unmatched.map(({ name }: any) => name)).toEqual(['Eva Solís', 'Eva Solís', 'Nadie Sabe']);
    expect(work.problems).toContainEqual({ problem: 'double_name', count: 2 });
    const [cora] = await site.query(`select inscriptionid from inscriptions where first_name = 'cora' or number = 1003`);
    const nobody = await site.named('Nadie Sabe');
    const chip = await site.named('Gil Ruiz');
    expect(chip.inscriptionid).toBe(cora.inscriptionid);
    expect((await site.act('results', nobody.resultid, 'match', { inscriptionid: 999_999 })).status).toBe(400);
    for (const { resultid } of await site.query(`select resultid from results where name = 'Eva Solís'`))
      expect((await site.act('results', resultid, 'keep_unregistered')).status).toBe(200);
    expect((await site.act('results', nobody.resultid, 'match', { inscriptionid: cora.inscriptionid })).status).toBe(200);
    await site.settle();
    expect(await site.named('Nadie Sabe')).toMatchObject({
      matched_by: 'manual',
      problems: ['double_registration', 'gender_differs'],
    });
    expect((await site.setOf()).unmatched_count).toBe(0);
    await site.act('results', nobody.resultid, 'keep_unregistered');
    await site.settle();
    expect(await site.named('Nadie Sabe')).toMatchObject({ matched_by: 'unregistered', inscriptionid: null });
  });
});

describe('the states of a set', () => {
  test('go from a draft to provisional and official, with versions that say what changed', async () => {
    const set = await site.setOf();
    const id = set.result_setid;
    expect((await site.act('result_sets', id, 'publish')).status).toBe(200);
    const published = await site.setOf();
    expect(published).toMatchObject({ status: 'provisional', revision: 1 });
    expect(Date.parse(published.claim_until) - Date.parse(published.published_at)).toBe(2 * 86_400_000);
    const ana = await site.named('Ana García');
    expect((await site.act('results', ana.resultid, 'correct', { gun_time_ms: 2_000_000, reason: 'Video de meta.' })).status).toBe(200);
    await site.settle();
    const [version] = await site.query('select * from result_versions where result_setid = $1 order by revision desc limit 1', [id]);
    expect(version).toMatchObject({ revision: 2, kind: 'correction', reason: 'Video de meta.', changed_total: 1, moved_total: 2 });
    expect(version.changes).toEqual([
      expect.objectContaining({ field: 'gun_time_ms', before: '2400000', after: '2000000', place_before: 2, place_after: 1 }),
    ]);
    expect((await site.setOf()).revision).toBe(2);
    const early = await site.act('result_sets', id, 'make_official');
    expect([early.status, early.body.code], JSON.stringify(early.body)).toEqual([409, 'RESULTS_UNCHECKED']);
    for (const { resultid } of await site.query(`select resultid from results where "check" = 'open'`))
      expect((await site.act('results', resultid, 'accept_problems')).status).toBe(200);
    await site.settle();
    expect((await site.setOf()).problems_count).toBe(0);
    const still = await site.act('result_sets', id, 'make_official');
    expect([still.status, still.body.errors?.[0]]).toMatchObject([400, { path: 'input.early_reason', code: 'CLAIMS_STILL_POSSIBLE' }]);
    expect((await site.act('result_sets', id, 'make_official', { early_reason: 'Sin premios.' })).status).toBe(200);
    expect((await site.act('results', ana.resultid, 'correct', { gun_time_ms: 1, reason: 'Tarde.' })).body.code).toBe('RESULTS_FIXED');
    const refused = await site.load(`${header}\n${line('7', 'Nadie Sabe', 'M', 'Libre', '0:20:00', '', '', '', '', '10K', '', '')}`);
    expect(refused.checked.totals).toMatchObject({ refused: 1 });
    expect(refused.rows[0].reasons[0].code).toBe('RESULTS_FIXED');
    expect((await site.act('result_sets', id, 'reopen', { reason: 'Un juez lo pide.' })).status).toBe(200);
    expect((await site.act('result_sets', id, 'withdraw', { reason: 'Archivo equivocado.' })).status).toBe(200);
    expect(await site.setOf()).toMatchObject({ status: 'withdrawn', reason: 'Archivo equivocado.' });
    expect((await site.act('result_sets', id, 'publish')).status).toBe(200);
    expect(
      (await site.query('select kind from result_versions where result_setid = $1 order by revision', [id])).map(({ kind }) => kind),
    ).toEqual(['provisional', 'correction', 'official', 'reopened', 'withdrawn', 'provisional']);
  });

  test('leave one set for a distance, and empty ones are not published', async () => {
    const { scene, timer } = site;
    const again = await timer.post('/v2/tyr/result_sets', { eventid: scene.eventid, distanceid: scene.ten });
    expect([again.status, again.body.errors?.[0]?.code]).toEqual([409, 'RESULTS_THERE']);
    const made = await timer.post('/v2/tyr/result_sets', { eventid: scene.eventid, distanceid: scene.five, ranked_by: 'chip' });
    expect(made.status, JSON.stringify(made.body)).toBe(201);
    expect((await site.act('result_sets', made.body.result_setid, 'publish')).body.code).toBe('RESULTS_EMPTY');
    expect((await scene.desk.post('/v2/tyr/result_sets', { eventid: scene.eventid, distanceid: scene.five })).status).toBe(403);
  });

  test('name those who have no result, and add them', async () => {
    const set = await site.setOf();
    const { missing } = (await site.act('result_sets', set.result_setid, 'work')).body.result;
    expect(missing.count).toBeGreaterThanOrEqual(0);
    expect((await site.act('result_sets', set.result_setid, 'add_missing', { status: 'DNS' })).body.result).toEqual({
      added: missing.count,
    });
    await site.settle();
    expect((await site.act('result_sets', set.result_setid, 'work')).body.result.missing.count).toBe(0);
  });
});

test('where categories are of one gender each, a runner in one of the other is named, and the places agree once that is corrected', async () => {
  const runner = (at: number, gender: string, category: string): string =>
    line('', `Corredor ${category} ${at}`, gender, category, `0:${30 + at}:00`, '', '', '', '', '5K', '', '');
  const rows = Array.from({ length: 12 }, (_, at) => [runner(at, at === 2 ? 'F' : 'M', 'M30-39'), runner(at, 'F', 'F30-39')]).flat();
  await site.load(
    [
      header.replace('Lugar', 'Lugar en categoría'),
      ...rows.map((row, at) => row.replace(/(0:\d+:00,,,),/, `$1${Math.floor(at / 2) + 1},`)),
    ].join('\n'),
  );
  const read = async (): Promise<readonly any[]> =>
    site.query(
      `select resultid, name, problems, place_category from results where age_category = 'M30-39' and deleted_at is null order by gun_time_ms`,
    );
  const before = await read();
  expect(before.map(({ problems }) => problems?.join() ?? '')).toEqual([
    '',
    '',
    'gender_unlike_category,place_differs',
    ...Array.from({ length: 9 }, () => 'place_differs'),
  ]);
  expect((await site.act('results', before[2].resultid, 'correct', { gender: 'M', reason: 'Rama mal capturada' })).status).toBe(200);
  await site.settle();
  expect((await read()).map(({ problems, place_category }) => [problems, place_category])).toEqual(
    Array.from({ length: 12 }, (_, at) => [null, at + 1]),
  );
});
