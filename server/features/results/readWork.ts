import type { SetWork } from '@/domain/results/setWork';
import { nextStep } from '@/domain/results/steps';
import { resultProblems } from '@/domain/results/check';
import { nameFit, wordsIn } from '@/domain/results/sameName';
import { activeSql } from '@/domain/registration/lifecycle';
import { events } from '@/resources/events/events';
import { inscriptions } from '@/resources/inscriptions/inscriptions';
import type { ResultSet } from '@/resources/result_sets/result_sets';
import { results } from '@/resources/results/results';
import { columnsOf } from '../../kernel/columnsOf';
import { pick, select, selectAll, value } from '../../kernel/select';
import { sql } from '../../kernel/sql';
import type { Transaction } from '../../kernel/transaction';
import { readMissing } from './missing';

const r = columnsOf(results, 'r');
const i = columnsOf(inscriptions, 'i');
const e = columnsOf(events);
const mostShown = 25,
  mostCandidates = 3,
  leastFit = 0.5;

const unmatched = pick(
  r,
  'resultid',
  'version',
  'number',
  'chip_code',
  'name',
  'gender',
  'age_category',
  'birth_date',
  'chip_time_ms',
  'gun_time_ms',
  'status',
);
const candidate = {
  ...pick(i, 'inscriptionid', 'folio', 'number', 'first_name', 'last_name', 'second_last_name', 'gender', 'birth_date'),
  has_result: value<boolean>(
    sql`exists (select 1 from results o where o.inscriptionid = ${i.inscriptionid} and o.distanceid = ${i.distanceid} and o.deleted_at is null)`,
  ),
};

/** The next results that nobody was found for, each with the registrations of the distance whose name is likest. */
const readUnmatched = async (tx: Transaction, { result_setid, distanceid }: ResultSet) => {
  const rows = await select(
    tx,
    unmatched,
    sql`from ${r} where ${r.result_setid} = ${result_setid} and ${r.matched_by} = 'none' and ${r.deleted_at} is null order by ${r.place_overall} nulls last, ${r.resultid} limit ${mostShown}`,
  );
  const words = [...new Set(rows.flatMap(({ name }) => wordsIn(name)))];
  const people =
    words.length === 0
      ? []
      : await select(
          tx,
          candidate,
          sql`from ${i} where ${i.distanceid} = ${distanceid} and ${i.deleted_at} is null and ${sql.raw(activeSql.replaceAll('status', 'i.status'))}
               and string_to_array(immutable_unaccent(lower(${i.last_name})), ' ') && ${words}::text[] limit 2000`,
        );
  return rows.map((row) => ({
    ...row,
    candidates: people
      .map((person) => ({ ...person, fit: nameFit(row.name, person) }))
      .filter(({ fit }) => fit >= leastFit)
      .sort((one, other) => other.fit - one.fit || one.inscriptionid - other.inscriptionid)
      .slice(0, mostCandidates),
  }));
};

const count = value<number>(sql`count(*)::int`);
/** Everything that the screen of a set shows besides the set itself: what is left to do, and how much. */
export const readWork = async (tx: Transaction, set: ResultSet): Promise<SetWork> => {
  const of = sql`from ${r} where ${r.result_setid} = ${set.result_setid} and ${r.deleted_at} is null`;
  const statuses = await select(tx, { status: r.status, count }, sql`${of} group by ${r.status} order by 2 desc`);
  const problems = await select(
    tx,
    { problem: value<string>(sql`p.problem`), count },
    sql`from ${r} cross join lateral unnest(${r.problems}) p(problem) where ${r.result_setid} = ${set.result_setid} and ${r.deleted_at} is null and ${r.check} = 'open' group by 1`,
  );
  const [slug = null] = await selectAll(tx, e.slug, sql`from ${e} where ${e.eventid} = ${set.eventid}`);
  const known = new Map(problems.map((each) => [each.problem, each.count]));
  return {
    next: nextStep(set),
    stage: set.stage,
    is_late: set.stage === null && set.touched !== set.ranked,
    statuses,
    problems: resultProblems.flatMap((problem) => (known.has(problem) ? [{ problem, count: known.get(problem) ?? 0 }] : [])),
    missing: set.status === 'withdrawn' ? { count: 0, first: [] } : await readMissing(tx, set, mostShown),
    unmatched: await readUnmatched(tx, set),
    claim_path: slug === null ? null : `/claim/${slug}`,
  };
};
