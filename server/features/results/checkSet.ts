import { gendersOf, problemsOf, splitKindOf, type Checkable, type SplitKind } from '@/domain/results/check';
import { age_categories } from '@/resources/age_categories/age_categories';
import { inscriptions } from '@/resources/inscriptions/inscriptions';
import type { ResultSet } from '@/resources/result_sets/result_sets';
import { results } from '@/resources/results/results';
import { columnsOf } from '../../kernel/columnsOf';
import { execute, pick, select, selectAll, value, type Runner } from '../../kernel/select';
import { sql, type SQL } from '../../kernel/sql';

const r = columnsOf(results, 'r');
const i = columnsOf(inscriptions, 'i');
const c = columnsOf(age_categories, 'c');
const sampleSize = 400;

type Set = Pick<ResultSet, 'result_setid' | 'split_kind'>;
const checked = pick(
  r,
  'resultid',
  'status',
  'gun_time_ms',
  'chip_time_ms',
  'gender',
  'age_category',
  'inscriptionid',
  'chip_code',
  'name',
  'place_overall',
  'place_gender',
  'place_category',
  'file_place_overall',
  'file_place_gender',
  'file_place_category',
);
type Times = readonly { readonly time_ms?: number | null }[] | null;
const splits = value<Times>(sql`${r.splits}`);

/** Values that several results of a set have. */
const repeated = async (runner: Runner, { result_setid }: Set, of: SQL): Promise<ReadonlySet<string>> =>
  new Set(
    await selectAll(
      runner,
      value<string>(sql`(${of})::text`),
      sql`from ${r} where ${r.result_setid} = ${result_setid} and ${r.deleted_at} is null and (${of}) is not null group by ${of} having count(*) > 1`,
    ),
  );
const nameKey = sql`${r.name} || '|' || coalesce(${r.gender}, '') || '|' || coalesce(${r.age_category}, '')`;

const countGenders = (runner: Runner, { result_setid }: Set) =>
  select(
    runner,
    {
      age_category: value<string>(sql`${r.age_category}`),
      gender: value<string>(sql`${r.gender}`),
      count: value<number>(sql`count(*)::int`),
    },
    sql`from ${r} where ${r.result_setid} = ${result_setid} and ${r.age_category} is not null and ${r.gender} is not null and ${r.deleted_at} is null group by 1, 2`,
  );

/** What a check of a set has to know of all its results. */
export interface SetFacts {
  readonly kind: SplitKind | null;
  readonly registrations: ReadonlySet<string>;
  readonly chips: ReadonlySet<string>;
  readonly names: ReadonlySet<string>;
  readonly genders: ReadonlyMap<string, string>;
}
export const readSetFacts = async (runner: Runner, set: Set): Promise<SetFacts> => {
  const sample = set.split_kind
    ? []
    : await select(
        runner,
        { ...pick(r, 'gun_time_ms', 'chip_time_ms'), splits },
        sql`from ${r} where ${r.result_setid} = ${set.result_setid} and ${r.status} = 'finished' and ${r.splits} is not null and ${r.deleted_at} is null limit ${sampleSize}`,
      );
  return {
    kind: set.split_kind ?? splitKindOf(sample),
    registrations: await repeated(runner, set, sql`${r.inscriptionid}`),
    chips: await repeated(runner, set, sql`upper(${r.chip_code})`),
    names: await repeated(runner, set, nameKey),
    genders: gendersOf(await countGenders(runner, set)),
  };
};

/** Checks the next results of a set and writes what differs. Answers the last key that it looked at, or null at the end. */
export const checkPart = async (runner: Runner, set: Set, facts: SetFacts, after: number, most: number): Promise<number | null> => {
  const rows = await select(
    runner,
    {
      ...checked,
      splits,
      known: r.problems,
      check: r.check,
      name_key: value<string>(nameKey),
      registered_gender: i.gender,
      registered_category: c.name,
    },
    sql`from ${r} left join ${i} on ${i.inscriptionid} = ${r.inscriptionid} left join ${c} on ${c.age_categoryid} = ${i.age_categoryid}
         where ${r.result_setid} = ${set.result_setid} and ${r.deleted_at} is null and ${r.resultid} > ${after} order by ${r.resultid} limit ${most}`,
  );
  const has = (values: ReadonlySet<string>, one: unknown): number => (one !== null && values.has(String(one)) ? 1 : 0);
  const changes = rows.flatMap((row) => {
    const facing: Checkable = {
      ...row,
      same_registration: has(facts.registrations, row.inscriptionid),
      same_chip: has(facts.chips, row.chip_code?.toUpperCase() ?? null),
      category_gender: facts.genders.get(row.age_category ?? '') ?? null,
      same_name: row.inscriptionid === null ? has(facts.names, row.name_key) : 0,
    };
    const problems = problemsOf(facing, facts.kind);
    const known = row.known ?? [];
    const isAccepted = row.check === 'accepted' && problems.every((each) => known.includes(each));
    const check = problems.length === 0 ? null : isAccepted ? 'accepted' : 'open';
    const isSame = check === row.check && problems.length === known.length && problems.every((each) => known.includes(each));
    return isSame ? [] : [{ id: row.resultid, problems: problems.length === 0 ? null : problems, state: check }];
  });
  if (changes.length > 0)
    await execute(
      runner,
      sql`update results set problems = u.problems, "check" = u.state from jsonb_to_recordset(${JSON.stringify(changes)}::jsonb) u(id bigint, problems text[], state text)
           where results.resultid = u.id`,
    );
  const last = rows.at(-1)?.resultid;
  return last === undefined || rows.length < most ? null : last;
};
