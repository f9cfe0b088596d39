import type { OwnPayment } from './compare';

/** States of a charge whose money came. */
export const taken: readonly string[] = ['paid', 'refunding', 'refunded', 'refund_failed'];

/** A charge that keeps its own return, with its names at the gateway; money in cents. */
interface Charge {
  readonly provider_ref: string;
  readonly idempotency_key: string;
  readonly amount_cents: number;
  readonly refund_ref: string | null;
  readonly isTaken: boolean;
  readonly isReturned: boolean;
}
/** The charge, and what was returned of it, as two movements of money. */
export const chargeAndReturn = ({
  provider_ref,
  idempotency_key,
  amount_cents,
  refund_ref,
  isTaken,
  isReturned,
}: Charge): readonly OwnPayment[] => {
  const own = { paymentid: null, amount_cents, currency: 'MXN', fee_cents: null };
  return [
    { ...own, type: 'charge', provider_ref, idempotency_key, isMoved: isTaken },
    ...(refund_ref === null
      ? []
      : [{ ...own, type: 'refund', provider_ref: refund_ref, idempotency_key: refund_ref, isMoved: isReturned } as const]),
  ];
};
