import type { Inscription } from '@/resources/inscriptions/inscriptions';
import { bibs } from '@/resources/bibs/bibs';
import { distances } from '@/resources/distances/distances';
import { tshirt_models } from '@/resources/tshirt_models/tshirt_models';
import { nth } from '@/schema/must';
import { conflict, DomainError, invalid } from '../../../kernel/DomainError';
import { Entangled, type Group } from '../../../kernel/group';
import { whyNotEligible } from '../eligibility';
import { advanceGroup } from '../advance';
import type { PaymentMethod } from '../Change';
import { poolsOf } from '../effects/bibs';
import { giveBack, whyNotAt } from '../effects/coupons';
import { tierInForce } from '../effects/price';
import { isHeld, whyClosed } from '../guards';
import { keyFor } from '../../log/log';
import { lockFree, noSeat } from '../seats';
import { keepsWaiver, revokeSignatures } from '../../waivers/waivers';
import { keptWaves } from './waves';
import { settleDifferences } from './raceMoney';
import { columnsOf } from '../../../kernel/columnsOf';
import { selectAll, selectOne } from '../../../kernel/select';
import { sql } from '../../../kernel/sql';
import { changePolicyOf, type ChangePolicy } from '../changePolicyOf';

/** The input of a move to another distance. */
export interface RaceInput {
  readonly distanceid: number;
  readonly difference?: 'policy' | 'waive' | null | undefined;
  readonly coupon?: 'keep' | 'drop' | null | undefined;
  readonly method?: PaymentMethod | null | undefined;
  readonly reference?: string | null | undefined;
  readonly reason?: string | null | undefined;
}

const d = columnsOf(distances);
const m = columnsOf(tshirt_models);
const b = columnsOf(bibs);
type Racers = Group<Inscription>;

/** Each takes a seat of the other distance, and the next one may find none. */
const judgeFree = async (group: Racers, distanceid: number): Promise<void> => {
  const rows = group.members().map(({ row }) => row);
  if (rows.length === 0) return;
  const distanceids = [...new Set([distanceid, ...rows.map((row) => row.distanceid)])],
    eventids = [...new Set(rows.map((row) => row.eventid))];
  const free = (await lockFree(group.tx, eventids, distanceids)).get(distanceid) ?? null;
  if (free !== null && free < 1) group.refuseWhere(() => noSeat());
  else if (free !== null && free < rows.length) throw new Entangled();
};

const judgeTarget = async (group: Racers, distanceid: number): Promise<void> => {
  const { tx } = group;
  group.refuseWhere((row) => (row.distanceid === distanceid ? conflict('UNCHANGED') : null));
  const target = await selectOne(
    tx,
    { status: d.status, eventid: d.eventid },
    sql`from ${d} where ${d.distanceid} = ${distanceid} and ${d.deleted_at} is null`,
  );
  group.refuseWhere((row) =>
    target?.eventid === row.eventid ? whyClosed(target.status) : invalid([{ path: 'input.distanceid', code: 'INVALID_REFERENCE' }]),
  );
  await judgeFree(group, distanceid);
  const judged = group.members().filter(({ row }) => !row.eligibility_reason);
  const refusals = await whyNotEligible(
    tx,
    judged.map(({ row }) => ({ ...row, distanceid })),
  );
  for (const [at, refusal] of refusals.entries()) if (refusal) group.refuse(nth(judged, at).id, refusal);
};

/** The tier of the other distance, where it has a price and the coupons are valid for it. */
const judgePrice = async (group: Racers, { distanceid, coupon }: RaceInput): Promise<number | null> => {
  if (group.members().length === 0) return null;
  const tier = await tierInForce(group.tx, distanceid).catch((error: unknown) => {
    if (!(error instanceof DomainError)) throw error;
    group.refuseWhere(() => error);
    return null;
  });
  const couponids = coupon === 'drop' ? [] : [...new Set(group.members().flatMap(({ row }) => row.couponid ?? []))];
  const refused = await whyNotAt(group.tx, couponids, distanceid, tier);
  group.refuseWhere((row) => (coupon === 'drop' ? null : refused.get(row.couponid ?? null)));
  return tier;
};

