/** Codes of the data for an invoice. */
export const invoicingCodes = {
  RFC_INVALID: 400,
  REGIME_OTHER_TAXPAYER: 400,
  INVOICE_USE_OTHER_TAXPAYER: 400,
} as const;
