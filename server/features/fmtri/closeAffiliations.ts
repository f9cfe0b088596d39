import { fmtri_affiliate_users } from '@/resources/fmtri_affiliate_users/fmtri_affiliate_users';
import { fmtri_affiliations } from '@/resources/fmtri_affiliations/fmtri_affiliations';
import type { AnyResource } from '@/schema';
import type { ApiDeps } from '../../kernel/ApiDeps';
import { inSystemTransaction, type Transaction } from '../../kernel/transaction';
import { auditAll } from '../../api/audit/audit';
import { updateRow } from '../../api/write/columns';
import { readAllStored } from '../../api/list/stored';
import { today } from '../../kernel/dayOf';
import { bringBack } from './standing';
import { columnsOf } from '../../kernel/columnsOf';
import { selectAll } from '../../kernel/select';
import { sql } from '../../kernel/sql';

const batchSize = 100;
const a = columnsOf(fmtri_affiliations);
const u = columnsOf(fmtri_affiliate_users);
const oneBatch = sql`limit ${sql.raw(String(batchSize))} for no key update skip locked`;

interface Sweep {
  readonly resource: AnyResource;
  readonly find: (tx: Transaction) => Promise<readonly number[]>;
  readonly work: (tx: Transaction, id: number) => Promise<unknown>;
}
const expiring: Sweep = {
  resource: fmtri_affiliations,
  find: (tx) =>
    selectAll(
      tx,
      a.affiliationid,
      sql`from ${a} where ${a.ends_on} < ${today} and ${a.status} in ('draft', 'pending_payment', 'pending_review', 'active', 'suspended') and ${a.deleted_at} is null order by ${a.affiliationid} ${oneBatch}`,
    ),
  work: (tx, id) => updateRow(tx, fmtri_affiliations, id, { status: 'expired', held: false }),
};
const reinstating: Sweep = {
  resource: fmtri_affiliate_users,
  find: (tx) =>
    selectAll(
      tx,
      u.affiliate_userid,
      sql`from ${u} where ${u.status} = 'sanctioned' and ${u.sanction_until} < ${today} and ${u.deleted_at} is null order by ${u.affiliate_userid} ${oneBatch}`,
    ),
  work: bringBack,
};
const doBatch = async (tx: Transaction, { resource, find, work }: Sweep): Promise<number> => {
  const ids = await find(tx);
  const before = await readAllStored(tx, resource, ids);
  for (const id of ids) await work(tx, id);
  const after = await readAllStored(tx, resource, ids);
  await auditAll(
    tx,
    { resource, verb: 'edit' },
    ids.map((id) => ({ id, before: before.get(id)?.row ?? null, after: after.get(id)?.row ?? null })),
  );
  return ids.length;
};

/** Ends expired affiliations and served sanctions, in small transactions. Stops early when asked to. */
export const closeAffiliations = async (
  deps: Pick<ApiDeps, 'pool' | 'registry'>,
  isOver: () => boolean = () => false,
): Promise<{ readonly expired: number; readonly reinstated: number }> => {
  const counts: number[] = [];
  for (const sweep of [expiring, reinstating]) {
    let done = 0,
      found = batchSize;
    while (found === batchSize && !isOver()) done += found = await inSystemTransaction(deps, (tx) => doBatch(tx, sweep));
    counts.push(done);
  }
  return { expired: counts[0] ?? 0, reinstated: counts[1] ?? 0 };
};