/** Coupons that stay behind are free for others. */
const dropCoupons = async (group: Racers, { coupon }: RaceInput): Promise<void> => {
  const dropping = coupon === 'drop' ? group.members().filter(({ row }) => row.couponid) : [];
  await giveBack(
    group.tx,
    dropping.map(({ id }) => id),
  );
  for (const { id, row } of dropping) group.become(id, row);
};

/** Shirts that are not for the new distance go back to the stock. */
const dropShirts = async (
  group: Racers,
  { distanceid, reason }: RaceInput,
  step: { readonly to: 'tshirt_saved' | 'tshirt_updated'; readonly goesOn?: boolean; readonly permissionKey?: string | null },
): Promise<void> => {
  const models = [...new Set(group.members().flatMap(({ row }) => row.tshirt_modelid ?? []))];
  const kept = new Set(
    await selectAll(
      group.tx,
      m.tshirt_modelid,
      sql`from ${m} where ${m.tshirt_modelid} = any(${models}::bigint[]) and (cardinality(coalesce(${m.distanceids}, '{}')) = 0 or ${distanceid} = any(${m.distanceids}))`,
    ),
  );
  const { to, ...details } = step;
  await advanceGroup(
    group.part((row) => Boolean(row.tshirt_modelid && !kept.has(row.tshirt_modelid))),
    () => ({ to, details: { set: { tshirt_modelid: null, tshirt_size: null }, reason, ...details } }),
  );
};

/** What is not for the new distance stays behind: the wave, and what was signed for the other race. */
const leaveBehind = async (group: Racers, distanceid: number): Promise<(row: Inscription) => Partial<Inscription>> => {
  const { tx } = group,
    members = group.members(),
    mustSign = new Set<number>();
  for (const { id, row } of members) {
    if (row.exoneration_status !== 'signed' || (await keepsWaiver(tx, row, distanceid))) continue;
    await revokeSignatures(tx, id, 'distance_updated');
    group.become(id, row);
    mustSign.add(id);
  }
  const keepsWave = await keptWaves(
    tx,
    members.map(({ row }) => row),
    distanceid,
  );
  return (row) => ({
    ...(mustSign.has(row.inscriptionid) && { exoneration_status: 'pending' }),
    ...(!keepsWave(row) && { waveid: null }),
  });
};

/** A bib that one gives back may be the next one of somebody else, but not before it is their turn. */
const judgeBibs = async (group: Racers, distanceid: number): Promise<void> => {
  const members = group.members(),
    worn = members.flatMap(({ row }) => row.bibid ?? []);
  if (members.length < 2 || worn.length === 0) return;
  const left = await selectAll(group.tx, b.bib_poolid, sql`from ${b} where ${b.bibid} = any(${worn}::bigint[])`);
  const next = await poolsOf(
    group.tx,
    members.map(({ row }) => ({ wearer: { ...row, distanceid }, only: null })),
  );
  const wanted = new Set<number | null>(next.flat());
  if (left.some((id) => wanted.has(id))) throw new Entangled();
};

const isPoolEmpty = ({ code }: DomainError): boolean => code === 'POOL_EMPTY';
const renumber = async (moved: Racers): Promise<void> => {
  const without = await advanceGroup(moved, () => ({ to: 'number_updated' }), isPoolEmpty);
  await advanceGroup(
    moved.part((_row, id) => without.has(id)),
    () => ({ to: 'no_assign_number', details: { reason: 'pool_empty' } }),
  );
};

/** Before payment there is no difference to take or to waive, so that nothing that was taken at the counter is lost. */
const whyNotUnpaid = ({ difference, method }: RaceInput): DomainError | null => {
  if (difference === 'waive') return invalid([{ path: 'input.difference', code: 'NO_DIFFERENCE' }]);
  return method ? invalid([{ path: 'input.method', code: 'NO_DIFFERENCE' }]) : null;
};

