import { age_categories } from '@/resources/age_categories/age_categories';
import type { ResultSet } from '@/resources/result_sets/result_sets';
import { results } from '@/resources/results/results';
import { result_places } from '../../database/tables';
import { columnsOf } from '../../kernel/columnsOf';
import { execute, select, selectAll, value, type Runner } from '../../kernel/select';
import { sql, type SQL } from '../../kernel/sql';

const r = columnsOf(results, 'r');
const p = columnsOf(result_places);
const c = columnsOf(age_categories);
const all = sql.raw('results');
const places = sql.raw('place_overall, place_gender, place_category');

type Ranked = Pick<ResultSet, 'result_setid' | 'distanceid' | 'ranked_by' | 'ties'>;

/** Categories in which everybody competes together, by name. */
const mixedOf = (runner: Runner, distanceid: number): Promise<readonly string[]> =>
  selectAll(
    runner,
    value<string>(sql`lower(${c.name})`),
    sql`from ${c} where ${c.distanceid} = ${distanceid} and ${c.branch} = 'mixed' and ${c.deleted_at} is null`,
  );

/**
 * The places of all results of a set, as the database counts them: what `rank` of src/domain/results says for the same rows.
 *
 * A division has places of its own for each gender, unless the distance declares it as mixed.
 */
const placesSql = ({ result_setid, ranked_by, ties }: Ranked, mixed: readonly string[]): SQL => {
  const [first, second] = ranked_by === 'chip' ? [r.chip_time_ms, r.gun_time_ms] : [r.gun_time_ms, r.chip_time_ms];
  const order = ties === 'shared' ? sql`0` : sql`coalesce(${r.file_place_overall}, 2147483647)`;
  return sql`
    select t.resultid, case when t.ms is not null then rank() over (order by t.ms, t.tie) end::int as place_overall,
           case when t.ms is not null and t.gender is not null then rank() over (partition by t.gender order by t.ms, t.tie) end::int as place_gender,
           case when t.ms is not null and t.category is not null then rank() over (partition by t.category order by t.ms, t.tie) end::int as place_category
      from (select ${r.resultid}, case when ${r.status} = 'finished' then coalesce(${first}, ${second}) + coalesce(${r.penalty_ms}, 0) end as ms, ${order} as tie, ${r.gender},
                   case when ${r.age_category} is null then null when lower(${r.age_category}) = any(${mixed}::text[]) then lower(${r.age_category})
                        else coalesce(${r.gender}, '') || '|' || lower(${r.age_category}) end as category
              from ${r} where ${r.result_setid} = ${result_setid} and ${r.deleted_at} is null) t`;
};

const isOther = sql`(${r.place_overall}, ${r.place_gender}, ${r.place_category}) is distinct from (n.place_overall, n.place_gender, n.place_category)`;
/** Gives results their places from a source of places. Answers how many have another one among all. */
const showPlaces = async (runner: Runner, source: SQL): Promise<number> => {
  // A file that has just come is unknown to the statistics, and a nested loop over it would take minutes.
  await execute(runner, sql`set local enable_nestloop = off`);
  const changed = await select(
    runner,
    { moved: value<number>(sql`count(*) filter (where w.has_moved)::int`) },
    (list) => sql`
      with n as materialized (${source}),
      b as materialized (select n.*, ${r.place_overall} is distinct from n.place_overall as has_moved from n join ${r} on ${r.resultid} = n.resultid where ${isOther}),
      w as (update ${all} set place_overall = b.place_overall, place_gender = b.place_gender, place_category = b.place_category
              from b where ${all}.resultid = b.resultid returning b.has_moved)
      select ${list} from w`,
  );
  await execute(runner, sql`set local enable_nestloop = on`);
  return changed[0]?.moved ?? 0;
};

/** Ranks a set with one statement. Answers how many results moved. */
export const rankAtOnce = async (runner: Runner, set: Ranked): Promise<number> =>
  showPlaces(runner, placesSql(set, await mixedOf(runner, set.distanceid)));

/** Computes the places of a set apart, where nobody sees them. */
export const computePlaces = async (runner: Runner, set: Ranked): Promise<void> => {
  await execute(runner, sql`delete from ${p} where ${p.result_setid} = ${set.result_setid}`);
  await execute(
    runner,
    sql`insert into ${p} (resultid, result_setid, ${places})
        select n.resultid, ${set.result_setid}::bigint, n.place_overall, n.place_gender, n.place_category from (${placesSql(set, await mixedOf(runner, set.distanceid))}) n`,
  );
};

/** Shows the places that were computed apart, all at once. Answers how many results moved. */
export const showComputed = async (runner: Runner, { result_setid }: Ranked): Promise<number> => {
  const count = await showPlaces(runner, sql`select resultid, ${places} from ${p} where ${p.result_setid} = ${result_setid}`);
  await execute(runner, sql`delete from ${p} where ${p.result_setid} = ${result_setid}`);
  return count;
};
