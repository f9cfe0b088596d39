import { moments, previousOf, type InscriptionStatus, type Lifecycle, isAmong } from '@/domain/registration/lifecycle';
import { inscription_log } from '@/resources/inscription_log/inscription_log';
import type { Inscription } from '@/resources/inscriptions/inscriptions';
import type { Transaction } from '../../kernel/transaction';
import { appendRows } from '../../api/write/columns';
import { columnsOf } from '../../kernel/columnsOf';
import { remember } from '../../kernel/remember';
import { select, selectAll, value } from '../../kernel/select';
import { sql } from '../../kernel/sql';

export interface Entry {
  readonly status: InscriptionStatus;
  readonly from_status?: Lifecycle;
  readonly to_status?: Lifecycle;
  readonly changes?: readonly { readonly field: string; readonly old?: unknown; readonly new?: unknown }[] | null;
  readonly reason?: string | null | undefined;
  readonly actor?: 'athlete' | 'gateway' | 'system' | 'import' | undefined;
  readonly permissionKey?: string | null | undefined;
}

const l = columnsOf(inscription_log);

/** The key with which the person acts. */
export const keyFor = (tx: Transaction, status: InscriptionStatus): string | null =>
  moments[status].keys.find((key) => tx.grants.keys[key] === 'edit') ?? null;

type Logged = Pick<Inscription, 'inscriptionid' | 'eventid'>;
/** Adds rows to the logs of inscriptions, in their order. */
export const addLogs = (tx: Transaction, rows: readonly (readonly [inscription: Logged, entry: Entry])[]): Promise<void> =>
  appendRows(
    tx,
    inscription_log,
    rows.map(([{ inscriptionid, eventid }, { status, from_status, to_status, actor, permissionKey, changes, reason }]) => ({
      status,
      from_status: from_status ?? null,
      to_status: to_status ?? null,
      inscriptionid,
      eventid,
      changes: changes?.length ? changes : null,
      reason: reason ?? null,
      action_label: moments[status].label ?? null,
      actor_type: actor ?? 'staff',
      actor_userid: actor ? null : tx.userid,
      permission_key: actor ? null : (permissionKey ?? keyFor(tx, status)),
      source: actor === 'system' ? 'job' : actor === 'gateway' ? 'webhook' : 'api',
      ip: tx.call.ip || null,
      user_agent: tx.call.userAgent || null,
    })),
  );
/** Adds one row to the log of an inscription. */
export const addLog = (tx: Transaction, inscription: Logged, entry: Entry): Promise<void> => addLogs(tx, [[inscription, entry]]);

/** The status of each inscription before its present one, to which a way back leads; none where the log does not say. */
export const previousStatuses = async (tx: Transaction, inscriptionids: readonly number[]): Promise<ReadonlyMap<number, Lifecycle>> => {
  if (inscriptionids.length === 0) return new Map();
  const steps = await select(
    tx,
    { id: l.inscriptionid, to: value<Lifecycle>(sql`${l.to_status}`) },
    sql`from ${l} where ${l.inscriptionid} = any(${inscriptionids}::bigint[]) and ${l.to_status} is not null order by ${l.logid}`,
  );
  const paths = new Map<number, Lifecycle[]>();
  for (const { id, to } of steps) remember(paths, id, () => []).push(to);
  const previous = new Map<number, Lifecycle>();
  for (const [id, path] of paths) {
    const before = previousOf(path);
    if (before) previous.set(id, before);
  }
  return previous;
};
/** The same of one inscription. */
export const previousStatus = async (tx: Transaction, inscriptionid: number): Promise<Lifecycle | undefined> =>
  (await previousStatuses(tx, [inscriptionid])).get(inscriptionid);

/** Where a way back leads. */
export interface Return {
  readonly to?: Lifecycle;
  readonly isActive: boolean;
}
const returnTo = (previous: Lifecycle | undefined): Return => {
  const isActive = isAmong('active', previous);
  return { isActive, ...(previous && { to: isActive ? 'paid' : previous }) };
};
/** Where the ways back of inscriptions lead, by where they were before: what was active is paid again and numbered again. */
export const returnsOf = async (tx: Transaction, inscriptionids: readonly number[]): Promise<(inscriptionid: number) => Return> => {
  const previous = await previousStatuses(tx, inscriptionids);
  return (inscriptionid) => returnTo(previous.get(inscriptionid));
};
/** The same of one inscription. */
export const returnOf = async (tx: Transaction, inscriptionid: number): Promise<Return> =>
  (await returnsOf(tx, [inscriptionid]))(inscriptionid);

/** Whether the present status was reached within the last hours. */
export const isRecent = async (tx: Transaction, inscriptionid: number, hours: number): Promise<boolean> => {
  const [is] = await selectAll(
    tx,
    value<boolean>(sql`${l.created} > now() - make_interval(hours => ${hours})`),
    sql`from ${l} where ${l.inscriptionid} = ${inscriptionid} and ${l.to_status} is not null order by ${l.logid} desc limit 1`,
  );
  return is === true;
};
