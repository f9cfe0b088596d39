import { ServiceRefusal, type RecordPage, type RecordReport, type RecordService } from '../../adapters/recordService/RecordService';
import type { ApiDeps } from '../../kernel/ApiDeps';
import type { Row } from '../../kernel/Row';
import { inSystemTransaction, type Transaction } from '../../kernel/transaction';
import { applyRecord } from './applyRecord';
import type { Mirror } from '../../adapters/recordService/Mirror';
import { mirror_reports, mirror_states, mirror_troubles } from '../../database/tables';
import { columnsOf, type Column } from '../../kernel/columnsOf';
import { execute, exists, pick, select, selectAll, value } from '../../kernel/select';
import { sql, type SQL } from '../../kernel/sql';

const batchSize = 100,
  mostPages = 200,
  longestError = 500,
  firstPauseSeconds = 15,
  longestPauseSeconds = 900;
const r = columnsOf(mirror_reports);
const m = columnsOf(mirror_states);
const t = columnsOf(mirror_troubles);
const { raw } = sql;
const [first, longest] = [raw(String(firstPauseSeconds)), raw(String(longestPauseSeconds))];
/** The pause after this many attempts. */
const pauseAfter = (attempts: Column<number>): SQL => sql`least(${longest}, ${first} * 2 ^ least(${attempts}, 10)) * interval '1 second'`;

const findWaiting = (tx: Transaction, service: string, passed: readonly number[]) =>
  select(
    tx,
    { ...pick(r, 'reportid', 'ref', 'status', 'notes'), record: value<Row | null>(sql`${r.record}`) },
    sql`from ${r} where ${r.service} = ${service} and ${r.sent_at} is null and ${r.refused_at} is null and ${r.next_at} <= now() and not (${r.reportid} = any(${passed}::bigint[])) order by ${r.reportid} limit ${raw(String(batchSize))}`,
  );
const writeSent = (tx: Transaction, id: number): Promise<void> =>
  execute(tx, sql`update ${r} set ${r.sent_at} = now(), ${r.attempts} = ${r.attempts} + 1, ${r.error} = null where ${r.reportid} = ${id}`);
const writeUnsent = (tx: Transaction, id: number, reason: string, isRefused: boolean): Promise<void> =>
  execute(
    tx,
    sql`update ${r} set ${r.attempts} = ${r.attempts} + 1, ${r.error} = ${reason}, ${r.refused_at} = case when ${isRefused}::boolean then now() end, ${r.next_at} = now() + ${pauseAfter(r.attempts)} where ${r.reportid} = ${id}`,
  );
const isDue = (tx: Transaction, service: string): Promise<boolean> =>
  exists(tx, sql`from ${m} where ${m.service} = ${service} and (${m.wanted_at} is not null or ${m.next_at} <= now())`);
/** How far a service was read; locked when a page is about to be written. */
const cursorOf = async (tx: Transaction, service: string, lock = sql``): Promise<string | null> => {
  const [cursor = null] = await selectAll(tx, m.cursor, sql`from ${m} where ${m.service} = ${service} ${lock}`);
  return cursor;
};
const writeDone = (tx: Transaction, service: string, everySeconds: number): Promise<void> =>
  execute(
    tx,
    sql`update ${m} set ${m.synced_at} = now(), ${m.wanted_at} = null, ${m.attempts} = 0, ${m.error} = null, ${m.next_at} = case when ${everySeconds}::int > 0 then now() + ${everySeconds}::int * interval '1 second' end where ${m.service} = ${service}`,
  );
const writeFailed = (tx: Transaction, service: string, reason: string): Promise<void> =>
  execute(
    tx,
    sql`update ${m} set ${m.wanted_at} = null, ${m.attempts} = ${m.attempts} + 1, ${m.error} = ${reason}, ${m.next_at} = now() + ${pauseAfter(m.attempts)} where ${m.service} = ${service}`,
  );

const reasonOf = (error: unknown): string =>
  (error instanceof Error && error.name !== 'ZodError' ? error.message : 'the service answered something else').slice(0, longestError);

