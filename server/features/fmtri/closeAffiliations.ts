import { fmtri_affiliate_users } from '@/resources/fmtri_affiliate_users/fmtri_affiliate_users';
import { fmtri_affiliations } from '@/resources/fmtri_affiliations/fmtri_affiliations';
import type { AnyResource } from '@/schema';
import type { ApiDeps } from '../../kernel/ApiDeps';
import { inSystemTransaction, type Transaction } from '../../kernel/transaction';
import { auditAll } from '../../api/audit/audit';
import { updateRow } from '../../api/write/columns';
import { readAllStored } from '../../api/list/stored';
import { todaySql } from '../../database/localDay';
import { bringBack } from './standing';

const batchSize = 100;
const overSql = `
  select affiliationid from fmtri_affiliations where ends_on < ${todaySql} and status in ('draft', 'pending_payment', 'pending_review', 'active', 'suspended') and deleted_at is null
   order by affiliationid limit ${batchSize} for no key update skip locked`;
const servedSql = `
  select affiliate_userid from fmtri_affiliate_users where status = 'sanctioned' and sanction_until < ${todaySql} and deleted_at is null order by affiliate_userid limit ${batchSize} for no key update skip locked`;

interface Deed {
  readonly resource: AnyResource;
  readonly text: string;
  readonly work: (tx: Transaction, id: number) => Promise<unknown>;
}
const deeds: readonly Deed[] = [
  {
    resource: fmtri_affiliations,
    text: overSql,
    work: (tx, id) => updateRow(tx, fmtri_affiliations, id, { status: 'expired', held: false }),
  },
  { resource: fmtri_affiliate_users, text: servedSql, work: bringBack },
];
const doBatch = async (tx: Transaction, { resource, text, work }: Deed): Promise<number> => {
  const ids = (await tx.run(text)).map(([id]) => Number(id));
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

/** Ends the affiliations whose last day is over, and the sanctions that were served, in small transactions. Ends early when it is told to. */
export const closeAffiliations = async (
  deps: Pick<ApiDeps, 'pool' | 'registry'>,
  isOver: () => boolean = () => false,
): Promise<{ readonly expired: number; readonly reinstated: number }> => {
  const counts: number[] = [];
  for (const deed of deeds) {
    let done = 0,
      found = batchSize;
    while (found === batchSize && !isOver()) done += found = await inSystemTransaction(deps, (tx) => doBatch(tx, deed));
    counts.push(done);
  }
  return { expired: counts[0] ?? 0, reinstated: counts[1] ?? 0 };
};
