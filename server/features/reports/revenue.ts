import { received, returned } from '@/domain/registration/moneyMoved';
import { commissionOf } from '@/domain/registration/settlement';
import type { BiMoney, BiRevenue } from '@/domain/reports/biFigures';
import { events } from '@/resources/events/events';
import { organizations } from '@/resources/organizations/organizations';
import { payments } from '@/resources/payments/payments';
import { stores } from '@/resources/stores/stores';
import { can, canSee } from '@/schema/project/access';
import { columnsOf } from '../../kernel/columnsOf';
import { dayOf, today } from '../../kernel/dayOf';
import { select, value } from '../../kernel/select';
import { sql, type SQL } from '../../kernel/sql';
import type { Transaction } from '../../kernel/transaction';
import type { AskedFigures } from './askedFigures';
import { editions, within } from './editions';

const y = columnsOf(payments, 'y');
const x = columnsOf(events, 'x');
const o = columnsOf(organizations, 'o');
const s = columnsOf(stores, 's');
type Moved = typeof received | typeof returned;
const moved = ({ type, status }: Moved): SQL => sql`(${y.type} = any(${type}::text[]) and ${y.status} = any(${status}::text[]))`;
const sumOf = (condition: SQL) => value<number>(sql`coalesce(sum(${y.amount_cents}) filter (where ${condition}), 0)::float8`);
const isNow = sql`not n.is_previous`;
const zero: BiMoney = { received_cents: 0, returned_cents: 0, net_cents: 0, previous_cents: null };
const added = (one: number | null, other: number | null): number | null =>
  one === null && other === null ? null : (one ?? 0) + (other ?? 0);

/** What the platform keeps: of registrations by the commission of their organization, and of what a store sold by that of the store. */
const readFee = async (tx: Transaction, asked: AskedFigures): Promise<number | null> => {
  if (!can(tx.grants, 'list', organizations) || !canSee(tx.grants, organizations.fields.fee_percent_bp)) return null;
  const rate = sql`coalesce(case when ${y.saleid} is null then ${o.fee_percent_bp} else ${s.commission_bp} end, 0)`;
  const found = await select(
    tx,
    { rate: value<number>(rate), in_cents: sumOf(moved(received)), out_cents: sumOf(moved(returned)) },
    (
      list,
    ) => sql`${editions(tx, asked, false)} select ${list} from editions n join ${y} on ${y.eventid} = n.eventid and ${within(tx, payments, 'y')}
      join ${x} on ${x.eventid} = n.eventid join ${o} on ${o.organizationid} = ${x.organizationid}
      left join ${s} on ${s.organizationid} = ${o.organizationid} and ${s.deleted_at} is null
      where ${moved(received)} or ${moved(returned)} group by ${o.organizationid}, 1`,
  );
  return found.reduce((sum, row) => sum + commissionOf(row.in_cents - row.out_cents, row.rate), 0);
};

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
  return { total, fee_cents: await readFee(tx, asked), rows };
};
