/**
 * 30,000 finishers are ranked on each engine, again after an edit, while requests go on. With RESULT_FILES (a folder of result files outside
 * the repository) each of them becomes an official set through the API, and every place that is not that of the file is explained.
 * `ENGINES=embedded` asks for one engine, `FINISHERS=5000` for fewer people.
 */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Database } from '../../server/database/openDatabase';
import { add, addPerson } from '../api/support/world';
import { startServer } from '../support/startServer';
import { places } from './support/places';
import { siteOf, until, type Site } from './support/site';
import { prepare, say, usual } from './support/writers';

const engines = (process.env['ENGINES'] ?? 'embedded,postgres').split(','),
  finishers = Number(process.env['FINISHERS'] ?? 30_000),
  folder = process.env['RESULT_FILES'],
  seldomMs = 2000, // jobs give way to requests
  mostRankMs = 2000,
  mostHeldMs = 1000;

/** A timed race: everybody has a time, a gender and a category, and some share a time. */
const addFinishers = async (database: Database, eventid: number, distanceid: number): Promise<number> => {
  const { rows } = await database.pool.query(
    `insert into result_sets (eventid, distanceid, status) values ($1, $2, 'draft') returning result_setid`,
    [eventid, distanceid],
  );
  const set = Number(rows[0].result_setid);
  await database.pool.query(
    `insert into results (result_setid, eventid, distanceid, number, name, status, gun_time_ms, chip_time_ms, gender, age_category, matched_by)
      select $1, $2, $3, n, 'Atleta ' || n, case when n % 50 = 0 then 'DNF' else 'finished' end, 2000000 + (n * 7919 % 9000) * 1000, 1990000 + (n * 7919 % 9000) * 1000,
             case when n % 2 = 0 then 'F' else 'M' end, (array['Libre', 'Máster', 'Veteranos'])[1 + n % 3], 'unregistered' from generate_series(1, $4) n`,
    [set, eventid, distanceid, finishers],
  );
  return set;
};

const stageOf = async (site: Site, set: number): Promise<string | null> => (await site.get(`/v2/tyr/result_sets/${set}`)).stage;
/** Waits until a set is ranked and checked. Answers how long its places took, and the longest answer to somebody else meanwhile. */
const ranked = async (site: Site, set: number): Promise<{ readonly rankMs: number; readonly wholeMs: number; readonly heldMs: number }> => {
  const began = performance.now();
  let rankMs = 0,
    rankBegan = 0,
    heldMs = 0;
  await until(async () => {
    const asked = performance.now();
    const stage = await stageOf(site, set);
    const now = performance.now();
    heldMs = Math.max(heldMs, now - asked);
    if (stage === 'rank' && rankBegan === 0) rankBegan = asked;
    if (stage !== 'rank' && stage !== 'match' && rankMs === 0) rankMs = now - (rankBegan || began);
    return stage === null ? true : undefined;
  });
  return { rankMs, wholeMs: performance.now() - began, heldMs };
};
const shown = (ms: number): string => `${Math.round(ms)} ms`;

const rankMany = async (site: Site, set: number, engine: string): Promise<boolean> => {
  let isGood = true;
  const measure = async (what: string, act: () => Promise<unknown>): Promise<void> => {
    await act();
    const { rankMs, wholeMs, heldMs } = await ranked(site, set);
    const isSlow = (engine === 'postgres' && rankMs > mostRankMs) || heldMs > mostHeldMs;
    if (isSlow) isGood = false;
    say(
      `${engine}: ${what}: places after ${shown(rankMs)}, checked after ${shown(wholeMs)}, others waited at most ${shown(heldMs)}${isSlow ? '  TOO SLOW' : ''}`,
    );
  };
  await measure(`${finishers} finishers, the first time`, () => site.post(`/v2/tyr/result_sets/${set}/recalculate`, { input: {} }));
  const first = await site.get(
    `/v2/tyr/results?columns=place_overall,name&_sort=place_overall&_order=asc&_start=0&_end=1&filter=${encodeURIComponent(JSON.stringify({ field: 'result_setid', op: 'eq', value: set }))}`,
  );
  await measure('the winner is disqualified, and everybody moves', () =>
    site.post(`/v2/tyr/results/${first[0].resultid}/disqualify`, { input: { reason: 'Recortó la ruta.' } }),
  );
  return isGood;
};

