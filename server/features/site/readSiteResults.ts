import { inscriptions } from '@/resources/inscriptions/inscriptions';
import { results } from '@/resources/results/results';
import { columnsOf } from '../../kernel/columnsOf';
import { select, selectOne, value } from '../../kernel/select';
import { every, likeText, sql, type SQL } from '../../kernel/sql';
import type { Transaction } from '../../kernel/transaction';
import { perPage } from './siteFrame';

const r = columnsOf(results, 'r');
const i = columnsOf(inscriptions, 'i');

/** What somebody looks for among published results. */
export interface ResultSearch {
  readonly result_setid: number;
  readonly q: string;
  readonly gender: string;
  readonly category: string;
  readonly page: number;
}
const isHidden = sql`coalesce(${i.name_hidden}, false)`;
const line = {
  resultid: r.resultid,
  number: r.number,
  /** Null where the athlete asked not to be named. */
  name: value<string | null>(sql`case when ${isHidden} then null else ${r.name} end`),
  gender: value<string | null>(sql`${r.gender}`),
  age_category: r.age_category,
  status: value<string>(sql`${r.status}`),
  time_ms: value<number | null>(sql`coalesce(${r.chip_time_ms}, ${r.gun_time_ms})`),
  place_overall: r.place_overall,
  place_gender: r.place_gender,
  place_category: r.place_category,
};
const joined = sql`from ${r} left join ${i} on ${i.inscriptionid} = ${r.inscriptionid}`;
const alive = (result_setid: number): SQL => sql`${r.result_setid} = ${result_setid} and ${r.deleted_at} is null`;

/** A whole number finds its bib; other texts are part of a name, unless that is hidden. */
const searched = (q: string): SQL | null => {
  const text = q.trim();
  if (text === '') return null;
  if (/^\d{1,6}$/.test(text)) return sql`${r.number} = ${Number(text)}`;
  const like = `%${likeText(text)}%`;
  return sql`immutable_unaccent(lower(${r.name})) like immutable_unaccent(lower(${like})) and not ${isHidden}`;
};
const matching = ({ result_setid, q, gender, category }: ResultSearch): SQL =>
  every(
    [
      alive(result_setid),
      searched(q),
      gender ? sql`${r.gender} = ${gender}` : null,
      category ? sql`${r.age_category} = ${category}` : null,
    ].filter((each) => each !== null),
  );

/** One page of results: finishers by their place, then the others by number. */
export const readSiteResults = async (tx: Transaction, search: ResultSearch) => {
  const where = matching(search);
  const lines = await select(
    tx,
    line,
    sql`${joined} where ${where} order by ${r.place_overall} nulls last, ${r.number} nulls last, ${r.resultid} limit ${perPage} offset ${(search.page - 1) * perPage}`,
  );
  const counted = await selectOne(tx, { total: value<number>(sql`count(*)::int`) }, sql`${joined} where ${where}`);
  return { lines, total: counted?.total ?? 0 };
};
export type ResultLine = Awaited<ReturnType<typeof readSiteResults>>['lines'][number];

const podiumSize = 3;
/** The first three of each division. */
export const readSitePodium = (tx: Transaction, result_setid: number): Promise<readonly ResultLine[]> =>
  select(
    tx,
    line,
    sql`${joined} where ${alive(result_setid)} and ${r.status} = 'finished' and ${r.place_gender} <= ${podiumSize} order by ${r.gender}, ${r.place_gender}, ${r.resultid}`,
  );

/** By what results of a set may be narrowed. */
export const readSiteChoices = async (tx: Transaction, result_setid: number) => {
  const found = await select(
    tx,
    { gender: value<string | null>(sql`${r.gender}`), category: r.age_category },
    sql`from ${r} where ${alive(result_setid)} group by 1, 2 order by 2, 1`,
  );
  const distinct = (values: readonly (string | null)[]): readonly string[] => [...new Set(values.filter((each) => each !== null))];
  return { genders: distinct(found.map(({ gender }) => gender)), categories: distinct(found.map(({ category }) => category)) };
};

/** One result of a published set, with its splits and how many finished. */
export const readSiteResult = (tx: Transaction, result_setid: number, resultid: number) =>
  selectOne(
    tx,
    {
      ...line,
      chip_time_ms: r.chip_time_ms,
      gun_time_ms: r.gun_time_ms,
      penalty_ms: r.penalty_ms,
      pace_s: r.pace_s,
      splits: value<readonly { readonly point: string; readonly km?: number | null; readonly time_ms?: number | null }[]>(
        sql`coalesce(${r.splits}, '[]'::jsonb)`,
      ),
      finishers: value<number>(
        sql`(select count(*)::int from results f where f.result_setid = ${r.result_setid} and f.status = 'finished' and f.deleted_at is null)`,
      ),
    },
    sql`${joined} where ${alive(result_setid)} and ${r.resultid} = ${resultid}`,
  );
export type SiteResult = NonNullable<Awaited<ReturnType<typeof readSiteResult>>>;
