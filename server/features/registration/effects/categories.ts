import { age_categories } from '@/resources/age_categories/age_categories';
import { distances } from '@/resources/distances/distances';
import { events } from '@/resources/events/events';
import type { EffectBody } from '../Change';
import { columnsOf } from '../../../kernel/columnsOf';
import { selectAll } from '../../../kernel/select';
import { sql } from '../../../kernel/sql';
import type { Transaction } from '../../../kernel/transaction';
import { ageOn, raceDay } from '../eligibility';

const a = columnsOf(age_categories, 'a');
const d = columnsOf(distances, 'd');
const e = columnsOf(events, 'e');
const categoryOf = async (tx: Transaction, distanceid: number, birth_date: string, gender: string): Promise<number | null> => {
  const [found] = await selectAll(
    tx,
    a.age_categoryid,
    sql`from ${a} join ${d} on ${d.distanceid} = ${a.distanceid} join ${e} on ${e.eventid} = ${d.eventid} ${raceDay} cross join lateral (select ${ageOn(birth_date)} as years) old
     where ${a.distanceid} = ${distanceid} and ${a.deleted_at} is null and ${a.branch} in (${gender}, 'mixed') and old.years between coalesce(${a.age_min}, 0) and coalesce(${a.age_max}, 200)
     order by ${a.branch} = 'mixed', ${a.sort}, ${a.age_categoryid} limit 1`,
  );
  return found ?? null;
};

/** Puts the athlete into the age category of the distance; without a birth date there is none. Another distance after payment says so in the log. */
export const recategorize: EffectBody = async ({ tx, now, to, write, note }) => {
  const category = now.birth_date ? await categoryOf(tx, now.distanceid, now.birth_date, now.gender) : null;
  const before = now.age_categoryid ?? null;
  if (category === before) return;
  write({ age_categoryid: category });
  if (to === 'distance_updated')
    await note('category_updated', { actor: 'system', changes: [{ field: 'age_categoryid', old: before, new: category }] });
};
