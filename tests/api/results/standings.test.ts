import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { registry } from '@/resources';
import { computeStandings } from '../../../server/features/series/computeStandings';
import type { Person } from '../support/openWorld';
import { addPerson } from '../support/world';
import { openResults, type Results } from './support';
import { must } from '../support/must';

let site: Results, web: Person, serialid: number, setid: number;
const file = (first: string, second: string) =>
  ['Dorsal,Nombre,Sexo,Categoría,Tiempo oficial,Distancia', `1001,${first},F,Libre,0:40:00,10K`, `1002,${second},F,Libre,0:41:00,10K`].join(
    '\n',
  );
const compute = () => computeStandings({ pool: site.scene.pool, registry });
const rankings = () =>
  site.query('select serial_rankingid as id, revision, status, moved_total, athletes_total, events_total from serial_rankings order by 1');
const lines = (id: number) =>
  site.query(
    `select kind, board, place, place_before, name, points::float from serial_standings where serial_rankingid = ${id} order by sort`,
  );
const act = (person: Person, id: number) => person.post(`/v2/general/serial_rankings/${id}/publish`, {});
const makeOfficial = () => site.timer.post(`/v2/tyr/result_sets/${setid}/make_official`, { input: { early_reason: 'Sin reclamos' } });

beforeAll(async () => {
  site = await openResults();
  const { pool, org, eventid } = site.scene;
  for (const name of ['ana', 'bea']) await site.scene.signUp(name);
  await site.query(
    `update inscriptions set status = 'assign_number', number = 1000 + n from (select inscriptionid as id, row_number() over (order by inscriptionid) as n from inscriptions) x where inscriptionid = id`,
  );
  await addPerson(pool, 'web', [{ org, profile: 'web-editor' }]);
  web = site.scene.world.as('web', org);
  ({ serialid } = await must(
    web.post('/v2/general/serials', {
      name: { es: 'Serial de prueba' },
      slug: 'serial-de-prueba',
      season: 2026,
      points_table: [
        { place: 1, points: 100 },
        { place: 2, points: 80 },
      ],
      boards: ['overall', 'gender'],
      min_events: 1,
      best_n: 2,
      events: [{ eventid, weight: 1.5 }],
    }),
  ));
  await site.load(file('Ana García', 'Bea Muñoz'));
  setid = (await site.setOf()).result_setid;
});
afterAll(() => site.close());

