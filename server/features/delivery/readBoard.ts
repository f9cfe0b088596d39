import { statusGroups } from '@/domain/registration/lifecycle';
import { desks } from '@/resources/desks/desks';
import { events } from '@/resources/events/events';
import { inscriptions } from '@/resources/inscriptions/inscriptions';
import { kit_deliveries } from '@/resources/kit_deliveries/kit_deliveries';
import { users } from '@/resources/users/users';
import { columnsOf, orNull } from '../../kernel/columnsOf';
import { select, selectOne, value } from '../../kernel/select';
import { sql } from '../../kernel/sql';
import type { Transaction } from '../../kernel/transaction';
import { homeZone } from '@/schema/homeZone';

const i = columnsOf(inscriptions, 'i');
const k = columnsOf(kit_deliveries, 'k');
const d = columnsOf(desks, 'd');
const u = columnsOf(users, 'u');
const e = columnsOf(events, 'e');
const count = value<number>(sql`count(*)::int`);

/** The counters of an event: how many kits wait and were handed out, by desk, hour and person, and the last ones. */
export const readBoard = async (tx: Transaction, eventid: number) => {
  const handed = sql`from ${k} left join ${d} on ${d.deskid} = ${k.deskid} left join ${u} on ${u.userid} = ${k.by_userid}
    where ${k.eventid} = ${eventid} and ${k.status} in ('delivered', 'partial') and ${k.deleted_at} is null`;
  const totals = await selectOne(
    tx,
    {
      total: count,
      delivered: value<number>(sql`count(*) filter (where ${i.kit_status} = 'delivered')::int`),
      partial: value<number>(sql`count(*) filter (where ${i.kit_status} = 'partial')::int`),
    },
    sql`from ${i} where ${i.eventid} = ${eventid} and ${i.status} = any(${statusGroups.active}::text[]) and ${i.deleted_at} is null`,
  );
  const [event] = await select(
    tx,
    { name: value<Readonly<Record<string, string | undefined>>>(sql`${e.name}`) },
    sql`from ${e} where ${e.eventid} = ${eventid}`,
  );
  const [conflicts] = await select(
    tx,
    { count },
    sql`from ${k} where ${k.eventid} = ${eventid} and ${k.status} = 'conflict' and ${k.deleted_at} is null`,
  );
  const hour = sql`date_trunc('hour', ${k.delivered_at} at time zone ${sql.raw(`'${homeZone}'`)})`;
  const recently = value<number>(sql`count(*) filter (where ${k.delivered_at} > now() - interval '15 minutes')::int`);
  return {
    event: event?.name ?? {},
    ...(totals ?? { total: 0, delivered: 0, partial: 0 }),
    conflicts: conflicts?.count ?? 0,
    desks: await select(
      tx,
      { deskid: orNull(d.deskid), name: orNull(d.name), count, recently },
      sql`${handed} group by ${d.deskid}, ${d.name} order by ${d.name} nulls last`,
    ),
    people: await select(
      tx,
      {
        userid: orNull(u.userid),
        name: value<string | null>(sql`${u.first_name} || ' ' || coalesce(${u.last_name}, '')`),
        count,
        recently,
      },
      sql`${handed} group by ${u.userid}, ${u.first_name}, ${u.last_name} order by count(*) desc, ${u.userid} limit 30`,
    ),
    hours: await select(
      tx,
      { hour: value<string>(sql`to_char(${hour}, 'YYYY-MM-DD"T"HH24:00')`), count },
      sql`${handed} group by ${hour} order by ${hour} desc limit 48`,
    ),
    last: await select(
      tx,
      {
        kit_deliveryid: k.kit_deliveryid,
        number: k.number_delivered,
        desk: orNull(d.name),
        at: k.delivered_at,
      },
      sql`${handed} order by ${k.delivered_at} desc, ${k.kit_deliveryid} desc limit 8`,
    ),
  };
};
