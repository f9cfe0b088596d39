import { tshirt_movements } from '@/resources/tshirt_movements/tshirt_movements';
import { appendRow } from '../../api/write/columns';
import { columnsOf } from '../../kernel/columnsOf';
import { select, value } from '../../kernel/select';
import { sql } from '../../kernel/sql';
import type { Transaction } from '../../kernel/transaction';

const m = columnsOf(tshirt_movements);
const sums = (tx: Transaction, inscriptionid: number) =>
  select(
    tx,
    {
      tshirt_stockid: m.tshirt_stockid,
      reserved: value<number>(sql`sum(${m.reserved_change})::int`),
      delivered: value<number>(sql`sum(${m.delivered_change})::int`),
    },
    sql`from ${m} where ${m.inscriptionid} = ${inscriptionid} group by ${m.tshirt_stockid} order by ${m.tshirt_stockid}`,
  );

/** The shirt that was promised to somebody is theirs now. Nothing is counted where no size was promised. */
export const handShirt = async (tx: Transaction, inscriptionid: number): Promise<void> => {
  const promised = (await sums(tx, inscriptionid)).find(({ reserved }) => reserved > 0);
  if (promised)
    await appendRow(tx, tshirt_movements, {
      tshirt_stockid: promised.tshirt_stockid,
      type: 'deliver',
      qty: 1,
      reserved_change: -1,
      delivered_change: 1,
      inscriptionid,
    });
};
/** The shirt comes back and is promised to the same person again, until they get it or their registration is closed. */
export const takeShirt = async (tx: Transaction, inscriptionid: number, reason: string): Promise<void> => {
  const handed = (await sums(tx, inscriptionid)).find(({ delivered }) => delivered > 0);
  if (handed)
    await appendRow(tx, tshirt_movements, {
      tshirt_stockid: handed.tshirt_stockid,
      type: 'reserve',
      qty: 1,
      reserved_change: 1,
      delivered_change: -1,
      inscriptionid,
      reason,
    });
};
