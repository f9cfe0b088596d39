import type { Inscription } from '@/resources/inscriptions/inscriptions';
import { nth } from '@/schema/must';
import type { Group } from '../../../kernel/group';
import type { ChangePolicy } from '../changePolicyOf';
import { quotes, recordDiscounts } from '../effects/price';
import { addPayments, type NewPayment } from '../payments';
import { takeSurcharges } from '../surcharges';
import { moveWallets } from '../../wallets/wallets';
import type { RaceInput } from './race';

type Money = Partial<Inscription>;
/** The difference between two prices of an inscription. */
interface Difference {
  readonly id: number;
  readonly row: Inscription;
  /** The missing amount; below zero it is the surplus. */
  readonly due: number;
  readonly price: Money;
}

/** Credits surpluses to the wallets. */
const credit = async (
  group: Group<Inscription>,
  over: readonly Difference[],
  reason: string | null,
): Promise<ReadonlyMap<number, Money>> => {
  const { tx } = group;
  const amountOf = ({ row, due }: Difference): number => Math.min(-due, row.paid_cents - row.refunded_cents);
  const paymentids = await addPayments(
    tx,
    over.map((each): NewPayment => [
      each.row,
      { type: 'refund', method: 'wallet', status: 'paid', amount_cents: amountOf(each), reason, requested_by_userid: tx.userid },
    ]),
  );
  for (const { id, row } of over) group.become(id, row);
  const refusals = await moveWallets(
    tx,
    over.map((each, at) => {
      const paymentid = nth(paymentids, at),
        { row } = each;
      return [
        row.web_userid,
        {
          type: 'refund_credit',
          amount_cents: amountOf(each),
          inscriptionid: row.inscriptionid,
          paymentid,
          reason,
          key: `refund:${paymentid}`,
        },
      ];
    }),
  );
  for (const [at, refusal] of refusals.entries()) if (refusal) group.refuse(nth(over, at).id, refusal);
  return new Map(over.map((each) => [each.id, { ...each.price, refunded_cents: each.row.refunded_cents + amountOf(each) }]));
};

/** Charges missing amounts. */
const charge = async (group: Group<Inscription>, owing: readonly Difference[], input: RaceInput): Promise<ReadonlyMap<number, Money>> => {
  const taken = await takeSurcharges(
    group.tx,
    owing.map(({ row, due }) => [row, due]),
    input,
  );
  const money = new Map<number, Money>();
  for (const [at, { id, row, price }] of owing.entries()) {
    const came = nth(taken, at);
    if ('refusal' in came) {
      group.refuse(id, came.refusal, came.hasWritten);
      continue;
    }
    group.become(id, row);
    money.set(id, { ...price, ...came.paid });
  }
  return money;
};

/** Settles the difference between the price of each inscription and that of another tier, by the policy of its event: charged, credited or waived. Answers the values to write for each. */
export const settleDifferences = async (
  group: Group<Inscription>,
  price_tierid: number | null,
  policyOf: (row: Inscription) => ChangePolicy | undefined,
  input: RaceInput,
): Promise<(id: number) => Money> => {
  const isDropped = input.coupon === 'drop',
    members = group.members();
  const prices = await quotes(
    group.tx,
    members.map(({ row }) => ({ price_tierid, couponid: isDropped ? null : (row.couponid ?? null) })),
  );
  const differences = members.map(({ id, row }, at): Difference => {
    const price = nth(prices, at),
      promotion_discount_cents = Math.min(row.promotion_discount_cents, price.list_price_cents - price.discount_cents),
      total_cents = price.total_cents + row.extra_cents - promotion_discount_cents;
    return { id, row, due: total_cents - row.total_cents, price: { ...price, promotion_discount_cents, total_cents } };
  });
  const counted = differences.filter(({ row }) => policyOf(row)?.change !== 'free' && input.difference !== 'waive');
  const charged = await charge(
    group,
    counted.filter(({ due }) => due > 0),
    input,
  );
  const credited = await credit(
    group,
    counted.filter(({ row, due }) => {
      const policy = policyOf(row),
        isCredited = policy?.wallet === true && (policy.refund === 'wallet' || policy.refund === 'choice');
      return due < 0 && isCredited && Math.min(-due, row.paid_cents - row.refunded_cents) > 0;
    }),
    input.reason ?? null,
  );
  const moneyOf = (id: number): Money => ({
    ...(isDropped && { couponid: null }),
    price_tierid,
    ...(charged.get(id) ?? credited.get(id)),
  });
  const rows = group.members().map(({ id, row }) => ({ ...row, ...moneyOf(id) }));
  const over = isDropped ? new Map<Inscription, never>() : await recordDiscounts(group.tx, rows);
  for (const [{ inscriptionid }, refusal] of over) group.refuse(inscriptionid, refusal);
  return moneyOf;
};
