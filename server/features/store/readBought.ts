import { inscriptions } from '@/resources/inscriptions/inscriptions';
import { store_sale_lines } from '@/resources/store_sale_lines/store_sale_lines';
import { store_sales } from '@/resources/store_sales/store_sales';
import type { BoughtSale } from '@/domain/store/BoughtSale';
import { reaches } from '../../api/list/visible';
import { columnsOf } from '../../kernel/columnsOf';
import { invalid, problemAt } from '../../kernel/DomainError';
import { jsonObject, select, value } from '../../kernel/select';
import { sql } from '../../kernel/sql';
import type { Transaction } from '../../kernel/transaction';

const s = columnsOf(store_sales, 's');
const n = columnsOf(inscriptions, 'n');
const l = columnsOf(store_sale_lines, 'l');

/** What the athlete of a registration bought at its event, for the desk. */
export const readBought = async (tx: Transaction, inscriptionid: number): Promise<{ readonly sales: readonly BoughtSale[] }> => {
  if (!(await reaches(tx, inscriptions, inscriptionid, 'show'))) throw invalid([problemAt('input.inscriptionid', 'INVALID_REFERENCE')]);
  const sales = await select(
    tx,
    {
      saleid: s.saleid,
      code: s.code,
      status: s.status,
      handed_at: s.handed_at,
      lines: value<BoughtSale['lines']>(
        sql`coalesce((select jsonb_agg(${jsonObject({ name: value<Readonly<Record<string, string>>>(sql`${l.name}`), qty: value<number>(sql`${l.qty} - ${l.refunded_qty}`) })} order by ${l.sale_lineid}) from ${l} where ${l.saleid} = ${s.saleid} and ${l.refunded_qty} < ${l.qty} and ${l.deleted_at} is null), '[]')`,
      ),
    },
    sql`from ${s} join ${n} on ${n.eventid} = ${s.eventid} and ${n.web_userid} = ${s.web_userid}
       where ${n.inscriptionid} = ${inscriptionid} and ${s.status} in ('unpaid', 'paid', 'handed_over', 'refunding') and ${s.deleted_at} is null order by ${s.saleid} limit 20`,
  );
  return { sales };
};
