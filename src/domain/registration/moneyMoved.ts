/** Payments that brought money into an order, and those that took it out again. */
export const received = {
  type: ['charge', 'transfer_in', 'chargeback_reversal'],
  status: ['paid', 'partially_refunded', 'refunded', 'chargeback'],
} as const;
export const returned = { type: ['refund', 'chargeback', 'transfer_out'], status: ['paid'] } as const;