interface Line {
  readonly name: string;
  readonly status: string;
  readonly gun_time_ms: number | null;
  readonly gender: string | null;
  readonly age_category: string | null;
  readonly place_overall: number | null;
  readonly place_category: number | null;
  readonly file_place_overall: number | null;
  readonly file_place_category: number | null;
}
const columns = 'name,status,gun_time_ms,gender,age_category,place_overall,place_category,file_place_overall,file_place_category';
const pageSize = 500;
const readAll = async (site: Site, set: number): Promise<readonly Line[]> => {
  const all: Line[] = [];
  for (;;) {
    const filter = encodeURIComponent(JSON.stringify({ field: 'result_setid', op: 'eq', value: set }));
    const page = await site.get(
      `/v2/tyr/results?columns=${columns}&_sort=number&_order=asc&_start=${all.length}&_end=${all.length + pageSize}&filter=${filter}`,
    );
    all.push(...page);
    if (page.length < pageSize) return all;
  }
};
/** Why a place of ours is not that of the file: somebody before it has no time, or the file counts in another way. */
const explain = (line: Line, all: readonly Line[]): string => {
  if (line.gun_time_ms === null) return 'the file gives a place without a time';
  const same = all.filter(({ gun_time_ms, status }) => status === 'finished' && gun_time_ms === line.gun_time_ms);
  const before = all.filter(
    (each) =>
      each.file_place_overall !== null &&
      line.file_place_overall !== null &&
      each.file_place_overall < line.file_place_overall &&
      (each.gun_time_ms ?? Infinity) > (line.gun_time_ms ?? 0),
  );
  if (line.file_place_overall !== line.place_overall && before.length > 0)
    return `${before.length} with a later time, or none, are before it in the file`;
  const after = all.filter(
    (each) =>
      each.file_place_overall !== null &&
      line.file_place_overall !== null &&
      each.file_place_overall > line.file_place_overall &&
      (each.gun_time_ms ?? 0) < (line.gun_time_ms ?? 0),
  );
  if (line.file_place_overall !== line.place_overall && after.length > 0)
    return `${after.length} with an earlier time are behind it in the file`;
  const genders = new Set(
    all.filter((each) => each.age_category === line.age_category && each.file_place_category).map(({ gender }) => gender),
  );
  if (line.file_place_category !== line.place_category && genders.size > 1) return 'the file ranks both genders of its category together';
  if (same.length > 1) return `shares its time with ${same.length - 1}`;
  const counted = all.filter((each) => each.file_place_overall !== null && each.file_place_overall < (line.file_place_overall ?? 0)).length;
  return counted + 1 < (line.file_place_overall ?? 0)
    ? `the file leaves out ${(line.file_place_overall ?? 0) - counted - 1} before it`
    : 'not explained';
};

const settleByHand = async (site: Site, set: number): Promise<void> => {
  const act = async (filter: object, action: string): Promise<void> => {
    for (;;) {
      const wanted = encodeURIComponent(JSON.stringify({ and: [{ field: 'result_setid', op: 'eq', value: set }, filter] }));
      const page = await site.get(`/v2/tyr/results?columns=name&_start=0&_end=${pageSize}&filter=${wanted}`);
      if (page.length === 0) return;
      await site.post(`/v2/tyr/results/actions/${action}`, { ids: page.map(({ resultid }: any) => resultid), input: {} });
    }
  };
  await act({ field: 'matched_by', op: 'eq', value: 'none' }, 'keep_unregistered');
  await ranked(site, set);
  await act({ field: 'check', op: 'eq', value: 'open' }, 'accept_problems');
  await ranked(site, set);
};

const counted = (texts: readonly string[]): string =>
  [...new Set(texts)].map((text) => `${texts.filter((each) => each === text).length} × ${text}`).join('; ');

