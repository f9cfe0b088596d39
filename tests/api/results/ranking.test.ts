import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { rank, type Rankable } from '@/domain/results/rank';
import { longer } from '../../support/limits';
import { openResults, type Results } from './support';

const row = fc.record({
  status: fc.constantFrom('finished', 'finished', 'finished', 'DNS', 'DNF', 'OTL'),
  gun_time_ms: fc.option(fc.integer({ min: 1, max: 40 })),
  chip_time_ms: fc.option(fc.integer({ min: 1, max: 40 })),
  penalty_ms: fc.option(fc.integer({ min: 0, max: 5 })),
  gender: fc.option(fc.constantFrom('F', 'M', 'X')),
  age_category: fc.option(fc.constantFrom('Libre', 'MASTER', 'Mixta')),
  file_place_overall: fc.option(fc.integer({ min: 1, max: 30 })),
});
const [rows = []] = fc.sample(fc.array(row, { minLength: 400, maxLength: 400 }), { numRuns: 1, seed: 22 });

describe.each(['postgres', 'pglite'] as const)('places as the database counts them for %s', (engine) => {
  let site: Results, set: number;
  beforeAll(async () => {
    site = await openResults(engine);
    const { scene, timer } = site;
    await site.query(`insert into age_categories (distanceid, name, branch, age_min, age_max) values ($1, 'mixta', 'mixed', 18, 99)`, [
      scene.ten,
    ]);
    set = (await timer.post('/v2/tyr/result_sets', { eventid: scene.eventid, distanceid: scene.ten })).body.result_setid;
    await site.query(
      `insert into results (result_setid, eventid, distanceid, number, name, status, gun_time_ms, chip_time_ms, penalty_ms, gender, age_category, file_place_overall)
        select $1, $2, $3, n, 'Atleta ' || n, x.status, x.gun_time_ms, x.chip_time_ms, x.penalty_ms, x.gender, x.age_category, x.file_place_overall
          from jsonb_to_recordset($4) x(status text, gun_time_ms int, chip_time_ms int, penalty_ms int, gender text, age_category text, file_place_overall int, n bigint)`,
      [set, scene.eventid, scene.ten, JSON.stringify(rows.map((each, at) => ({ ...each, n: at + 1 })))],
    );
  }, longer.timeout);
  afterAll(() => site.close());

  test.each([
    ['gun', 'file'],
    ['chip', 'shared'],
  ] as const)('are those of the rule, by %s time with ties %s', async (ranked_by, ties) => {
    const { version } = await site.setOf();
    const changed = await site.timer.patch(`/v2/tyr/result_sets/${set}`, { version, ranked_by, ties });
    expect(changed.status, JSON.stringify(changed.body)).toBe(200);
    await site.act('result_sets', set, 'recalculate');
    await site.settle();
    const all: readonly Rankable[] = rows.map(({ age_category, ...each }) => ({
      ...each,
      category: age_category === null ? null : age_category === 'Mixta' ? 'mixta' : `${each.gender ?? ''}|${age_category.toLowerCase()}`,
    }));
    const ours = rank(all, { ranked_by, ties });
    const theirs = await site.query(
      'select place_overall as overall, place_gender as gender, place_category as category from results where result_setid = $1 order by number',
      [set],
    );
    expect(theirs).toEqual(ours);
  });

  test('are computed again after an edit, and nothing of the work is left', async () => {
    const [first] = await site.query(
      'select resultid, name from results where result_setid = $1 order by place_overall nulls last limit 1',
      [set],
    );
    expect((await site.act('results', first.resultid, 'disqualify', { reason: 'Atajo.' })).status).toBe(200);
    expect((await site.setOf()).stage).toBe('match');
    const refused = await site.act('result_sets', set, 'publish');
    expect([refused.status, refused.body.code]).toEqual([409, 'RESULTS_AT_WORK']);
    await site.settle();
    const [now] = await site.query('select place_overall from results where resultid = $1', [first.resultid]);
    expect(now.place_overall).toBeNull();
    expect((await site.query('select min(place_overall) as first from results where result_setid = $1', [set]))[0].first).toBe(1);
    expect(await site.query('select * from result_places')).toEqual([]);
    expect(await site.setOf()).toMatchObject({ stage: null, touched: (await site.setOf()).ranked });
  });
});
