import { import_jobs } from '@/resources/import_jobs/import_jobs';
import { import_rows } from '@/resources/import_rows/import_rows';
import type { Hooks } from '../../../kernel/defineHooks';
import { columnsOf } from '../../../kernel/columnsOf';
import { execute } from '../../../kernel/select';
import { bind, sql } from '../../../kernel/sql';
import type { Transaction } from '../../../kernel/transaction';
import type { Portion, Step } from '../../../jobs/Queue';
import { added, moved, readCounters, take } from './counters';
import type { Importable } from './Importable';
import { importIn } from '../../../kernel/importing';
import { importingBy, type Job, type Taken } from './Job';
import { refusedAs, type Verdict } from './performRow';
import { performRows } from './performRows';
import { firstRowsWith, keepKeys, keysOf, onceKeysOf, rowsWith } from './rowKeys';
import { readRows, type KeptRow } from './rows';
import { readScene, type ReadRow, type Scene } from './scene';

const j = columnsOf(import_jobs);
const r = columnsOf(import_rows);

/** What a check works with. */
export interface Checking {
  readonly job: Job;
  readonly importable: Importable;
  readonly hooks: ReadonlyMap<string, Hooks>;
}
/** What checking rows came to. */
export interface Checked {
  readonly verdicts: readonly { readonly read: ReadRow; readonly verdict: Verdict }[];
  readonly taken: Taken;
}

/** The same transaction for work that is undone: nothing that it leaves for later is done. */
const undoneOf = (tx: Transaction): Transaction => ({ ...tx, isRehearsal: true, further: () => {} });

const mostEarlier = 500,
  mostSteps = 4;
/** Earlier rows on which these depend, directly or through each other: they share a person or a value that only one record holds. */
const readEarlier = async (
  tx: Transaction,
  { job }: Checking,
  scene: Scene,
  read: readonly ReadRow[],
  first: number,
): Promise<readonly KeptRow[]> => {
  const rows = new Map<number, KeptRow>();
  let open = read;
  for (let step = 0; step < mostSteps && open.length > 0; step += 1) {
    const numbers = (
      await rowsWith(
        tx,
        job.import_jobid,
        open.flatMap((each) => keysOf(scene, each)),
        first,
      )
    ).filter((no) => !rows.has(no));
    if (numbers.length === 0 || rows.size >= mostEarlier) break;
    const found = await tx.asOwner(() =>
      readRows(tx, job.import_jobid, {
        where: sql`${r.row_no} = any(${numbers.slice(0, mostEarlier)}::int[]) and ${r.action} in ('create', 'update')`,
        most: mostEarlier,
      }),
    );
    for (const row of found) rows.set(row.row_no, row);
    open = found.length === 0 ? [] : (await readScene(scene, found)).read;
  }
  return [...rows.values()].sort((one, other) => one.row_no - other.row_no);
};

/** Rows whose number, or what else only one row of a file has, an earlier row has too. */
const twinsIn = async (tx: Transaction, scene: Scene, read: readonly ReadRow[]): Promise<ReadonlyMap<number, Verdict>> => {
  const keys = read.map((each) => ({ row_no: each.kept.row_no, own: onceKeysOf(scene, each) }));
  const first = new Map(
    await firstRowsWith(
      tx,
      scene.job.import_jobid,
      keys.flatMap(({ own }) => own),
    ),
  );
  const twins = new Map<number, Verdict>();
  for (const { row_no, own } of keys)
    for (const key of own) {
      const earlier = first.get(key) ?? row_no;
      first.set(key, Math.min(earlier, row_no));
      if (earlier < row_no) twins.set(row_no, refusedAs('ROW_TWICE', { row: earlier }));
    }
  return twins;
};

/** Verdicts without the keys of records that exist only until they are undone. */
const withoutUndone = (verdicts: Checked['verdicts'], all: Checked['verdicts']): Checked['verdicts'] => {
  const records = new Set(all.flatMap(({ verdict }) => (verdict.action === 'create' ? [verdict.recordid] : [])));
  const people = new Set(all.flatMap(({ verdict }) => (verdict.person === 'made' ? [verdict.web_userid] : [])));
  return verdicts.map(({ read, verdict }) => ({
    read,
    verdict: {
      ...verdict,
      ...(records.has(verdict.recordid) && { recordid: null }),
      ...(people.has(verdict.web_userid) && { web_userid: null }),
    },
  }));
};