type Deps = Pick<ApiDeps, 'pool' | 'registry'>;
/** What one sweep did: reports sent, records written or put aside, and why the service could not be reached. */
export interface Synced {
  readonly reported: number;
  readonly applied: number;
  readonly aside: number;
  readonly error: string | null;
}

interface Waiting extends RecordReport {
  readonly reportid: number;
  /** A record that the service does not have yet. */
  readonly record: Row | null;
}
const tellOne = async (deps: Deps, mirror: Mirror, service: RecordService, { reportid, record, ...report }: Waiting): Promise<boolean> => {
  try {
    if (record) await service.put(report.ref, record);
    const answer = record ? null : await service.report(report);
    await inSystemTransaction(deps, async (tx) => {
      await writeSent(tx, reportid);
      if (!record) await applyRecord(tx, mirror, answer);
    });
    return true;
  } catch (error) {
    await inSystemTransaction(deps, (tx) => writeUnsent(tx, reportid, reasonOf(error), error instanceof ServiceRefusal));
    return false;
  }
};
const tellAll = async (deps: Deps, mirror: Mirror, service: RecordService, isOver: () => boolean): Promise<number> => {
  const passed: number[] = [];
  let reported = 0;
  while (!isOver()) {
    const waiting = await inSystemTransaction(deps, (tx) => findWaiting(tx, mirror.service, passed));
    for (const report of waiting) {
      passed.push(report.reportid);
      if (await tellOne(deps, mirror, service, { ...report, key: `report-${report.reportid}` })) reported += 1;
    }
    if (waiting.length < batchSize) break;
  }
  return reported;
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
/** Writes a page and the new cursor together; does nothing when another process was faster. */
const takePage = (deps: Deps, mirror: Mirror, asked: string | null, { records, cursor }: RecordPage): Promise<Counts | null> =>
  inSystemTransaction(deps, async (tx) => {
    if ((await cursorOf(tx, mirror.service, sql`for update`)) !== asked) return null;
    const counts = await applyAll(tx, mirror, records);
    await execute(tx, sql`update ${m} set ${m.cursor} = ${cursor} where ${m.service} = ${mirror.service}`);
    return counts;
  });

const pull = async (deps: Deps, mirror: Mirror, service: RecordService, isOver: () => boolean): Promise<Counts> => {
  // The registration of a record that was put aside may exist by now.
  let { applied } = await inSystemTransaction(deps, async (tx) =>
    applyAll(
      tx,
      mirror,
      await selectAll(tx, t.body, sql`from ${t} where ${t.service} = ${mirror.service} order by ${t.updated}, ${t.ref} limit 500`),
    ),
  );
  let aside = 0;
  for (let pages = 0; pages < mostPages && !isOver(); pages += 1) {
    const asked = await inSystemTransaction(deps, (tx) => cursorOf(tx, mirror.service));
    const page = await service.changes(asked);
    if (page.records.length === 0) break;
    const counts = await takePage(deps, mirror, asked, page);
    if (!counts || page.cursor === asked) break;
    applied += counts.applied;
    aside += counts.aside;
  }
  return { applied, aside };
};

/**
 * Sends the reports of staff to a service, and imports its changes when it is time or somebody asked. A service that is unavailable is
 * asked again later, and the reason is kept until it answers.
 *
 * No request is made inside a transaction. If a process ends half way, the same changes are read again, which changes nothing twice.
 */
export const syncMirror = async (
  deps: Deps,
  mirror: Mirror,
  service: RecordService,
  everySeconds: number,
  isOver: () => boolean = () => false,
): Promise<Synced> => {
  const reported = await tellAll(deps, mirror, service, isOver);
  if (!(await inSystemTransaction(deps, (tx) => isDue(tx, mirror.service)))) return { reported, applied: 0, aside: 0, error: null };
  try {
    const counts = await pull(deps, mirror, service, isOver);
    await inSystemTransaction(deps, (tx) => writeDone(tx, mirror.service, everySeconds));
    return { reported, ...counts, error: null };
  } catch (error) {
    const reason = reasonOf(error);
    await inSystemTransaction(deps, (tx) => writeFailed(tx, mirror.service, reason));
    return { reported, applied: 0, aside: 0, error: reason };
  }
};
