/** What the company that issues invoices needs for one order. `key` is the same for every attempt. */
export interface InvoiceRequest {
  readonly key: string;
  readonly order: string;
  readonly total_cents: number;
  readonly currency: string;
  readonly paid_at: string;
  readonly receiver: {
    readonly rfc: string;
    readonly name: string;
    readonly regime: string;
    readonly postal_code: string;
    readonly use: string;
    /** Where the invoice is sent, if known. */
    readonly email: string | null;
  };
}

/** The request was understood and cannot be invoiced as it is: another attempt gives the same answer. */
export class RefusedInvoice extends Error {}

/** Issues invoices (CFDI). Two requests with the same key are one invoice. */
export interface Invoicing {
  readonly name: string;
  /** Answers the number of the request there. */
  readonly send: (request: InvoiceRequest) => Promise<{ readonly ref: string }>;
}
