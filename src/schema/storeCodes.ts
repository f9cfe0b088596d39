/** Codes of the store: stock, and what may be sold. */
export const storeCodes = {
  NO_STOCK_LEFT: 409,
  PRODUCT_NOT_ON_SALE: 409,
  TOO_MANY_OF_PRODUCT: 409,
  STORE_CLOSED: 409,
  PICKUP_NOT_OFFERED: 409,
  NOTHING_TO_PAY: 409,
  REFUND_TOO_MANY: 409,
} as const;
