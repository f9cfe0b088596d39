import { inscription_letters } from '@/resources/inscription_letters/inscription_letters';
import { mailings } from '@/resources/mailings/mailings';
import { updateAudited } from '../../api/write/audited';
import { columnsOf } from '../../kernel/columnsOf';
import { defineHooks } from '../../kernel/defineHooks';
import { selectAll } from '../../kernel/select';
import { sql, type SQL } from '../../kernel/sql';
import type { Transaction } from '../../kernel/transaction';
import type { InferWrite } from '@/schema';

const atOnce = 500;
const l = columnsOf(inscription_letters);

/** Changes the next letters of a mailing; answers whether there are more. */
const change = (tx: Transaction, id: number, which: SQL, set: InferWrite<typeof inscription_letters>): Promise<boolean> =>
  tx.asOwner(async () => {
    const ids = await selectAll(
      tx,
      l.letterid,
      sql`from ${l} where ${l.mailingid} = ${id} and ${which} and ${l.deleted_at} is null order by ${l.letterid} limit ${sql.raw(String(atOnce))} for update`,
    );
    if (ids.length > 0) await updateAudited(tx, inscription_letters, (row) => sql`${row.letterid} = any(${ids}::bigint[])`, set);
    return ids.length === atOnce;
  });
const withdraw = (tx: Transaction, id: number): Promise<boolean> =>
  change(tx, id, sql`${l.status} = 'queued'`, { status: 'withdrawn', withdrawn_for: 'stopped', next_at: null });
const queueAgain = (tx: Transaction, id: number): Promise<boolean> =>
  change(tx, id, sql`${l.status} = 'withdrawn' and ${l.withdrawn_for} = 'stopped'`, {
    status: 'queued',
    withdrawn_for: null,
    next_at: new Date().toISOString(),
  });

/** The server's rules for a mailing: what has left cannot be called back, everything else stops at once. */
export const mailingsHooks = defineHooks(mailings, {
  actions: {
    stop: async ({ tx, id }) => {
      if (await withdraw(tx, id)) tx.further((later) => withdraw(later, id));
    },
    resume: async ({ tx, id }) => {
      if (await queueAgain(tx, id)) tx.further((later) => queueAgain(later, id));
    },
  },
});
