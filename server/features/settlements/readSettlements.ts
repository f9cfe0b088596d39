import { buffer } from 'node:stream/consumers';
import { gateway_settlements, type GatewaySettlement } from '@/resources/gateway_settlements/gateway_settlements';
import type { ObjectStorages } from '../../adapters/objectStorage/ObjectStorage';
import type { PaymentGateway } from '../../adapters/paymentGateway/PaymentGateway';
import { readSettlement, UnreadableSettlement, type SettlementLine } from '../../adapters/paymentGateway/settlementCsv';
import { createAudited, updateAudited } from '../../api/write/audited';
import { uploads } from '../../database/tables';
import type { ApiDeps } from '../../kernel/ApiDeps';
import { columnsOf } from '../../kernel/columnsOf';
import { dayOf } from '../../kernel/dayOf';
import { runnerOf } from '../../kernel/runnerOf';
import { select, selectOne, value } from '../../kernel/select';
import { sql } from '../../kernel/sql';
import { inSystemTransaction, type Transaction } from '../../kernel/transaction';
import { applySettlement } from './applySettlement';

const s = columnsOf(gateway_settlements);
const u = columnsOf(uploads);
/** Minutes until a gateway that did not answer is asked again; one that has not settled the day is asked each hour. */
const pauses = [5, 15, 60, 120, 240, 480],
  mostAttempts = 30,
  hour = 60,
  mostDays = 31,
  /** Gateways close a day some hours after midnight. */
  closedAfterHours = 3;
/** The day on which the gateway works now: nothing of it is closed. */
const workingDay = dayOf(sql`(now() - make_interval(hours => ${sql.raw(String(closedAfterHours))}))`);
type Failure = NonNullable<GatewaySettlement['failure']>;

interface Deps extends Pick<ApiDeps, 'pool' | 'registry'> {
  readonly storages: ObjectStorages;
}
interface Due {
  readonly gateway_settlementid: number;
  readonly provider: string | null;
  readonly day: string;
  readonly file: string | null;
  readonly attempts: number | null;
}

/** The days that have ended since the last one that is known; yesterday at first. Each is made once. */
const addDays = async (tx: Transaction, provider: string): Promise<void> => {
  const days = await select(
    tx,
    { day: value<string>(sql`d::date::text`) },
    sql`from generate_series(
          coalesce((select max(${s.day}) + 1 from ${s} where ${s.provider} = ${provider} and ${s.deleted_at} is null), ${workingDay} - 1),
          ${workingDay} - 1, interval '1 day') d order by 1 limit ${sql.raw(String(mostDays))}`,
  );
  for (const { day } of days)
    await createAudited(tx, gateway_settlements, { name: nameOf(provider, day), provider, day, status: 'waiting' });
};
/** How a day of a gateway is called. */
export const nameOf = (provider: string, day: string): string => `${provider} ${day}`;

const nextDue = (tx: Transaction, done: readonly number[]): Promise<Due | undefined> =>
  selectOne(
    tx,
    {
      gateway_settlementid: s.gateway_settlementid,
      provider: s.provider,
      day: value<string>(sql`${s.day}::text`),
      file: value<string | null>(sql`${s.file} ->> 'url'`),
      attempts: s.attempts,
    },
    sql`from ${s} where ${s.status} = 'waiting' and coalesce(${s.next_at} <= now(), true) and ${s.deleted_at} is null and not (${s.gateway_settlementid} = any(${done}::bigint[])) order by ${s.day} limit 1`,
  );

const fileText = async ({ pool, storages }: Deps, url: string): Promise<string | null> => {
  const id = url.split('/').at(-1) ?? '';
  const found = await selectOne(
    runnerOf(pool),
    { storage: u.storage },
    sql`from ${u} where ${u.uploadid} = ${id} and ${u.dropped_at} is null`,
  );
  const data = found ? await storages.named(found.storage)?.get(id) : null;
  return data ? (await buffer(data)).toString('utf8') : null;
};

type Read = { readonly lines: readonly SettlementLine[] } | { readonly failure: Failure; readonly line: number | null };
const failed = (failure: Failure, line: number | null = null): Read => ({ failure, line });
/** Reads the file that somebody uploaded, or asks the gateway for it; outside of any transaction. */
const read = async (deps: Deps, gateway: PaymentGateway, { provider, day, file }: Due): Promise<Read> => {
  if (file === null && provider !== gateway.name) return failed('no_file');
  try {
    const text = file === null ? await gateway.settlement(day) : await fileText(deps, file);
    if (text === null) return failed(file === null ? 'not_ready' : 'no_file');
    return { lines: readSettlement(text) };
  } catch (error) {
    return error instanceof UnreadableSettlement ? failed(error.reason, error.line) : failed('no_answer');
  }
};

const keep = async (tx: Transaction, due: Due, result: Read, provider: string): Promise<void> => {
  const { gateway_settlementid, attempts } = due;
  if ('lines' in result) {
    await applySettlement(tx, { ...due, provider }, result.lines);
    return;
  }
  const { failure, line } = result;
  const tried = (attempts ?? 0) + 1;
  const isTriedAgain = (failure === 'no_answer' || failure === 'not_ready') && tried < mostAttempts;
  const minutes = failure === 'not_ready' ? hour : (pauses[tried - 1] ?? pauses.at(-1) ?? hour);
  await updateAudited(
    tx,
    gateway_settlements,
    (row) => sql`${row.gateway_settlementid} = ${gateway_settlementid} and ${row.status} = 'waiting'`,
    {
      status: isTriedAgain ? 'waiting' : 'failed',
      failure,
      failure_line: line,
      attempts: tried,
      next_at: isTriedAgain ? new Date(Date.now() + minutes * 60_000).toISOString() : null,
    },
  );
};

/** What one sweep read, and which days failed. */
export interface ReadSettlements {
  readonly read: number;
  readonly failed: readonly number[];
}
/**
 * Fetches what the gateway settled for each day that has ended, reads the files that people uploaded, and compares them with the payments.
 *
 * A gateway that does not answer, or has not settled the day yet, is asked again later; after the last attempt people are asked.
 */
export const readSettlements = async (
  deps: Deps,
  gateway: PaymentGateway,
  isOver: () => boolean = () => false,
): Promise<ReadSettlements> => {
  await inSystemTransaction(deps, (tx) => addDays(tx, gateway.name));
  const done: number[] = [],
    broken: number[] = [];
  while (!isOver()) {
    const due = await inSystemTransaction(deps, (tx) => nextDue(tx, done));
    if (!due) break;
    const result = await read(deps, gateway, due);
    await inSystemTransaction(deps, (tx) => keep(tx, due, result, due.provider ?? gateway.name));
    done.push(due.gateway_settlementid);
    if (!('lines' in result)) broken.push(due.gateway_settlementid);
  }
  return { read: done.length - broken.length, failed: broken };
};