/**
 * Says what rows would come to: they are written as the import would write them, and all of it is undone.
 *
 * Rows before them on which they depend are written first, and what all rows before them have taken of seats, coupons and sizes is taken.
 */
export const checkRows = async (outer: Transaction, checking: Checking, rows: readonly KeptRow[], isAlone = false): Promise<Checked> => {
  const { job, importable, hooks } = checking;
  const tx = undoneOf(outer);
  const importer = hooks.get(importable.resource.name)?.imports ?? {};
  const counters = importer.counters ?? [];
  importIn(tx, importingBy(job));
  await tx.client.query('savepoint import_check');
  try {
    const { scene, read } = await readScene({ tx, job, importable, importer, hooks }, rows);
    const first = rows[0]?.row_no ?? 0;
    const earlier = await readEarlier(tx, checking, scene, read, first);
    const whole = earlier.length === 0 ? { scene, read: [] } : await readScene(scene, [...earlier, ...rows]);
    const values = [...whole.read, ...read].map((each) => each.values);
    const before = await readCounters(tx, counters, job, values);
    const known = new Set(earlier.map(({ row_no }) => row_no));
    const again = await performRows(
      whole.scene,
      whole.read.filter(({ kept }) => known.has(kept.row_no)),
    );
    const retaken = moved(before, await readCounters(tx, counters, job, values));
    if (!isAlone)
      await take(tx, counters, added(job.taken ?? {}, Object.fromEntries(Object.entries(retaken).map(([name, value]) => [name, -value]))));
    const start = await readCounters(tx, counters, job, values);
    const twins = await twinsIn(tx, scene, read);
    const performed = await performRows(
      whole.scene,
      read.filter(({ kept }) => !twins.has(kept.row_no)),
    );
    const taken = moved(start, await readCounters(tx, counters, job, values));
    const came = new Map(performed.map(({ read: row, verdict }) => [row, verdict]));
    const verdicts = read.flatMap((row) => {
      const verdict = twins.get(row.kept.row_no) ?? came.get(row);
      return verdict ? [{ read: row, verdict }] : [];
    });
    return { verdicts: withoutUndone(verdicts, [...again, ...verdicts]), taken };
  } finally {
    await tx.client.query('rollback to savepoint import_check; release savepoint import_check');
  }
};

const longestMessage = 300;
/** Reasons without what people typed into fields that some readers do not see. */
const plainErrors = (importable: Importable, { reasons }: Verdict): readonly { readonly path: string; readonly message: string }[] =>
  reasons.map(({ path, code, rule }) => ({
    path: path.slice(0, 120) || importable.resource.key,
    message: (rule ?? code).slice(0, longestMessage),
  }));

/** Writes what rows came to. */
export const keepVerdicts = (
  tx: Transaction,
  { job, importable }: Pick<Checking, 'job' | 'importable'>,
  verdicts: Checked['verdicts'],
  fate: 'written' | null = null,
): Promise<void> =>
  tx.asOwner(() => {
    const of = <T>(pick: (verdict: Verdict, read: ReadRow) => T): readonly T[] => verdicts.map(({ verdict, read }) => pick(verdict, read));
    const isInscription = importable.resource.name === 'inscriptions';
    const isWritten = fate !== null;
    const found = (verdict: Verdict): number | null =>
      isWritten || verdict.action === 'skip' || verdict.action === 'update' ? verdict.recordid : null;
    return execute(
      tx,
      sql`update ${sql.raw('import_rows')} set action = u.action, errors = u.errors::jsonb, reasons = u.reasons::jsonb, changes = u.changes::jsonb, person = u.person,
             web_userid = u.web_userid, recordid = u.recordid, record_version = u.version, inscriptionid = u.inscriptionid, duplicate_of_inscriptionid = u.duplicate, fate = u.fate, updated = now()
        from unnest(${bind(of((_v, read) => read.kept.import_rowid))}::bigint[], ${bind(of(({ action }) => action))}::text[], ${bind(of((verdict) => JSON.stringify(plainErrors(importable, verdict))))}::text[],
          ${bind(of(({ reasons }) => (reasons.length > 0 ? JSON.stringify(reasons) : null)))}::text[], ${bind(of(({ changes }) => (changes.length > 0 ? JSON.stringify(changes) : null)))}::text[],
          ${bind(of(({ person, reasons }) => (reasons.some(({ code }) => code === 'ATHLETE_PROPOSED') ? 'name_birth' : person)))}::text[],
          ${bind(of((verdict) => (isWritten || verdict.person !== 'made' ? verdict.web_userid : null)))}::bigint[], ${bind(of(found))}::int[], ${bind(of((verdict) => (isWritten ? verdict.version : null)))}::int[],
          ${bind(of((verdict) => (isInscription && !verdict.isDuplicate ? found(verdict) : null)))}::bigint[], ${bind(of((verdict) => (isInscription && verdict.isDuplicate ? verdict.recordid : null)))}::bigint[],
          ${bind(of(({ action }) => (action === 'create' || action === 'update' ? fate : null)))}::text[])
          u(id, action, errors, reasons, changes, person, web_userid, recordid, version, inscriptionid, duplicate, fate)
       where import_rows.import_rowid = u.id and import_rows.import_jobid = ${job.import_jobid}`,
    );
  });

