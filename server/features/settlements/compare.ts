import type { SettlementLine, SettlementType } from '../../adapters/paymentGateway/settlementCsv';

export type Comparison = 'agreed' | 'missing_here' | 'missing_there' | 'amount_differs' | 'fee_differs' | 'double';

/** A payment as it is here. */
export interface OwnPayment {
  /** Null for what a subscription paid, which has a ledger of its own. */
  readonly paymentid: number | null;
  readonly type: SettlementType;
  readonly provider_ref: string;
  readonly idempotency_key: string;
  readonly amount_cents: number;
  readonly currency: string;
  /** What the gateway said that it keeps; null before it said anything. */
  readonly fee_cents: number | null;
  /** Whether its money counts as moved here. */
  readonly isMoved: boolean;
}

/** A line and the payment that it is about, or a payment without a line. Amounts are cents; `difference_cents` is how much more the gateway settled than is noted here. */
export interface ComparedLine {
  readonly line_key: string;
  readonly line_no: number | null;
  readonly type: SettlementType;
  readonly provider_ref: string;
  readonly paymentid: number | null;
  readonly result: Comparison;
  readonly amount_cents: number;
  readonly fee_cents: number;
  readonly net_cents: number;
  readonly here_cents: number | null;
  readonly here_fee_cents: number | null;
  readonly difference_cents: number;
  readonly currency: string;
  readonly happened_at: string | null;
}

const signs: Readonly<Record<SettlementType, 1 | -1>> = { charge: 1, chargeback_reversal: 1, refund: -1, chargeback: -1 };
const netOf = (type: SettlementType, amount_cents: number, fee_cents: number): number => signs[type] * amount_cents - fee_cents;
/** How a movement is called among those of a gateway. */
export const movementOf = (type: SettlementType, provider_ref: string): string => `${type}:${provider_ref}`;

interface Sides {
  /** What the file says. */
  readonly lines: readonly SettlementLine[];
  /** Every payment that a line may be about, by its name at the gateway or its key. */
  readonly known: readonly OwnPayment[];
  /** Payments that moved on the day, which the file should have. */
  readonly expected: readonly OwnPayment[];
  /** Movements (`movementOf`) that the file of another day has already. */
  readonly elsewhere: ReadonlySet<string>;
}

const judge = (line: SettlementLine, own: OwnPayment | undefined): Comparison => {
  if (!own?.isMoved) return 'missing_here';
  if (own.amount_cents !== line.amount_cents || own.currency !== line.currency) return 'amount_differs';
  return own.fee_cents !== null && own.fee_cents !== line.fee_cents ? 'fee_differs' : 'agreed';
};

const compareLine = (
  line: SettlementLine,
  line_no: number,
  nth: number,
  own: OwnPayment | undefined,
  isElsewhere: boolean,
): ComparedLine => {
  const { type, id, amount_cents, fee_cents, currency, happened_at } = line;
  const result = nth > 1 || isElsewhere ? 'double' : judge(line, own);
  const here = own?.isMoved && result !== 'double' ? own : null;
  const net_cents = netOf(type, amount_cents, fee_cents);
  return {
    line_key: `${movementOf(type, id)}:${nth}`,
    line_no,
    type,
    provider_ref: id,
    paymentid: own?.paymentid ?? null,
    result,
    amount_cents,
    fee_cents,
    net_cents,
    here_cents: here?.amount_cents ?? null,
    here_fee_cents: here?.fee_cents ?? null,
    difference_cents: here ? net_cents - netOf(type, here.amount_cents, here.fee_cents ?? fee_cents) : net_cents,
    currency,
    happened_at,
  };
};

const missingThere = ({ paymentid, type, provider_ref, amount_cents, fee_cents, currency }: OwnPayment): ComparedLine => ({
  line_key: `${movementOf(type, provider_ref)}:0`,
  line_no: null,
  type,
  provider_ref,
  paymentid,
  result: 'missing_there',
  amount_cents: 0,
  fee_cents: 0,
  net_cents: 0,
  here_cents: amount_cents,
  here_fee_cents: fee_cents,
  difference_cents: -netOf(type, amount_cents, fee_cents ?? 0),
  currency,
  happened_at: null,
});

/** Compares a file of the gateway with the payments, line by line. Changes nothing. */
export const compareSettlement = ({ lines, known, expected, elsewhere }: Sides): readonly ComparedLine[] => {
  const byRef = new Map(known.map((own) => [movementOf(own.type, own.provider_ref), own]));
  const byKey = new Map(known.map((own) => [movementOf(own.type, own.idempotency_key), own]));
  const times = new Map<string, number>(),
    found = new Set<OwnPayment>();
  const compared = lines.map((line, position) => {
    const movement = movementOf(line.type, line.id);
    const nth = (times.get(movement) ?? 0) + 1;
    times.set(movement, nth);
    const own = byRef.get(movement) ?? (line.key === null ? undefined : byKey.get(movementOf(line.type, line.key)));
    if (own) found.add(own);
    return compareLine(line, position + 2, nth, own, elsewhere.has(movement));
  });
  const named = new Set([...found].map((own) => movementOf(own.type, own.provider_ref)));
  const missing = expected.filter(
    (own) => !named.has(movementOf(own.type, own.provider_ref)) && !elsewhere.has(movementOf(own.type, own.provider_ref)),
  );
  return [...compared, ...missing.map(missingThere)];
};