/** People who have not paid yet only choose again: nothing is charged or credited, the price follows. */
const saveRace = async (group: Racers, input: RaceInput): Promise<void> => {
  const { distanceid, reason } = input,
    before = new Map(group.members().map(({ id, row }) => [id, row.total_cents]));
  group.refuseWhere(() => whyNotUnpaid(input));
  await judgeTarget(group, distanceid);
  const price_tierid = await judgePrice(group, input);
  if (group.members().length === 0) return;
  await dropCoupons(group, input);
  const permissionKey = keyFor(group.tx, 'distance_updated');
  await dropShirts(group, input, { to: 'tshirt_saved', permissionKey });
  const apart = await leaveBehind(group, distanceid);
  await advanceGroup(group, (row) => ({
    to: 'distance_saved',
    details: {
      set: { distanceid, price_tierid, couponid: input.coupon === 'drop' ? null : row.couponid, ...apart(row) },
      reason,
      permissionKey,
    },
  }));
  for (const { id, row } of group.members()) group.answer(id, { difference_cents: row.total_cents - (before.get(id) ?? 0) });
};

const policiesOf = async (group: Racers): Promise<(row: Inscription) => ChangePolicy | undefined> => {
  const policies = new Map<number, ChangePolicy>();
  for (const eventid of new Set(group.members().map(({ row }) => row.eventid)))
    policies.set(eventid, await changePolicyOf(group.tx, eventid));
  return ({ eventid }) => policies.get(eventid);
};

const changeRace = async (group: Racers, input: RaceInput): Promise<void> => {
  const { distanceid, reason } = input,
    before = new Map(group.members().map(({ id, row }) => [id, row.total_cents]));
  const policyOf = await policiesOf(group);
  group.refuseWhere((row) => (policyOf(row)?.change === 'none' ? conflict('CHANGES_NOT_ALLOWED') : null));
  if (input.difference === 'waive' && !reason) group.refuseWhere(() => invalid([{ path: 'input.reason', code: 'REQUIRED' }]));
  await judgeTarget(group, distanceid);
  const price_tierid = await judgePrice(group, input);
  if (group.members().length === 0) return;
  await judgeBibs(group, distanceid);
  const moneyOf = await settleDifferences(group, price_tierid, policyOf, input);
  await dropCoupons(group, input);
  await dropShirts(group, input, { to: 'tshirt_updated', goesOn: true });
  const apart = await leaveBehind(group, distanceid);
  const numbered = new Set(group.members().flatMap(({ id, row }) => (row.status === 'assign_number' ? [id] : [])));
  await advanceGroup(group, (row) => ({
    to: 'distance_updated',
    details: {
      set: { distanceid, ...moneyOf(row.inscriptionid), ...apart(row) },
      reason,
      goesOn: numbered.has(row.inscriptionid),
    },
  }));
  await renumber(group.part((_row, id) => numbered.has(id)));
  for (const { id } of group.members()) {
    const old = before.get(id) ?? 0;
    group.answer(id, { difference_cents: (moneyOf(id).total_cents ?? old) - old });
  }
};

/**
 * Update race: the seats move in one step, the difference is charged, credited or waived as the event says, the bibs are exchanged for some of the new pool, the sizes stay if the shirts do, and so do the waves and the signed waivers if they are for the new distance too.
 *
 * A coupon that is not valid for it prevents the change until somebody lets it go.
 */
export const updateRace = async (group: Racers, input: RaceInput): Promise<void> => {
  const held = group.part(isHeld),
    active = group.part((row) => !isHeld(row));
  // Both take seats of the same distance, each in their turn.
  if (held.members().length > 0 && active.members().length > 0) throw new Entangled();
  await saveRace(held, input);
  await changeRace(active, input);
};