/** The next rows that are to be checked: those behind the place that was reached, then those that a person changed. */
export const rowsToCheck = (tx: Transaction, job: Job, handled: number, most: number): Promise<readonly KeptRow[]> =>
  tx.asOwner(() =>
    readRows(tx, job.import_jobid, {
      where: handled < job.rows_total ? sql`${r.row_no} > ${handled}` : sql`${r.action} is null`,
      most,
    }),
  );

/** Counts what the rows of an import came to. */
export const countRows = (tx: Transaction, jobid: number): Promise<void> =>
  tx.asOwner(() =>
    execute(
      tx,
      sql`update ${sql.raw('import_jobs')} set new_total = c.made, updated_total = c.changed, skipped_total = c.same, errors_total = c.refused, duplicates_total = c.twice, proposed_total = c.proposed, updated = now()
        from (select count(*) filter (where ${r.action} = 'create') as made, count(*) filter (where ${r.action} = 'update') as changed, count(*) filter (where ${r.action} = 'skip') as same,
                     count(*) filter (where ${r.action} = 'error') as refused, count(*) filter (where ${r.action} = 'skip' and ${r.reasons} is not null) as twice,
                     count(*) filter (where ${r.action} = 'error' and ${r.person} = 'name_birth' and ${r.decision} is null) as proposed
                from ${r} where ${r.import_jobid} = ${jobid} and ${r.deleted_at} is null) c
       where import_jobs.import_jobid = ${jobid}`,
    ),
  );

/** One portion of a check. */
export const rehearsePortion = async ({ tx, pace }: Pick<Portion<unknown>, 'tx' | 'pace'>, checking: Checking): Promise<Step> => {
  const { job } = checking;
  let { handled_total: handled, taken } = job,
    matched = 0,
    isDone = false;
  do {
    const rows = await rowsToCheck(tx, job, handled, pace.batch());
    if (rows.length === 0) {
      isDone = true;
      break;
    }
    const checked = await checkRows(tx, { ...checking, job: { ...job, taken } }, rows);
    await keepVerdicts(tx, checking, checked.verdicts);
    await keepKeys(
      tx,
      job.import_jobid,
      checked.verdicts.map(({ read }) => ({ row_no: read.kept.row_no, keys: keysOf(checking, read) })),
    );
    taken = added(taken ?? {}, checked.taken);
    handled = Math.max(handled, rows.at(-1)?.row_no ?? handled);
    matched += rows.length;
    pace.took(rows.length);
  } while (!(await pace.isOver()));
  await tx.asOwner(() =>
    execute(
      tx,
      sql`update ${j} set ${j.handled_total} = ${handled}, ${j.taken} = ${JSON.stringify(taken ?? {})}::jsonb, ${j.matched_total} = ${j.matched_total} + ${matched}, ${j.updated} = now() where ${j.import_jobid} = ${job.import_jobid}`,
    ),
  );
  if (!isDone) return 'more';
  await countRows(tx, job.import_jobid);
  if (job.live) {
    await tx.asOwner(() =>
      execute(
        tx,
        sql`update ${j} set ${j.status} = 'running', ${j.task} = 'run', ${j.handled_total} = 0, ${j.finished_at} = null, ${j.rollback_until} = now() + interval '72 hours', ${j.updated} = now()
             where ${j.import_jobid} = ${job.import_jobid}`,
      ),
    );
    return 'more';
  }
  await tx.asOwner(() =>
    execute(
      tx,
      sql`update ${j} set ${j.status} = 'validated', ${j.task} = null, ${j.finished_at} = null, ${j.updated} = now() where ${j.import_jobid} = ${job.import_jobid}`,
    ),
  );
  return 'done';
};
