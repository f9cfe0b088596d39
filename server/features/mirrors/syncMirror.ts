import { ServiceRefusal, type RecordPage, type RecordReport, type RecordService } from '../../adapters/recordService/RecordService';
import type { ApiDeps } from '../../kernel/ApiDeps';
import { inSystemTransaction, type Transaction } from '../../kernel/transaction';
import { applyRecord } from './applyRecord';
import type { Mirror } from '../../adapters/recordService/Mirror';

const batchSize = 100,
  mostPages = 200,
  longestError = 500,
  firstPauseSeconds = 15,
  longestPauseSeconds = 900;
const waitingSql = `
  select reportid, ref, status, notes from mirror_reports where service = $1 and sent_at is null and refused_at is null and next_at <= now() and not (reportid = any($2::bigint[])) order by reportid limit ${batchSize}`;
const toldSql = 'update mirror_reports set sent_at = now(), attempts = attempts + 1, error = null where reportid = $1';
const pauseSql = (attempts: string): string =>
  `least(${longestPauseSeconds}, ${firstPauseSeconds} * 2 ^ least(${attempts}, 10)) * interval '1 second'`;
const untoldSql = `
  update mirror_reports set attempts = attempts + 1, error = $2, refused_at = case when $3::boolean then now() end, next_at = now() + ${pauseSql('attempts')} where reportid = $1`;
const dueSql = 'select 1 from mirror_states where service = $1 and (wanted_at is not null or next_at <= now())';
const cursorSql = 'select cursor from mirror_states where service = $1';
const lockSql = `${cursorSql} for update`;
const moveSql = 'update mirror_states set cursor = $2 where service = $1';
const doneSql =
  "update mirror_states set synced_at = now(), wanted_at = null, attempts = 0, error = null, next_at = case when $2::int > 0 then now() + $2::int * interval '1 second' end where service = $1";
const failedSql = `update mirror_states set wanted_at = null, attempts = attempts + 1, error = $2, next_at = now() + ${pauseSql('attempts')} where service = $1`;
const troublesSql = 'select body from mirror_troubles where service = $1 order by updated, ref limit 500';

const reasonOf = (error: unknown): string =>
  (error instanceof Error && error.name !== 'ZodError' ? error.message : 'the service answered something else').slice(0, longestError);

type Deps = Pick<ApiDeps, 'pool' | 'registry'>;
/** What one turn did: reports told, records written or kept aside, and why the service could not be asked. */
export interface Synced {
  readonly told: number;
  readonly applied: number;
  readonly aside: number;
  readonly error: string | null;
}

interface Waiting extends RecordReport {
  readonly reportid: number;
}
const tellOne = async (deps: Deps, mirror: Mirror, service: RecordService, { reportid, ...report }: Waiting): Promise<boolean> => {
  try {
    const answer = await service.report(report);
    await inSystemTransaction(deps, async (tx) => {
      await tx.run(toldSql, [reportid]);
      await applyRecord(tx, mirror, answer);
    });
    return true;
  } catch (error) {
    await inSystemTransaction(deps, (tx) => tx.run(untoldSql, [reportid, reasonOf(error), error instanceof ServiceRefusal]));
    return false;
  }
};
const tellAll = async (deps: Deps, mirror: Mirror, service: RecordService, isOver: () => boolean): Promise<number> => {
  const passed: number[] = [];
  let told = 0;
  while (!isOver()) {
    const waiting = (await inSystemTransaction(deps, (tx) => tx.run(waitingSql, [mirror.service, passed]))).map(
      ([id, ref, status, notes]): Waiting => ({
        reportid: Number(id),
        key: `report-${Number(id)}`,
        ref: String(ref),
        status: String(status),
        notes: notes as string | null,
      }),
    );
    for (const report of waiting) {
      passed.push(report.reportid);
      if (await tellOne(deps, mirror, service, report)) told += 1;
    }
    if (waiting.length < batchSize) break;
  }
  return told;
};

interface Counts {
  readonly applied: number;
  readonly aside: number;
}
const applyAll = async (tx: Transaction, mirror: Mirror, records: readonly unknown[]): Promise<Counts> => {
  let aside = 0;
  for (const record of records) if (await applyRecord(tx, mirror, record)) aside += 1;
  return { applied: records.length - aside, aside };
};
/** Writes a page and the new cursor together; another process that was faster has written it already. */
const takePage = (deps: Deps, mirror: Mirror, asked: string | null, { records, cursor }: RecordPage): Promise<Counts | null> =>
  inSystemTransaction(deps, async (tx) => {
    const [[now = null] = []] = await tx.run(lockSql, [mirror.service]);
    if (now !== asked) return null;
    const counts = await applyAll(tx, mirror, records);
    await tx.run(moveSql, [mirror.service, cursor]);
    return counts;
  });

const pull = async (deps: Deps, mirror: Mirror, service: RecordService, isOver: () => boolean): Promise<Counts> => {
  // What was kept aside may have its registration by now.
  let { applied } = await inSystemTransaction(deps, async (tx) =>
    applyAll(
      tx,
      mirror,
      (await tx.run(troublesSql, [mirror.service])).map(([body]) => body),
    ),
  );
  let aside = 0;
  for (let pages = 0; pages < mostPages && !isOver(); pages += 1) {
    const [[asked = null] = []] = await inSystemTransaction(deps, (tx) => tx.run(cursorSql, [mirror.service]));
    const page = await service.changes(asked as string | null);
    if (page.records.length === 0) break;
    const counts = await takePage(deps, mirror, asked as string | null, page);
    if (!counts || page.cursor === asked) break;
    applied += counts.applied;
    aside += counts.aside;
  }
  return { applied, aside };
};

/**
 * Tells a service what staff found out, and takes over what changed there when it is time or somebody asked. A service that is away is asked again later, and its reason is kept until it answers.
 *
 * Nothing is asked inside a transaction; what a process that ended half way had heard is heard again, and changes nothing twice.
 */
export const syncMirror = async (
  deps: Deps,
  mirror: Mirror,
  service: RecordService,
  everySeconds: number,
  isOver: () => boolean = () => false,
): Promise<Synced> => {
  const told = await tellAll(deps, mirror, service, isOver);
  if ((await inSystemTransaction(deps, (tx) => tx.run(dueSql, [mirror.service]))).length === 0)
    return { told, applied: 0, aside: 0, error: null };
  try {
    const counts = await pull(deps, mirror, service, isOver);
    await inSystemTransaction(deps, (tx) => tx.run(doneSql, [mirror.service, everySeconds]));
    return { told, ...counts, error: null };
  } catch (error) {
    const reason = reasonOf(error);
    await inSystemTransaction(deps, (tx) => tx.run(failedSql, [mirror.service, reason]));
    return { told, applied: 0, aside: 0, error: reason };
  }
};