describe('the standings of a serial', () => {
  test('are empty until results are official, and cannot be published then', async () => {
    await must(web.post(`/v2/general/serials/${serialid}/compute`, {}));
    await compute();
    const [ranking] = await rankings();
    expect(ranking ?? { athletes_total: 0 }).toMatchObject({ athletes_total: 0 });
    if (ranking) expect((await act(web, ranking.id)).status).toBe(409);
  });
  test('follow when results become official, with what each event brought', async () => {
    await must(site.timer.post(`/v2/tyr/result_sets/${setid}/publish`, {}));
    await must(makeOfficial());
    await compute();
    const ranking = (await rankings()).at(-1);
    expect(ranking).toMatchObject({ status: 'draft', athletes_total: 2, events_total: 1, moved_total: 0 });
    expect(await lines(ranking.id)).toEqual([
      { kind: 'overall', board: null, place: 1, place_before: null, name: 'Ana García', points: 150 },
      { kind: 'overall', board: null, place: 2, place_before: null, name: 'Bea Muñoz', points: 120 },
      { kind: 'gender', board: 'F', place: 1, place_before: null, name: 'Ana García', points: 150 },
      { kind: 'gender', board: 'F', place: 2, place_before: null, name: 'Bea Muñoz', points: 120 },
    ]);
    const [{ scores }] = (await site.query(`select scores from serial_standings where serial_rankingid = ${ranking.id} order by sort`)) as [
      any,
    ];
    expect(scores).toEqual([{ eventid: site.scene.eventid, event: expect.any(String), place: 1, weight: 1.5, points: 150, counts: true }]);
    await must(act(web, ranking.id));
  });
  test('make no new version when nothing differs from what is published', async () => {
    const before = await rankings();
    await must(web.post(`/v2/general/serials/${serialid}/compute`, {}));
    await compute();
    expect(await rankings()).toEqual(before);
    expect(await site.query('select ranking_asked_at from serials')).toEqual([{ ranking_asked_at: null }]);
  });
  test('are computed again after a correction, say who moved, and the older version stays until the new one is published', async () => {
    await must(site.timer.post(`/v2/tyr/result_sets/${setid}/reopen`, { input: { reason: 'Chip cambiado' } }));
    const [{ resultid }] = (await site.query("select resultid from results where name like 'Ana%'")) as [any];
    await must(site.timer.post(`/v2/tyr/results/${resultid}/correct`, { input: { gun_time_ms: 2_500_000, reason: 'Chip cambiado' } }));
    await site.settle();
    await must(makeOfficial());
    await compute();
    const all = await rankings();
    expect(all.map(({ status }) => status)).toEqual(['published', 'draft']);
    const draft = all.at(-1);
    expect(draft).toMatchObject({ moved_total: 4 });
    expect((await lines(draft.id))[0]).toMatchObject({ name: 'Bea Muñoz', place: 1, place_before: 2 });
    expect((await must(act(web, draft.id))).result).toMatchObject({ superseded: 1 });
    expect((await rankings()).map(({ status }) => status)).toEqual(['superseded', 'published']);
  });
  test('go back to an earlier version', async () => {
    const [older] = await rankings();
    await must(act(web, older.id));
    expect((await rankings()).map(({ status }) => status)).toEqual(['published', 'superseded']);
  });
  test('keep the women and the men of one category apart', async () => {
    await site.query("update serials set boards = '{category}', ranking_asked_at = now()");
    await site.query("update results set gender = 'M', place_category = 1 where name like 'Bea%'");
    await compute();
    expect((await lines((await rankings()).at(-1).id)).map(({ board, name }) => [board, name])).toEqual([
      ['Libre (F)', 'Ana García'],
      ['Libre (M)', 'Bea Muñoz'],
    ]);
    await site.query("update serials set boards = '{overall,gender}', ranking_asked_at = now()");
    await site.query("update results set gender = 'F', place_category = place_overall where name like 'Bea%'");
    await compute();
  });
  test('are computed again when a rule changes', async () => {
    const { version } = (await web.get(`/v2/general/serials/${serialid}`)).body;
    await must(web.patch(`/v2/general/serials/${serialid}`, { version, points_after: 3 }));
    expect(await site.query('select ranking_asked_at is not null as asked from serials')).toEqual([{ asked: true }]);
  });
});

describe('the public page of a serial', () => {
  const get = (path: string) => site.scene.world.app.inject({ method: 'GET', url: path });
  test('shows the published boards without signing in, each line with where its points come from', async () => {
    expect((await get('/s/serial-de-prueba?lang=es')).statusCode).toBe(404); // still a draft
    await site.query("update serials set status = 'published'");
    const page = await get('/s/serial-de-prueba?lang=es');
    expect(page.statusCode).toBe(200);
    for (const text of ['Serial de prueba 2026', 'Ana García', '150', 'Cuentan los 2 mejores eventos.']) expect(page.body).toContain(text);
    const [, line] = /href="(\/s\/serial-de-prueba\/\d+\?lang=es)"/.exec(page.body) ?? [];
    const one = await get(line!);
    for (const text of ['Lugar 1', 'vale por 1.5', '150']) expect(one.body).toContain(text);
  });
  test('names nobody who asked not to be named, and nobody who is looked for finds them', async () => {
    await site.query("update inscriptions set name_hidden = true where first_name ilike 'ana'");
    await site.query("update serial_standings set club = 'Correcaminos' where name ilike 'ana%'");
    const page = await get('/s/serial-de-prueba?lang=es&board=10K%7Coverall%7C');
    expect(page.body).not.toContain('Ana García');
    expect(page.body).toContain('Nombre reservado');
    expect(page.body).not.toContain('Correcaminos');
    expect((await get('/s/serial-de-prueba?lang=es&q=Ana')).body).not.toContain('150');
    await site.query('update inscriptions set name_hidden = false');
  });
  test('answers an unknown serial and a line of another one with 404', async () => {
    expect((await get('/s/nada')).statusCode).toBe(404);
    expect((await get('/s/serial-de-prueba/999999')).statusCode).toBe(404);
    expect((await get('/s/serial-de-prueba/x')).statusCode).toBe(404);
  });
});
