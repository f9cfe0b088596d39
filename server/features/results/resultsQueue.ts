import { z } from 'zod';
import { result_sets, type ResultSet } from '@/resources/result_sets/result_sets';
import { result_versions } from '@/resources/result_versions/result_versions';
import { results } from '@/resources/results/results';
import { askedQueue, type AskedQueue, type Portion, type Step } from '../../jobs/Queue';
import { tellPerson } from '../../jobs/signals';
import { readStored } from '../../api/list/stored';
import { columnsOf } from '../../kernel/columnsOf';
import { execute, pick, select } from '../../kernel/select';
import { sql } from '../../kernel/sql';
import type { Transaction } from '../../kernel/transaction';
import { checkPart, readSetFacts, type SetFacts } from './checkSet';
import { matchPart } from './matchSet';
import { computePlaces, rankAtOnce, showComputed } from './rankSet';
import type { ResultChange } from './versions';

const s = columnsOf(result_sets);
const v = columnsOf(result_versions);
const r = columnsOf(results);
const about = z.object({ result_setid: z.int() });
const mostAtOnce = 2000;

type Working = Pick<Portion<unknown>, 'tx' | 'pace'>;
type Stage = NonNullable<ResultSet['stage']>;

/** How far the work on a set is. */
const reach = (tx: Transaction, id: number, stage: Stage | null, reached: number): Promise<void> =>
  execute(tx, sql`update ${s} set ${s.stage} = ${stage}, ${s.reached} = ${reached} where ${s.result_setid} = ${id}`);

/** Works in parts while the portion lasts. Answers how far it is, or null when that was all. */
const inParts = async (
  { pace }: Working,
  from: number,
  part: (after: number, most: number) => Promise<number | null>,
): Promise<number | null> => {
  let after: number | null = from;
  do {
    const most = pace.batch(mostAtOnce);
    after = await part(after, most);
    pace.took(most);
  } while (after !== null && !(await pace.isOver()));
  return after;
};

/** Versions that were waiting for the places know how many results moved, and where those that changed are now. */
const noteMoves = async (tx: Transaction, { result_setid }: ResultSet, moved: number): Promise<void> => {
  const waiting = await select(
    tx,
    pick(v, 'result_versionid', 'changes'),
    sql`from ${v} where ${v.result_setid} = ${result_setid} and ${v.moved_total} is null and ${v.deleted_at} is null`,
  );
  for (const { result_versionid, changes } of waiting) {
    const ids = (changes ?? []).map(({ resultid }) => resultid);
    const now = await select(tx, pick(r, 'resultid', 'place_overall'), sql`from ${r} where ${r.resultid} = any(${ids}::bigint[])`);
    const places = new Map(now.map(({ resultid, place_overall }) => [resultid, place_overall]));
    const after: readonly ResultChange[] = (changes ?? []).map((each) => ({ ...each, place_after: places.get(each.resultid) ?? null }));
    await execute(
      tx,
      sql`update ${v} set ${v.moved_total} = ${moved}, ${v.changes} = ${JSON.stringify(after)}::jsonb where ${v.result_versionid} = ${result_versionid}`,
    );
  }
};

/** Ranks a set: with one statement on PostgreSQL; on the embedded engine, which does nothing else meanwhile, the places are computed apart first. */
const rank = async (working: Working, set: ResultSet, engine: 'pglite' | 'postgres'): Promise<number | null> => {
  const { tx } = working;
  if (engine === 'postgres') {
    await noteMoves(tx, set, await rankAtOnce(tx, set));
    return null;
  }
  if (set.reached === 0) {
    await computePlaces(tx, set);
    return 1;
  }
  await noteMoves(tx, set, await showComputed(tx, set));
  return null;
};

/** What a check knows of all results of a set, until they change: each portion would read it again. */
const known = new Map<number, { readonly touched: number; readonly facts: SetFacts }>();
const factsOf = async (tx: Transaction, set: ResultSet): Promise<SetFacts> => {
  const found = known.get(set.result_setid);
  if (found && found.touched === set.touched && set.reached > 0) return found.facts;
  const facts = await readSetFacts(tx, set);
  known.set(set.result_setid, { touched: set.touched, facts });
  return facts;
};
const check = async (working: Working, set: ResultSet): Promise<number | null> => {
  const facts = await factsOf(working.tx, set);
  return inParts(working, set.reached, (after, most) => checkPart(working.tx, set, facts, after, most));
};

const next: Readonly<Record<Stage, Stage | null>> = { match: 'rank', rank: 'check', check: null };
/** One portion of the work on a set. When something changed meanwhile, it begins again. */
const performStage = async (working: Working, set: ResultSet, stage: Stage, engine: 'pglite' | 'postgres'): Promise<Step> => {
  const { tx } = working,
    { result_setid: id } = set;
  if (stage === 'match' && set.reached === 0)
    await execute(tx, sql`update ${s} set ${s.ranked} = ${s.touched} where ${s.result_setid} = ${id}`);
  const after =
    stage === 'match'
      ? await inParts(working, set.reached, (from, most) => matchPart(tx, set, from, most))
      : stage === 'rank'
        ? await rank(working, set, engine)
        : await check(working, set);
  if (after !== null) {
    await reach(tx, id, stage, after);
    return 'more';
  }
  const following = next[stage];
  if (following) {
    await reach(tx, id, following, 0);
    return 'more';
  }
  const isLate = set.touched !== set.ranked;
  await reach(tx, id, isLate ? 'match' : null, 0);
  if (isLate) return 'more';
  known.delete(id);
  await execute(tx, sql`update ${s} set ${s.ranked_at} = now(), ${s.updated} = now() where ${s.result_setid} = ${id}`);
  return 'done';
};

/** Matches, ranks and checks the results of a set after they changed. */
export const resultsQueue = (engine: 'pglite' | 'postgres'): AskedQueue =>
  askedQueue({
    name: 'results',
    data: about,
    portion: ({ tx, data: { result_setid }, pace }) =>
      tx.asOwner(async () => {
        const set = await readStored(tx, result_sets, result_setid, { lock: true });
        if (!set?.stage) return 'done';
        const step = await performStage({ tx, pace }, set, set.stage, engine);
        if (step === 'done' && tx.userid !== null)
          await tellPerson(tx, {
            userid: tx.userid,
            organizationid: tx.grants.organizationid,
            kind: 'result_sets',
            id: String(result_setid),
          });
        return step;
      }),
    ended: async (tx, { result_setid }) => reach(tx, result_setid, null, 0),
  });

/** Work on a set stops with its job: the screen says that its places are of before. */
export const resultsStopped = (tx: Transaction, data: unknown): Promise<void> => reach(tx, about.parse(data).result_setid, null, 0);
/** It begins again with its job. */
export const resultsTriedAgain = (tx: Transaction, data: unknown): Promise<void> => reach(tx, about.parse(data).result_setid, 'match', 0);
