import { invalid, problemAt } from '../../kernel/DomainError';
import type { Row } from '../../kernel/Row';
import type { Transaction } from '../../kernel/transaction';

const admissionSql = `
  select d.age_min, d.age_max, d.branch_rule,
         extract(year from age(case d.age_rule when 'dec_31' then make_date(extract(year from at.day)::int, 12, 31) else at.day end, $2::date))::int
    from distances d join events e using (eventid) cross join lateral (select (coalesce(d.start_at, e.start_at) at time zone e.timezone)::date as day) at
   where d.distanceid = $1`;

/** Refuses an athlete whose age or branch the distance does not admit; what is not known of an imported athlete is not judged. */
export const judgeEligibility = async (tx: Transaction, { distanceid, birth_date, gender }: Row): Promise<void> => {
  const [[least, most, branch, age] = []] = await tx.run(admissionSql, [distanceid, birth_date ?? null]);
  const tooYoung = age != null && least != null && Number(age) < Number(least),
    tooOld = age != null && most != null && Number(age) > Number(most);
  const problems = [
    ...(tooYoung || tooOld ? [problemAt('birth_date', 'AGE_NOT_ADMITTED', { age, min: least ?? 0, max: most ?? 120 })] : []),
    ...((branch === 'F' || branch === 'M') && gender !== branch ? [problemAt('gender', 'BRANCH_NOT_ADMITTED')] : []),
  ];
  if (problems.length > 0) throw invalid(problems);
};
