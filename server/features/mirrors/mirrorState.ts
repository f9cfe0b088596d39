import type pg from 'pg';
import type { RecordService } from '../../adapters/recordService/RecordService';
import { conflict } from '../../kernel/DomainError';
import type { Transaction } from '../../kernel/transaction';
import type { Mirror } from '../../adapters/recordService/Mirror';

const mostListed = 50;
const providerSql = `
  insert into mirror_states (service, provider, next_at) values ($1, $2, now()) on conflict (service) do update set provider = excluded.provider,
    cursor = case when mirror_states.provider is not distinct from excluded.provider then mirror_states.cursor end, next_at = coalesce(mirror_states.next_at, now())`;
const askSql =
  'update mirror_states set wanted_at = now() where service = $1 and provider is not null returning provider, synced_at, error';
const leftSql = `
  select ref, path, message, params from (
    select ref, path, message, params, updated from mirror_troubles where service = $1
    union all select ref, '', error, null, created from mirror_reports where service = $1 and sent_at is null and error is not null) t order by updated desc, ref limit ${mostListed + 1}`;
const reportSql = 'insert into mirror_reports (service, ref, status, notes) values ($1, $2, $3, $4)';

/** Writes down who keeps the records of a mirror now, for actions to know; another service than before is read from its beginning. */
export const recordProvider = async (pool: pg.Pool, { service }: Mirror, provider: RecordService | null): Promise<void> => {
  await pool.query(providerSql, [service, provider?.name ?? null]);
};

/** One record that could not be taken over, or a report that its service did not take, and why. */
export interface LeftRecord {
  readonly ref: string;
  readonly path: string;
  readonly message: string;
  readonly params: Readonly<Record<string, unknown>> | null;
}
/** How the exchange with a service stands. */
export interface MirrorState {
  readonly provider: string;
  readonly synced_at: string | null;
  readonly error: string | null;
  readonly left: readonly LeftRecord[];
}

/** Has a service asked as soon as may be, and answers how the exchange stands. Records of others are named to the platform alone. */
export const askRefresh = (tx: Transaction, { service }: Mirror): Promise<MirrorState> =>
  tx.asOwner(async () => {
    const [state] = await tx.run(askSql, [service]);
    if (!state) throw conflict('NO_SERVICE');
    const left = tx.grants.is_platform ? await tx.run(leftSql, [service]) : [];
    return {
      provider: String(state[0]),
      synced_at: state[1] as string | null,
      error: state[2] as string | null,
      left: left.map(([ref, path, message, params]) => ({
        ref: String(ref),
        path: String(path),
        message: String(message),
        params: params as LeftRecord['params'],
      })),
    };
  });

/** Leaves what staff found out to be told to the service; an action never reaches outside by itself. */
export const queueReport = async (
  tx: Transaction,
  { service }: Mirror,
  ref: string,
  status: string,
  notes: string | null = null,
): Promise<void> => {
  await tx.asOwner(() => tx.run(reportSql, [service, ref, status, notes]));
};
