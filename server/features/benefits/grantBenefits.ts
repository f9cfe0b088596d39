import { benefit_grants } from '@/resources/benefit_grants/benefit_grants';
import { benefits, type Benefit } from '@/resources/benefits/benefits';
import { readStored } from '../../api/list/stored';
import { createAllAudited, updateAudited, updateEachAudited } from '../../api/write/audited';
import type { ApiDeps } from '../../kernel/ApiDeps';
import { columnsOf } from '../../kernel/columnsOf';
import { execute, selectAll } from '../../kernel/select';
import { sql } from '../../kernel/sql';
import { inSystemTransaction, type Transaction } from '../../kernel/transaction';
import { dueFor, strayOf } from './audience';

const b = columnsOf(benefits);
const g = columnsOf(benefit_grants);

/** Benefits that are given in one transaction: a fraction of a second on the embedded engine. */
export const grantsAtOnce = 500;

/** The benefit as it is now, locked: two who give it at the same time do so one after the other. */
const lockBenefit = async (tx: Transaction, benefitid: number): Promise<Benefit | null> => {
  await selectAll(tx, b.benefitid, sql`from ${b} where ${b.benefitid} = ${benefitid} for no key update`);
  return readStored(tx, benefits, benefitid);
};
const leftOf = ({ qty, granted_count }: Benefit): number => (qty === null ? grantsAtOnce : Math.max(0, qty - (granted_count ?? 0)));

/** Gives codes of the pool, the first ones first. */
const giveCodes = async (tx: Transaction, { benefitid }: Benefit, to: readonly number[], at: string): Promise<number> => {
  const free = await selectAll(
    tx,
    g.benefit_grantid,
    sql`from ${g} where ${g.benefitid} = ${benefitid} and ${g.state} = 'available' and ${g.deleted_at} is null order by ${g.benefit_grantid} limit ${to.length} for no key update`,
  );
  await updateEachAudited(
    tx,
    benefit_grants,
    free.flatMap((id, index) => {
      const inscriptionid = to[index];
      return inscriptionid === undefined ? [] : [{ id, values: { inscriptionid, state: 'granted' as const, granted_at: at } }];
    }),
  );
  return free.length;
};

/** Gives a benefit to the next registrations that are due it; answers how many got it. */
export const giveNext = async (tx: Transaction, benefitid: number, among: readonly number[] | null = null): Promise<number> => {
  const benefit = await lockBenefit(tx, benefitid);
  if (!benefit || benefit.status !== 'active' || !benefit.granting || benefit.eventid === null) return 0;
  const to = await dueFor(tx, benefit, Math.min(grantsAtOnce, leftOf(benefit)), among);
  if (to.length === 0) return 0;
  const at = new Date().toISOString();
  if (benefit.redemption === 'code_pool') return giveCodes(tx, benefit, to, at);
  const { eventid } = benefit;
  await createAllAudited(
    tx,
    benefit_grants,
    to.map((inscriptionid) => ({ benefitid, eventid, inscriptionid, state: 'granted' as const, granted_at: at })),
  );
  return to.length;
};

/** Gives it to everybody who is due it, in further transactions if there are many. Doing it again gives nobody a second one. */
export const giveAll = async (tx: Transaction, benefitid: number): Promise<number> => {
  const given = await giveNext(tx, benefitid);
  if (given === grantsAtOnce) tx.further(async (later) => (await giveNext(later, benefitid)) === grantsAtOnce);
  return given;
};

/** Takes benefits back that nobody used: codes are free again, others are gone. */
const takeBack = async (tx: Transaction, benefitid: number, grantids: readonly number[]): Promise<void> => {
  if (grantids.length === 0) return;
  const isOne = (row: typeof g) => sql`${row.benefit_grantid} = any(${[...grantids]}::bigint[]) and ${row.benefitid} = ${benefitid}`;
  await updateAudited(tx, benefit_grants, (row) => sql`${isOne(row)} and ${row.code} is not null`, {
    inscriptionid: null,
    state: 'available',
    granted_at: null,
  });
  await execute(
    tx,
    sql`update ${g} set ${g.deleted_at} = now(), ${g.updated_by} = ${tx.userid}, ${g.version} = ${g.version} + 1 where ${isOne(g)} and ${g.code} is null and ${g.deleted_at} is null`,
  );
};
const unused = (tx: Transaction, benefitid: number): Promise<readonly number[]> =>
  selectAll(
    tx,
    g.benefit_grantid,
    sql`from ${g} where ${g.benefitid} = ${benefitid} and ${g.state} = 'granted' and ${g.deleted_at} is null order by ${g.benefit_grantid} limit ${grantsAtOnce} for no key update`,
  );
/** Takes back every benefit that was not redeemed, in further transactions if there are many. */
export const takeAllBack = async (tx: Transaction, benefitid: number): Promise<number> => {
  const next = async (now: Transaction): Promise<number> => {
    const some = await unused(now, benefitid);
    await takeBack(now, benefitid, some);
    return some.length;
  };
  const taken = await next(tx);
  if (taken === grantsAtOnce) tx.further(async (later) => (await next(later)) === grantsAtOnce);
  return taken;
};

/** After a step of registrations: people who are due a benefit now get it, and those who are not any more lose what was not used. */
export const settleBenefits = async (
  tx: Transaction,
  rows: readonly { readonly inscriptionid: number; readonly eventid: number }[],
): Promise<void> => {
  if (rows.length === 0) return;
  const eventids = [...new Set(rows.map(({ eventid }) => eventid))];
  const open = await selectAll(
    tx,
    b.benefitid,
    sql`from ${b} where ${b.eventid} = any(${eventids}::bigint[]) and ${b.granting} and ${b.status} = 'active' and ${b.deleted_at} is null order by ${b.benefitid}`,
  );
  const ids = rows.map(({ inscriptionid }) => inscriptionid);
  for (const benefitid of open) {
    const benefit = await lockBenefit(tx, benefitid);
    if (benefit) await takeBack(tx, benefitid, await strayOf(tx, benefit, ids));
    await giveNext(tx, benefitid, ids);
  }
};

/** Takes back what is no longer meant for its registration, such as after a subscription ended. */
const takeStrays = async (tx: Transaction, benefitid: number): Promise<boolean> => {
  const benefit = await lockBenefit(tx, benefitid);
  const strays = benefit?.apolo ? await strayOf(tx, benefit, null, grantsAtOnce) : [];
  await takeBack(tx, benefitid, strays);
  return strays.length === grantsAtOnce;
};

/** Gives what a call that was interrupted left, and what registrations got due by other ways than their own steps; takes back what a subscription no longer brings. */
export const completeGrants = async (deps: Pick<ApiDeps, 'pool' | 'registry'>, isOver: () => boolean): Promise<void> => {
  const open = await inSystemTransaction(deps, (tx) =>
    selectAll(
      tx,
      b.benefitid,
      sql`from ${b} where ${b.granting} and ${b.status} = 'active' and ${b.deleted_at} is null and coalesce(${b.ends_at}, now()) >= now() order by ${b.benefitid}`,
    ),
  );
  for (const benefitid of open) {
    if (isOver()) return;
    while ((await inSystemTransaction(deps, (tx) => takeStrays(tx, benefitid))) && !isOver());
    await inSystemTransaction(deps, (tx) => giveAll(tx, benefitid));
  }
};
