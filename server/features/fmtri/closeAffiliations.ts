import { fmtri_affiliate_users } from '@/resources/fmtri_affiliate_users/fmtri_affiliate_users';
import { fmtri_affiliations } from '@/resources/fmtri_affiliations/fmtri_affiliations';
import type { AnyResource } from '@/schema';
import type { ApiDeps } from '../../kernel/ApiDeps';
import { inSystemTransaction, type Transaction } from '../../kernel/transaction';
import { auditAll } from '../../api/audit/audit';
import { updateRow } from '../../api/write/columns';
import { readAllStored, readStored } from '../../api/list/stored';
import { dayOf, today } from '../../kernel/dayOf';
import { bringBack, takeOut } from './standing';
import { columnsOf } from '../../kernel/columnsOf';
import { selectAll } from '../../kernel/select';
import { sql, type SQL } from '../../kernel/sql';

const batchSize = 100;
const a = columnsOf(fmtri_affiliations);
const u = columnsOf(fmtri_affiliate_users);
const oneBatch = sql`limit ${sql.raw(String(batchSize))} for no key update skip locked`;

interface Sweep {
  readonly resource: AnyResource;
  readonly find: (tx: Transaction, day: SQL) => Promise<readonly number[]>;
  readonly work: (tx: Transaction, id: number, day: SQL) => Promise<unknown>;
}
const expiring: Sweep = {
  resource: fmtri_affiliations,
  find: (tx, day) =>
    selectAll(
      tx,
      a.affiliationid,
      sql`from ${a} where ${a.ends_on} < ${day} and ${a.status} in ('draft', 'pending_payment', 'pending_review', 'active', 'suspended') and ${a.deleted_at} is null order by ${a.affiliationid} ${oneBatch}`,
    ),
  work: (tx, id) => updateRow(tx, fmtri_affiliations, id, { status: 'expired', held: false }),
};
const reinstating: Sweep = {
  resource: fmtri_affiliate_users,
  find: (tx, day) =>
    selectAll(
      tx,
      u.affiliate_userid,
      sql`from ${u} where ${u.status} in ('sanctioned', 'active') and ${u.sanction_until} < ${day} and ${u.deleted_at} is null order by ${u.affiliate_userid} ${oneBatch}`,
    ),
  work: bringBack,
};
/** A sanction that was announced begins; the reason is the one that it was given. */
const sanctioning: Sweep = {
  resource: fmtri_affiliate_users,
  find: (tx, day) =>
    selectAll(
      tx,
      u.affiliate_userid,
      sql`from ${u} where ${u.status} = 'active' and ${u.sanction_from} <= ${day} and ${u.sanction_until} >= ${day} and ${u.deleted_at} is null order by ${u.affiliate_userid} ${oneBatch}`,
    ),
  work: async (tx, id) => {
    const row = await readStored(tx, fmtri_affiliate_users, id);
    return takeOut(tx, id, { status: 'sanctioned', status_reason: row?.status_reason ?? '' });
  },
};
const doBatch = async (tx: Transaction, { resource, find, work }: Sweep, day: SQL): Promise<number> => {
  const ids = await find(tx, day);
  const before = await readAllStored(tx, resource, ids);
  for (const id of ids) await work(tx, id, day);
  const after = await readAllStored(tx, resource, ids);
  await auditAll(
    tx,
    { resource, verb: 'edit' },
    ids.map((id) => ({ id, before: before.get(id)?.row ?? null, after: after.get(id)?.row ?? null })),
  );
  return ids.length;
};

interface Clocked extends Pick<ApiDeps, 'pool' | 'registry'> {
  /** Moved by tests. */
  readonly clock?: () => Date;
}
/** Ends expired affiliations and served sanctions, and begins sanctions whose day has come, in small transactions. Stops early when asked to. */
export const closeAffiliations = async (
  deps: Clocked,
  isOver: () => boolean = () => false,
): Promise<{ readonly expired: number; readonly reinstated: number; readonly sanctioned: number }> => {
  const day = deps.clock ? dayOf(sql`${deps.clock().toISOString()}::timestamptz`) : today;
  const counts: number[] = [];
  for (const sweep of [expiring, reinstating, sanctioning]) {
    let done = 0,
      found = batchSize;
    while (found === batchSize && !isOver()) done += found = await inSystemTransaction(deps, (tx) => doBatch(tx, sweep, day));
    counts.push(done);
  }
  return { expired: counts[0] ?? 0, reinstated: counts[1] ?? 0, sanctioned: counts[2] ?? 0 };
};
