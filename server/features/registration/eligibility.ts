import { distances } from '@/resources/distances/distances';
import { events } from '@/resources/events/events';
import { invalid, problemAt } from '../../kernel/DomainError';
import type { Transaction } from '../../kernel/transaction';
import { columnsOf } from '../../kernel/columnsOf';
import { selectOne, value } from '../../kernel/select';
import { sql } from '../../kernel/sql';

const d = columnsOf(distances, 'd');
const e = columnsOf(events, 'e');
/** The day of a race and how old somebody is on it, or at the end of its year where the distance counts so. */
export const ageOn = (birth_date: string | null) =>
  sql`extract(year from age(case ${d.age_rule} when 'dec_31' then make_date(extract(year from at.day)::int, 12, 31) else at.day end, ${birth_date}::date))::int`;
export const raceDay = sql`cross join lateral (select (coalesce(${d.start_at}, ${e.start_at}) at time zone ${e.timezone})::date as day) at`;

/** Somebody who is to run a distance, as far as it asks who they are. */
export interface Candidate {
  readonly distanceid?: number | null | undefined;
  readonly birth_date?: string | null | undefined;
  readonly gender?: string | null | undefined;
}
/** Refuses an athlete whose age or branch the distance does not admit; what is not known of an imported athlete is not judged. */
export const judgeEligibility = async (tx: Transaction, { distanceid, birth_date, gender }: Candidate): Promise<void> => {
  const admission = await selectOne(
    tx,
    { least: d.age_min, most: d.age_max, branch: d.branch_rule, age: value<number | null>(ageOn(birth_date ?? null)) },
    sql`from ${d} join ${e} on ${e.eventid} = ${d.eventid} ${raceDay} where ${d.distanceid} = ${distanceid ?? null}`,
  );
  const { least = null, most = null, branch, age = null } = admission ?? {};
  const tooYoung = age !== null && least !== null && age < least,
    tooOld = age !== null && most !== null && age > most;
  const problems = [
    ...(tooYoung || tooOld ? [problemAt('birth_date', 'AGE_NOT_ADMITTED', { age, min: least ?? 0, max: most ?? 120 })] : []),
    ...((branch === 'F' || branch === 'M') && gender !== branch ? [problemAt('gender', 'BRANCH_NOT_ADMITTED')] : []),
  ];
  if (problems.length > 0) throw invalid(problems);
};
