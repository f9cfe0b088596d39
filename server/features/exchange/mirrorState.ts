import type pg from 'pg';
import type { RecordService } from '../../adapters/recordService/RecordService';
import { conflict } from '../../kernel/DomainError';
import type { Row } from '../../kernel/Row';
import type { Transaction } from '../../kernel/transaction';
import type { Mirror } from '../../adapters/recordService/Mirror';
import { mirror_reports, mirror_states, mirror_troubles } from '../../database/tables';
import { columnsOf, type Column } from '../../kernel/columnsOf';
import { runnerOf } from '../../kernel/runnerOf';
import { execute, select, selectOne, value } from '../../kernel/select';
import { sql, type SQL } from '../../kernel/sql';

const mostListed = 50;
const m = columnsOf(mirror_states);
const kept = columnsOf(mirror_states, 'mirror_states');
const t = columnsOf(mirror_troubles);
const r = columnsOf(mirror_reports);
const left = {
  ref: value<string>(sql`t.ref`),
  path: value<string>(sql`t.path`),
  message: value<string>(sql`t.message`),
  params: value<LeftRecord['params']>(sql`t.params`),
};
const leftOf = (tx: Transaction, service: string): Promise<readonly LeftRecord[]> =>
  select(
    tx,
    left,
    sql`from (
      select ${t.ref} as ref, ${t.path} as path, ${t.message} as message, ${t.params} as params, ${t.updated} as updated from ${t} where ${t.service} = ${service}
      union all select ${r.ref}, '', ${r.error}, null, ${r.created} from ${r} where ${r.service} = ${service} and ${r.sent_at} is null and ${r.error} is not null) t order by t.updated desc, t.ref limit ${sql.raw(String(mostListed + 1))}`,
  );

/** Records who keeps the records of a mirror now, so that actions know it. A different service than before is read from its beginning. */
export const recordProvider = async (pool: pg.Pool, { service }: Mirror, provider: RecordService | null): Promise<void> => {
  const excluded = (column: Column<unknown>): SQL => sql`excluded.${column}`;
  await execute(
    runnerOf(pool),
    sql`insert into ${m} (${m.service}, ${m.provider}, ${m.next_at}) values (${service}, ${provider?.name ?? null}, now()) on conflict (${m.service}) do update set ${m.provider} = ${excluded(m.provider)},
      ${m.cursor} = case when ${kept.provider} is not distinct from ${excluded(m.provider)} then ${kept.cursor} end, ${m.next_at} = coalesce(${kept.next_at}, now())`,
  );
};

/** A record that could not be imported, or a report that its service did not accept, and why. */
export interface LeftRecord {
  readonly ref: string;
  readonly path: string;
  readonly message: string;
  readonly params: Readonly<Record<string, unknown>> | null;
}
/** The state of the exchange with a service. */
export interface MirrorState {
  readonly provider: string;
  readonly synced_at: string | null;
  readonly error: string | null;
  readonly left: readonly LeftRecord[];
}

/** Asks a service as soon as possible, and answers the state of the exchange. Only the platform sees the records of others. */
export const askRefresh = (tx: Transaction, { service }: Mirror): Promise<MirrorState> =>
  tx.asOwner(async () => {
    const state = await selectOne(
      tx,
      { provider: value<string>(sql`${m.provider}`), synced_at: m.synced_at, error: m.error },
      (list) => sql`update ${m} set ${m.wanted_at} = now() where ${m.service} = ${service} and ${m.provider} is not null returning ${list}`,
    );
    if (!state) throw conflict('NO_SERVICE');
    return { ...state, left: tx.grants.is_platform ? await leftOf(tx, service) : [] };
  });

/** Queues records that are new to the service. They arrive before what is reported about them. */
export const queueRecords = async (tx: Transaction, { service, ref }: Mirror, status: string, records: readonly Row[]): Promise<void> => {
  await tx.asOwner(() =>
    execute(
      tx,
      sql`insert into ${r} (${r.service}, ${r.ref}, ${r.status}, ${r.record}) select ${service}, g.value ->> ${ref}, ${status}, g.value from jsonb_array_elements(${JSON.stringify(records)}::jsonb) g`,
    ),
  );
};

/** Queues a report of staff for the service; an action never calls a service itself. */
export const queueReport = async (
  tx: Transaction,
  { service }: Mirror,
  ref: string,
  status: string,
  notes: string | null = null,
): Promise<void> => {
  await tx.asOwner(() =>
    execute(tx, sql`insert into ${r} (${r.service}, ${r.ref}, ${r.status}, ${r.notes}) values (${service}, ${ref}, ${status}, ${notes})`),
  );
};
