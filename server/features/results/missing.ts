import { activeSql } from '@/domain/registration/lifecycle';
import { age_categories } from '@/resources/age_categories/age_categories';
import { inscriptions } from '@/resources/inscriptions/inscriptions';
import { results, type Result } from '@/resources/results/results';
import type { ResultSet } from '@/resources/result_sets/result_sets';
import { createAllAudited } from '../../api/write/audited';
import { columnsOf } from '../../kernel/columnsOf';
import { pick, select, selectAll, value } from '../../kernel/select';
import { sql } from '../../kernel/sql';
import type { Transaction } from '../../kernel/transaction';
import { openSet, touchSet } from './sets';
import { noteChange } from './versions';

const i = columnsOf(inscriptions, 'i');
const r = columnsOf(results, 'r');
const c = columnsOf(age_categories, 'c');

type Set = Pick<ResultSet, 'result_setid' | 'distanceid'>;
/** Registrations of a distance that hold a seat for good and have no result in its set. */
const missingSql = ({ result_setid, distanceid }: Set) =>
  sql`from ${i} left join ${c} on ${c.age_categoryid} = ${i.age_categoryid} where ${i.distanceid} = ${distanceid} and ${i.deleted_at} is null and ${sql.raw(activeSql.replaceAll('status', 'i.status'))}
       and not exists (select 1 from ${r} where ${r.result_setid} = ${result_setid} and ${r.inscriptionid} = ${i.inscriptionid} and ${r.deleted_at} is null)`;

/** How many registrations have no result, and the first of them. Kits that were handed out and scans at the start say who was there. */
export const readMissing = async (tx: Transaction, set: Set, most: number) => {
  const [count = 0] = await selectAll(tx, value<number>(sql`count(*)::int`), missingSql(set));
  const first = await select(
    tx,
    {
      ...pick(i, 'inscriptionid', 'number', 'folio'),
      name: i.name,
      has_kit: value<boolean>(sql`${i.kit_status} in ('delivered', 'partial')`),
      is_in: value<boolean>(sql`${i.checked_in_at} is not null`),
    },
    sql`${missingSql(set)} order by ${i.checked_in_at} is null, ${i.kit_status} = 'pending', ${i.number} nulls last, ${i.inscriptionid} limit ${most}`,
  );
  return { count, first };
};

const mostAtOnce = 1000;
/** Adds a result for everybody who has none, and says how many. A further call adds the rest of a very large distance. */
export const addMissing = async (tx: Transaction, { result_setid }: ResultSet, status: Extract<Result['status'], 'DNS' | 'DNF'>) => {
  const set = await openSet(tx, result_setid);
  const people = await select(
    tx,
    { ...pick(i, 'inscriptionid', 'number', 'chip_code', 'name', 'gender', 'birth_date'), category: c.name },
    sql`${missingSql(set)} and not exists (select 1 from ${r} where ${r.result_setid} = ${result_setid} and ${r.number} = ${i.number} and ${r.deleted_at} is null)
         order by ${i.inscriptionid} limit ${mostAtOnce}`,
  );
  if (people.length === 0) return { added: 0 };
  await createAllAudited(
    tx,
    results,
    people.map(({ category, name, ...person }) => ({
      ...person,
      name: name ?? String(person.number ?? person.inscriptionid),
      age_category: category,
      eventid: set.eventid,
      distanceid: set.distanceid,
      result_setid,
      matched_by: 'manual',
      status,
    })),
  );
  await noteChange(tx, set, { kind: 'correction', total: people.length });
  await touchSet(tx, result_setid);
  return { added: people.length };
};
