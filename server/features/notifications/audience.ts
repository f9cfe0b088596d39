import { activeSql, holdSql } from '@/domain/registration/lifecycle';
import type { Notification } from '@/resources/notifications/notifications';
import { inscriptions } from '@/resources/inscriptions/inscriptions';
import { notification_deliveries } from '@/resources/notification_deliveries/notification_deliveries';
import { states } from '@/resources/states/states';
import { web_users } from '@/resources/web_users/web_users';
import type { Transaction } from '../../kernel/transaction';
import { listedIds } from './listed';
import { columnsOf } from '../../kernel/columnsOf';
import { select, selectAll, value } from '../../kernel/select';
import { every, sql, type SQL } from '../../kernel/sql';

type Asked = Pick<
  Notification,
  'eventids' | 'distanceids' | 'audience_statuses' | 'audience_regions' | 'kit_pending' | 'audience_tags' | 'audience_list'
>;
const listOf = <T>(list: readonly T[] | null | undefined): readonly T[] | null => (list?.length ? list : null);

const w = columnsOf(web_users, 'w');
const s = columnsOf(states, 's');
const i = columnsOf(inscriptions, 'i');
const d = columnsOf(notification_deliveries);
const { raw } = sql;

/**
 * The athletes who get a message. A message that belongs to no race is publicity and reaches only people who agreed to it. A list
 * narrows the other conditions.
 */
const audienceOf = (asked: Asked): SQL => {
  const [races, distances, statuses] = [listOf(asked.eventids), listOf(asked.distanceids), listOf(asked.audience_statuses)],
    [regions, tags, listed] = [listOf(asked.audience_regions), listOf(asked.audience_tags), listedIds(asked.audience_list)];
  const isPending = asked.kit_pending === true;
  const ofRaces = every([
    sql`${i.web_userid} = ${w.web_userid} and ${i.deleted_at} is null`,
    races && sql`${i.eventid} = any(${races}::bigint[])`,
    distances && sql`${i.distanceid} = any(${distances}::bigint[])`,
    statuses ? sql`${i.status} = any(${statuses}::text[])` : sql`(i.${raw(holdSql)} or i.${raw(activeSql)})`,
    isPending ? sql`${i.kit_status} in ('pending', 'partial')` : null,
    tags && sql`${i.tags} && ${tags}::text[]`,
  ]);
  const isOfRaces = races !== null || distances !== null;
  const isInRaces = isOfRaces || statuses !== null || isPending || tags !== null;
  const conditions = every([
    sql`${w.status} = 'active' and ${w.deleted_at} is null`,
    regions && sql`${s.region} = any(${regions}::text[])`,
    listed && sql`${w.web_userid} = any(${listed}::bigint[])`,
    isOfRaces ? null : sql`${w.marketing_consent}`,
    isInRaces ? sql`exists (select 1 from ${i} where ${ofRaces})` : null,
  ]);
  return sql`from ${w} left join ${s} on ${s.stateid} = ${w.stateid} where ${conditions}`;
};

/** How many people a message would reach now. */
export const countAudience = async (tx: Transaction, asked: Asked): Promise<number> => {
  const [count = 0] = await selectAll(tx, value<number>(sql`count(*)`), audienceOf(asked));
  return count;
};

/** The reach of a message: how many people, and how many of a list are left out. */
export const reachOf = async (
  tx: Transaction,
  asked: Asked,
): Promise<{ readonly audience: number; readonly listed?: number; readonly left_out?: number }> => {
  const audience = await countAudience(tx, asked),
    listed = listedIds(asked.audience_list)?.length;
  return listed === undefined ? { audience } : { audience, listed, left_out: listed - audience };
};

/** Deliveries written in one transaction: a fifth of a second on the embedded engine. */
export const deliveriesAtOnce = 2000;
const had = columnsOf(notification_deliveries, 'had');
/** Creates deliveries for the next people who have none yet; answers whether there are more. */
export const queueAudience = async (tx: Transaction, id: number, asked: Asked): Promise<boolean> => {
  const hasOne = sql`exists (select 1 from ${had} where ${had.notificationid} = ${id} and ${had.web_userid} = ${w.web_userid} and not ${had.is_test} and ${had.deleted_at} is null)`;
  const queued = await select(
    tx,
    { id: d.notification_deliveryid },
    (list) =>
      sql`insert into ${d} (${d.notificationid}, ${d.web_userid}, ${d.status}, ${d.is_test}, ${d.attempts}) select ${id}::bigint, ${w.web_userid}, 'queued', false, 0
       ${audienceOf(asked)} and not ${hasOne} order by ${w.web_userid} limit ${raw(String(deliveriesAtOnce))} on conflict do nothing returning ${list}`,
  );
  return queued.length === deliveriesAtOnce;
};
