import { received, returned } from '@/domain/registration/moneyMoved';
import type { BiMoney, BiRevenue } from '@/domain/reports/biFigures';
import { payments } from '@/resources/payments/payments';
import { columnsOf } from '../../kernel/columnsOf';
import { dayOf, today } from '../../kernel/dayOf';
import { select, value } from '../../kernel/select';
import { sql, type SQL } from '../../kernel/sql';
import type { Transaction } from '../../kernel/transaction';
import type { AskedFigures } from './askedFigures';
import { editions, within } from './editions';

const y = columnsOf(payments, 'y');
type Moved = typeof received | typeof returned;
const moved = ({ type, status }: Moved): SQL => sql`(${y.type} = any(${type}::text[]) and ${y.status} = any(${status}::text[]))`;
const sumOf = (condition: SQL) => value<number>(sql`coalesce(sum(${y.amount_cents}) filter (where ${condition}), 0)::float8`);
const isNow = sql`not n.is_previous`;
const zero: BiMoney = { received_cents: 0, returned_cents: 0, net_cents: 0, previous_cents: null };
const added = (one: number | null, other: number | null): number | null =>
  one === null && other === null ? null : (one ?? 0) + (other ?? 0);

/** The money of the chosen events by payment method: received, returned, and net of that. */
export const readRevenue = async (tx: Transaction, asked: AskedFigures): Promise<BiRevenue> => {
  const found = await select(
    tx,
    {
      method: y.method,
      received_cents: sumOf(sql`${isNow} and ${moved(received)}`),
      returned_cents: sumOf(sql`${isNow} and ${moved(returned)}`),
      before_in: sumOf(sql`n.is_previous and ${moved(received)}`),
      before_out: sumOf(sql`n.is_previous and ${moved(returned)}`),
    },
    (
      list,
    ) => sql`${editions(tx, asked)} select ${list} from editions n join ${y} on ${y.eventid} = n.eventid and ${within(tx, payments, 'y')}
      where (${moved(received)} or ${moved(returned)}) and (not n.is_previous or ${dayOf(sql`coalesce(${y.paid_at}, ${y.created})`)} + n.shift <= ${today})
      group by 1`,
  );
  const rows = found
    .map(({ method, received_cents, returned_cents, before_in, before_out }) => ({
      method,
      received_cents,
      returned_cents,
      net_cents: received_cents - returned_cents,
      previous_cents: asked.compare ? before_in - before_out : null,
    }))
    .toSorted((one, other) => other.net_cents - one.net_cents || one.method.localeCompare(other.method));
  const total = rows.reduce<BiMoney>(
    (sum, row) => ({
      received_cents: sum.received_cents + row.received_cents,
      returned_cents: sum.returned_cents + row.returned_cents,
      net_cents: sum.net_cents + row.net_cents,
      previous_cents: added(sum.previous_cents, row.previous_cents),
    }),
    asked.compare ? { ...zero, previous_cents: 0 } : zero,
  );
  return { total, rows };
};
