import type pg from 'pg';
import type { Invoicing } from './Invoicing';
import { localInvoicing } from './localInvoicing';

/** The local one in a demonstration, and none in production: invoices then wait with their data. */
export const createInvoicing = ({ production }: { readonly production: boolean }, pool: pg.Pool): Invoicing | null =>
  production ? null : localInvoicing(pool);
