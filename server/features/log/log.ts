import { moments, previousOf, type InscriptionStatus, type Lifecycle, isAmong } from '@/domain/registration/lifecycle';
import { inscription_log } from '@/resources/inscription_log/inscription_log';
import type { Inscription } from '@/resources/inscriptions/inscriptions';
import type { Transaction } from '../../kernel/transaction';
import { appendRow } from '../../api/write/columns';
import { columnsOf } from '../../kernel/columnsOf';
import { selectAll, value } from '../../kernel/select';
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

/** The key with which the person acts, for the record. */
export const keyFor = (tx: Transaction, status: InscriptionStatus): string | null =>
  moments[status].keys.find((key) => tx.grants.keys[key] === 'edit') ?? null;

/** Adds one row to the log of an inscription. */
export const addLog = (
  tx: Transaction,
  { inscriptionid, eventid }: Pick<Inscription, 'inscriptionid' | 'eventid'>,
  { actor, permissionKey, changes, reason, ...entry }: Entry,
): Promise<void> =>
  appendRow(tx, inscription_log, {
    ...entry,
    inscriptionid,
    eventid,
    changes: changes?.length ? changes : null,
    reason: reason ?? null,
    action_label: moments[entry.status].label ?? null,
    actor_type: actor ?? 'staff',
    actor_userid: actor ? null : tx.userid,
    permission_key: actor ? null : (permissionKey ?? keyFor(tx, entry.status)),
    source: actor === 'system' ? 'job' : actor === 'gateway' ? 'webhook' : 'api',
    ip: tx.call.ip || null,
    user_agent: tx.call.userAgent || null,
  });

/** Where it stood before its present status, which a way back leads to; `undefined` when the log does not tell. */
export const previousStatus = async (tx: Transaction, inscriptionid: number): Promise<Lifecycle | undefined> => {
  const steps = await selectAll(
    tx,
    value<Lifecycle>(sql`${l.to_status}`),
    sql`from ${l} where ${l.inscriptionid} = ${inscriptionid} and ${l.to_status} is not null order by ${l.logid}`,
  );
  return previousOf(steps);
};

/** Where a way back leads, by where it stood before: what was active is paid again and numbered anew. */
export const returnOf = async (
  tx: Transaction,
  inscriptionid: number,
): Promise<{ readonly to?: Lifecycle; readonly isActive: boolean }> => {
  const previous = await previousStatus(tx, inscriptionid);
  const isActive = isAmong('active', previous);
  return { isActive, ...(previous && { to: isActive ? 'paid' : previous }) };
};

/** Whether the present status was taken within the last hours. */
export const isRecent = async (tx: Transaction, inscriptionid: number, hours: number): Promise<boolean> => {
  const [is] = await selectAll(
    tx,
    value<boolean>(sql`${l.created} > now() - make_interval(hours => ${hours})`),
    sql`from ${l} where ${l.inscriptionid} = ${inscriptionid} and ${l.to_status} is not null order by ${l.logid} desc limit 1`,
  );
  return is === true;
};
