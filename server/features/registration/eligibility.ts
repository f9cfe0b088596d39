import { distances } from '@/resources/distances/distances';
import { events } from '@/resources/events/events';
import { invalid, problemAt, type DomainError } from '../../kernel/DomainError';
import type { Transaction } from '../../kernel/transaction';
import { columnsOf, type Expression } from '../../kernel/columnsOf';
import { select, value } from '../../kernel/select';
import { sql } from '../../kernel/sql';

const d = columnsOf(distances, 'd');
const e = columnsOf(events, 'e');
/** The day of a race and the age of a person on it, or at the end of its year if the distance counts so. */
export const ageOn = (birth_date: string | null | Expression<string | null>) =>
  sql`extract(year from age(case ${d.age_rule} when 'dec_31' then make_date(extract(year from at.day)::int, 12, 31) else at.day end, ${birth_date}::date))::int`;
export const raceDay = sql`cross join lateral (select (coalesce(${d.start_at}, ${e.start_at}) at time zone ${e.timezone})::date as day) at`;

/** The data of a person that a distance checks. */
export interface Candidate {
  readonly distanceid?: number | null | undefined;
  readonly birth_date?: string | null | undefined;
  readonly gender?: string | null | undefined;
}
/** The conditions of a distance for its athletes, and their age on its day. */
export interface Admission {
  readonly least: number | null;
  readonly most: number | null;
  readonly branch: string | null;
  readonly age: number | null;
}
/** Why a distance does not accept a person of an age and a branch. */
export const whyNotAdmitted = ({ least, most, branch, age }: Admission, gender: string | null | undefined): DomainError | null => {
  const tooYoung = age !== null && least !== null && age < least,
    tooOld = age !== null && most !== null && age > most;
  const problems = [
    ...(tooYoung || tooOld ? [problemAt('birth_date', 'AGE_NOT_ADMITTED', { age, min: least ?? 0, max: most ?? 120 })] : []),
    ...((branch === 'F' || branch === 'M') && gender !== branch ? [problemAt('gender', 'BRANCH_NOT_ADMITTED')] : []),
  ];
  return problems.length > 0 ? invalid(problems) : null;
};

/** Why each of some people is not admitted to the distance, by age or branch; what is not known of an imported athlete is not checked. */
export const whyNotEligible = async (tx: Transaction, candidates: readonly Candidate[]): Promise<readonly (DomainError | null)[]> => {
  if (candidates.length === 0) return [];
  const [distanceids, births] = [
    candidates.map(({ distanceid }) => distanceid ?? null),
    candidates.map(({ birth_date }) => birth_date ?? null),
  ];
  const found = await select(
    tx,
    {
      at: value<number>(sql`of.at`),
      least: d.age_min,
      most: d.age_max,
      branch: d.branch_rule,
      age: value<number | null>(ageOn(value<string | null>(sql`of.birth_date`))),
    },
    sql`from unnest(${distanceids}::bigint[], ${births}::date[]) with ordinality as of (distanceid, birth_date, at) join ${d} on ${d.distanceid} = of.distanceid join ${e} on ${e.eventid} = ${d.eventid} ${raceDay}`,
  );
  const admissions = new Map(found.map((admission) => [admission.at - 1, admission]));
  return candidates.map(({ gender }, at) => {
    const admission = admissions.get(at);
    return admission ? whyNotAdmitted(admission, gender) : null;
  });
};
/** Refuses an athlete whose age or branch is not admitted to the distance. */
export const judgeEligibility = async (tx: Transaction, candidate: Candidate): Promise<void> => {
  const [refusal] = await whyNotEligible(tx, [candidate]);
  if (refusal) throw refusal;
};
