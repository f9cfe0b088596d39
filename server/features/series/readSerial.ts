import { hundredths, type BoardKind, type SeriesResult, type SeriesRules, type Standing } from '@/domain/series/standings';
import { age_categories } from '@/resources/age_categories/age_categories';
import { distances } from '@/resources/distances/distances';
import { events } from '@/resources/events/events';
import { inscriptions } from '@/resources/inscriptions/inscriptions';
import { result_sets } from '@/resources/result_sets/result_sets';
import { results } from '@/resources/results/results';
import { serial_events } from '@/resources/serial_events/serial_events';
import { serials } from '@/resources/serials/serials';
import { columnsOf } from '../../kernel/columnsOf';
import { select, selectOne, value, type Runner } from '../../kernel/select';
import { sql, type SQL } from '../../kernel/sql';

const s = columnsOf(serials, 's');
const se = columnsOf(serial_events, 'se');
const e = columnsOf(events, 'e');
const r = columnsOf(results, 'r');
const rs = columnsOf(result_sets, 'rs');
const i = columnsOf(inscriptions, 'i');
const d = columnsOf(distances, 'd');
const c = columnsOf(age_categories, 'c');

/** A serial with its rules and the names of its events, in their order. */
export interface Serial {
  readonly serialid: number;
  readonly asked_at: string | null;
  readonly rules: SeriesRules;
  readonly events: ReadonlyMap<number, string>;
}

/** Reads the first serial of a condition over `s`; null where there is none. */
export const readSerial = async (tx: Runner, which: SQL): Promise<Serial | null> => {
  const serial = await selectOne(
    tx,
    {
      serialid: s.serialid,
      asked_at: value<string | null>(sql`${s.ranking_asked_at}::text`),
      points: value<readonly { readonly place: number; readonly points: number }[]>(sql`coalesce(${s.points_table}, '[]'::jsonb)`),
      pointsAfter: value<number>(sql`coalesce(${s.points_after}, 0)`),
      boards: value<readonly BoardKind[]>(sql`coalesce(${s.boards}, '{}')`),
      bestOf: s.best_n,
      fewest: value<number>(sql`coalesce(${s.min_events}, 1)`),
      teamSize: value<number>(sql`coalesce(${s.team_size}, 1)`),
    },
    sql`from ${s} where ${which} and ${s.deleted_at} is null order by ${s.ranking_asked_at}, ${s.serialid} limit 1`,
  );
  if (!serial) return null;
  const { serialid, asked_at, points, ...rules } = serial;
  const held = await select(
    tx,
    { eventid: se.eventid, weight: value<number>(sql`${se.weight}::float`), name: value<string>(sql`${e.name} ->> 'es'`) },
    sql`from ${se} join ${e} on ${e.eventid} = ${se.eventid} where ${se.serialid} = ${serialid} and ${se.deleted_at} is null order by ${se.sort}, ${se.eventid}`,
  );
  return {
    serialid,
    asked_at,
    rules: {
      ...rules,
      points: new Map(points.map((each) => [each.place, each.points])),
      weights: new Map(held.map(({ eventid, weight }) => [eventid, weight])),
    },
    events: new Map(held.map(({ eventid, name }) => [eventid, name])),
  };
};

/** The finishers of an event with official results whose athlete is known. */
export const readFinishers = (tx: Runner, eventid: number): Promise<readonly SeriesResult[]> =>
  select(
    tx,
    {
      eventid: r.eventid,
      division: value<string>(sql`${d.code}`),
      web_userid: i.web_userid,
      name: value<string>(sql`coalesce(${r.name}, '')`),
      gender: value<string | null>(sql`${r.gender}`),
      category: value<string | null>(
        sql`case when ${r.gender} is null or exists (select 1 from ${c} where ${c.distanceid} = ${d.distanceid} and ${c.branch} = 'mixed' and lower(${c.name}) = lower(${r.age_category}) and ${c.deleted_at} is null)
              then ${r.age_category} else ${r.age_category} || ' (' || ${r.gender} || ')' end`,
      ),
      club: i.club,
      place_overall: r.place_overall,
      place_gender: r.place_gender,
      place_category: r.place_category,
    },
    sql`from ${r} join ${rs} on ${rs.result_setid} = ${r.result_setid} join ${i} on ${i.inscriptionid} = ${r.inscriptionid} join ${d} on ${d.distanceid} = ${rs.distanceid}
        where ${rs.eventid} = ${eventid} and ${rs.status} = 'official' and ${rs.deleted_at} is null and ${r.status} = 'finished' and ${r.deleted_at} is null order by ${r.resultid}`,
  );

/** A line of the standings as it is stored. */
export const lineRow = (
  serial_rankingid: number,
  { events: names }: Serial,
  { division, kind, board, place, name, web_userid, club, points, counted, scores }: Standing,
  { sort, place_before }: { readonly sort: number; readonly place_before: number | null },
) => ({
  serial_rankingid,
  division,
  kind,
  board: board || null,
  place,
  place_before,
  name,
  web_userid,
  club,
  points: points / hundredths,
  events_counted: counted,
  events_total: scores.length,
  scores: scores.map((score) => ({
    eventid: score.eventid,
    event: names.get(score.eventid) ?? null,
    place: score.place,
    weight: score.weight,
    points: score.points / hundredths,
    counts: score.isCounted,
  })),
  sort,
});