/** A file of a real race becomes an official set; prints how its places agree. */
const publishFile = async (
  site: Site,
  file: string,
  eventid: number,
  distance: { readonly id: number; readonly code: string },
): Promise<boolean> => {
  const load = async (): Promise<any> => {
    const { import_jobid } = await site.bring(file, eventid, distance.code);
    return until(async () => {
      const job = await site.get(`/v2/inscription/imports/${import_jobid}`);
      return job.status === 'validating' || job.status === 'running' ? undefined : job;
    }, seldomMs);
  };
  const began = performance.now();
  const job = await load();
  if (job.status !== 'done' && job.status !== 'done_with_errors') throw new Error(`${job.status} ${JSON.stringify(job.reason)}`);
  const refused = (await site.get(`/v2/inscription/imports/${job.import_jobid}/rows?perpage=200&state=refused`)).items;
  const [{ result_setid: set }] = await site.get(
    `/v2/tyr/result_sets?columns=status&filter=${encodeURIComponent(JSON.stringify({ field: 'distanceid', op: 'eq', value: distance.id }))}`,
  );
  await ranked(site, set);
  const all = await readAll(site, set);
  const placed = all.filter(({ file_place_overall }) => file_place_overall !== null);
  const wrong = placed.filter((line) => line.place_overall !== line.file_place_overall);
  const wrongCategory = all.filter(
    (line) => line.file_place_category !== null && line.file_place_category > 0 && line.place_category !== line.file_place_category,
  );
  say(
    `${file.split('/').at(-1)}: ${job.totals.rows} rows in ${Math.round((performance.now() - began) / 1000)} s, ${all.length} results, ${refused.length} refused; ${placed.length} places, ${wrong.length} differ overall, ${wrongCategory.length} in the category`,
  );
  for (const row of refused.slice(0, 10)) say(`  refused, line ${row.line}: ${row.reasons.map(({ message }: any) => message).join(' ')}`);
  if (wrong.length > 0) say(`  overall: ${counted(wrong.map((line) => explain(line, all)))}`);
  if (wrongCategory.length > 0) say(`  category: ${counted(wrongCategory.map((line) => explain(line, all)))}`);
  for (const line of [...wrong, ...wrongCategory].slice(0, 8))
    say(
      `  ${line.name} (${line.age_category}): ours ${line.place_overall}/${line.place_category}, file ${line.file_place_overall}/${line.file_place_category}: ${explain(line, all)}`,
    );
  const again = await load();
  say(`  loaded again: ${again.totals.new} new, ${again.totals.changed} changed, ${again.totals.same} the same`);
  await settleByHand(site, set);
  await site.post(`/v2/tyr/result_sets/${set}/publish`, { input: {} });
  await site.post(`/v2/tyr/result_sets/${set}/make_official`, { input: { early_reason: 'Carrera de otro año.' } });
  const { status } = await site.get(`/v2/tyr/result_sets/${set}`);
  say(`  ${status}`);
  return status === 'official' && again.totals.new + again.totals.changed === 0;
};

const tryOn = async (engine: string): Promise<boolean> => {
  const place = await places[engine]!();
  try {
    const first = await place.open();
    const org = await prepare(first);
    await addPerson(first.pool, 'cronos', [{ org, profile: 'timing' }]);
    await first.pool.query(`update auth_sessions set expires = now() + interval '1 day'`);
    const eventid = await add.event(first.pool, org, 'maraton');
    const set = await addFinishers(first, eventid, await add.distance(first.pool, eventid, '42K'));
    const files = folder
      ? readdirSync(folder)
          .filter((name) => /\.(tsv|csv)$/.test(name))
          .sort()
      : [];
    const distances: { id: number; code: string }[] = [];
    for (const at of files.keys()) distances.push({ id: await add.distance(first.pool, eventid, `R${at}`), code: `R${at}` });
    await first.close();
    const server = await startServer({ ...usual, ...place.env });
    try {
      const site = siteOf(server.url, org);
      let isGood = await rankMany(site, set, engine);
      for (const [at, name] of files.entries())
        isGood = (await publishFile(site, join(folder ?? '', name), eventid, distances[at]!)) && isGood;
      return isGood;
    } finally {
      await server.stop();
    }
  } finally {
    await place.remove();
  }
};

let isGood = true;
for (const engine of engines) isGood = (await tryOn(engine)) && isGood;
process.exit(isGood ? 0 : 1);
