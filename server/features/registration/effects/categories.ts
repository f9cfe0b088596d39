import type { EffectBody } from '../Change';

const categorySql = `
  select a.age_categoryid
    from age_categories a join distances d using (distanceid) join events e on e.eventid = d.eventid
         cross join lateral (select (coalesce(d.start_at, e.start_at) at time zone e.timezone)::date as day) at
         cross join lateral (select extract(year from age(case d.age_rule when 'dec_31' then make_date(extract(year from at.day)::int, 12, 31) else at.day end, $2::date))::int as years) old
   where a.distanceid = $1 and a.deleted_at is null and a.branch in ($3, 'mixed') and old.years between coalesce(a.age_min, 0) and coalesce(a.age_max, 200)
   order by a.branch = 'mixed', a.sort, a.age_categoryid limit 1`;

/** Puts the athlete into the age category of the distance; without a birth date there is none. Another distance after payment says so in the log. */
export const recategorize: EffectBody = async ({ tx, now, to, write, note }) => {
  const [found] = now.birth_date ? await tx.run(categorySql, [now.distanceid, now.birth_date, now.gender]) : [];
  const category = found ? Number(found[0]) : null;
  const before = now.age_categoryid ?? null;
  if (category === before) return;
  write({ age_categoryid: category });
  if (to === 'distance_updated')
    await note('category_updated', { actor: 'system', changes: [{ field: 'age_categoryid', old: before, new: category }] });
};
