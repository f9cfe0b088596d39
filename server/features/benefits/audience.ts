import { statusGroups } from '@/domain/registration/lifecycle';
import { entitledStates } from '@/domain/subscriptions/states';
import { apolo_subscriptions } from '@/resources/apolo_subscriptions/apolo_subscriptions';
import { benefit_grants } from '@/resources/benefit_grants/benefit_grants';
import type { Benefit } from '@/resources/benefits/benefits';
import { inscriptions } from '@/resources/inscriptions/inscriptions';
import { columnsOf } from '../../kernel/columnsOf';
import { selectAll, value } from '../../kernel/select';
import { every, sql, type SQL } from '../../kernel/sql';
import type { Transaction } from '../../kernel/transaction';

const i = columnsOf(inscriptions, 'i');
const g = columnsOf(benefit_grants, 'g');
const other = columnsOf(inscriptions, 'o');
const a = columnsOf(apolo_subscriptions, 'a');

/** The registrations for which a benefit is meant: by race, state, subscription and affiliation. Without states, everybody who has a place. */
export const meantFor = ({ eventid, distanceids, audience_statuses, apolo, fmtri }: Benefit): SQL =>
  every([
    sql`${i.eventid} = ${eventid} and ${i.deleted_at} is null`,
    sql`${i.status} = any(${[...(audience_statuses?.length ? audience_statuses : statusGroups.active)]}::text[])`,
    distanceids?.length ? sql`${i.distanceid} = any(${[...distanceids]}::bigint[])` : null,
    fmtri ? sql`${i.fmtri_affiliationid} is not null` : null,
    apolo
      ? sql`exists (select 1 from ${a} where ${a.web_userid} = ${i.web_userid} and ${a.status} = any(${[...entitledStates]}::text[]) and ${a.deleted_at} is null)`
      : null,
  ]);
const has = (benefitid: number): SQL =>
  sql`exists (select 1 from ${g} where ${g.benefitid} = ${benefitid} and ${g.inscriptionid} = ${i.inscriptionid} and ${g.deleted_at} is null)`;

/** The registrations that are due a benefit and have none yet, the earliest first, within what one athlete may have. */
export const dueFor = (
  tx: Transaction,
  benefit: Benefit,
  limit: number,
  among: readonly number[] | null = null,
): Promise<readonly number[]> => {
  const { benefitid, per_user_limit } = benefit;
  const person = sql`coalesce(${i.web_userid}, -${i.inscriptionid})`;
  const had = sql`(select count(*) from ${g} join ${other} on ${other.inscriptionid} = ${g.inscriptionid}
    where ${g.benefitid} = ${benefitid} and ${g.deleted_at} is null and ${other.web_userid} = ${i.web_userid})`;
  const since = sql`coalesce(${i.paid_at}, ${i.created})`;
  // Nobody but the platform reads subscriptions, and the benefit was reached with the policies of the person.
  return tx.asOwner(() =>
    selectAll(
      tx,
      value<number>(sql`c.id`),
      sql`from (select ${i.inscriptionid} as id, ${since} as since, row_number() over (partition by ${person} order by ${since}, ${i.inscriptionid}) + ${had} as nth
            from ${i} where ${meantFor(benefit)} and not ${has(benefitid)}${among === null ? sql`` : sql` and ${i.inscriptionid} = any(${[...among]}::bigint[])`}) c
          where c.nth <= ${per_user_limit ?? 1} order by c.since, c.id limit ${limit}`,
    ),
  );
};

/** Grants that were not used, of registrations for which the benefit is no longer meant; of all of them without `among`, some at a time. */
export const strayOf = (
  tx: Transaction,
  benefit: Benefit,
  among: readonly number[] | null,
  limit = 1_000_000,
): Promise<readonly number[]> =>
  tx.asOwner(() =>
    selectAll(
      tx,
      g.benefit_grantid,
      sql`from ${g} join ${i} on ${i.inscriptionid} = ${g.inscriptionid}
       where ${g.benefitid} = ${benefit.benefitid} and ${g.state} = 'granted' and ${g.deleted_at} is null
         ${among === null ? sql`` : sql`and ${g.inscriptionid} = any(${[...among]}::bigint[])`} and not (${meantFor(benefit)}) order by ${g.benefit_grantid} limit ${limit}`,
    ),
  );

/** How many registrations a benefit is meant for, and how many of them have it. */
export const countReach = async (tx: Transaction, benefit: Benefit): Promise<{ readonly meant: number; readonly due: number }> => {
  const [meant = 0] = await tx.asOwner(() => selectAll(tx, value<number>(sql`count(*)::int`), sql`from ${i} where ${meantFor(benefit)}`));
  return { meant, due: (await dueFor(tx, benefit, 1_000_000)).length };
};
