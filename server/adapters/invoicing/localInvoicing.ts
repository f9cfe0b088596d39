import type pg from 'pg';
import { local_invoices } from '../../database/gatewayTables';
import { columnsOf } from '../../kernel/columnsOf';
import { runnerOf } from '../../kernel/runnerOf';
import { execute } from '../../kernel/select';
import { sql } from '../../kernel/sql';
import type { Invoicing } from './Invoicing';

const v = columnsOf(local_invoices);

/** Keeps what was asked for and issues nothing, for installations without a company that issues invoices. */
export const localInvoicing = (pool: pg.Pool): Invoicing => ({
  name: 'local',
  send: async ({ key, ...request }) => {
    await execute(
      runnerOf(pool),
      sql`insert into ${v} (${v.invoice_key}, ${v.request}) values (${key}, ${JSON.stringify(request)}::jsonb)
          on conflict (${v.invoice_key}) do nothing`,
    );
    return { ref: `local-${key}` };
  },
});
