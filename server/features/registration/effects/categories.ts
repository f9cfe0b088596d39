import { age_categories } from '@/resources/age_categories/age_categories';
import type { Inscription } from '@/resources/inscriptions/inscriptions';
import { distances } from '@/resources/distances/distances';
import { events } from '@/resources/events/events';
import type { EffectBody } from '../Change';
import { columnsOf, orNull } from '../../../kernel/columnsOf';
import { selectAll, value } from '../../../kernel/select';
import { sql } from '../../../kernel/sql';
import type { Transaction } from '../../../kernel/transaction';
import { ageOn, raceDay } from '../eligibility';

const a = columnsOf(age_categories, 'a');
const c = columnsOf(age_categories, 'c');
const d = columnsOf(distances, 'd');
const e = columnsOf(events, 'e');
/** The age category of each athlete of a distance, in the same order. */
const categoriesOf = async (tx: Transaction, people: readonly Pick<Inscription, 'distanceid' | 'birth_date' | 'gender'>[]) => {
  if (people.length === 0) return [];
  const [distanceids, births, genders] = [
    people.map(({ distanceid }) => distanceid),
    people.map(({ birth_date }) => birth_date ?? null),
    people.map(({ gender }) => gender),
  ];
  return selectAll(
    tx,
    orNull(c.age_categoryid),
    sql`from unnest(${distanceids}::bigint[], ${births}::date[], ${genders}::text[]) with ordinality as of (distanceid, birth_date, gender, at) left join lateral (
      select ${a.age_categoryid} as age_categoryid from ${a} join ${d} on ${d.distanceid} = ${a.distanceid} join ${e} on ${e.eventid} = ${d.eventid} ${raceDay} cross join lateral (select ${ageOn(value<string>(sql`of.birth_date`))} as years) old
       where ${a.distanceid} = of.distanceid and ${a.deleted_at} is null and ${a.branch} in (of.gender, 'mixed') and old.years between coalesce(${a.age_min}, 0) and coalesce(${a.age_max}, 200)
       order by ${a.branch} = 'mixed', ${a.sort}, ${a.age_categoryid} limit 1) c on true order by of.at`,
  );
};

/** Puts athletes into the age category of their distance; without a birth date there is none. Another distance after payment says so in the log. */
export const recategorize: EffectBody = async (tx, changes) => {
  const born = changes.filter(({ now }) => now.birth_date);
  const found = await categoriesOf(
    tx,
    born.map(({ now }) => now),
  );
  const categories = new Map(born.map(({ id }, at) => [id, found[at] ?? null]));
  for (const { id, now, to, write, note } of changes) {
    const category = categories.get(id) ?? null,
      before = now.age_categoryid ?? null;
    if (category === before) continue;
    write({ age_categoryid: category });
    if (to === 'distance_updated')
      note('category_updated', { actor: 'system', changes: [{ field: 'age_categoryid', old: before, new: category }] });
  }
};
