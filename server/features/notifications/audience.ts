import { activeSql, holdSql } from '@/domain/registration/lifecycle';
import type { Notification } from '@/resources/notifications/notifications';
import type { Transaction } from '../../kernel/transaction';
import { listedIds } from './listed';

type Asked = Pick<
  Notification,
  'eventids' | 'distanceids' | 'audience_statuses' | 'audience_regions' | 'kit_pending' | 'audience_tags' | 'audience_list'
>;
const listOf = <T>(list: readonly T[] | null | undefined): readonly T[] | null => (list?.length ? list : null);

/** Athletes whom a message is for; one that belongs to no race is publicity and reaches only those who agreed to it. A list narrows whatever else was asked. */
const audienceSql = `
  from web_users w left join states s on s.stateid = w.stateid
 where w.status = 'active' and w.deleted_at is null
   and ($4::text[] is null or s.region = any($4)) and ($7::bigint[] is null or w.web_userid = any($7))
   and (case when $1::bigint[] is null and $2::bigint[] is null and $3::text[] is null and not $5::boolean and $6::text[] is null then w.marketing_consent
        else ($1::bigint[] is not null or $2::bigint[] is not null or w.marketing_consent) and exists (
          select 1 from inscriptions i where i.web_userid = w.web_userid and i.deleted_at is null
             and ($1::bigint[] is null or i.eventid = any($1)) and ($2::bigint[] is null or i.distanceid = any($2))
             and (case when $3::text[] is null then (i.${holdSql} or i.${activeSql}) else i.status = any($3) end)
             and (not $5::boolean or i.kit_status in ('pending', 'partial')) and ($6::text[] is null or i.tags && $6)) end)`;
const valuesOf = ({
  eventids,
  distanceids,
  audience_statuses,
  audience_regions,
  kit_pending,
  audience_tags,
  audience_list,
}: Asked): readonly unknown[] => [
  listOf(eventids),
  listOf(distanceids),
  listOf(audience_statuses),
  listOf(audience_regions),
  kit_pending === true,
  listOf(audience_tags),
  listedIds(audience_list),
];

/** How many people a message would reach now. */
export const countAudience = async (tx: Transaction, asked: Asked): Promise<number> => {
  const [[count] = []] = await tx.run(`select count(*) ${audienceSql}`, valuesOf(asked));
  return Number(count);
};

/** How far a message reaches: how many people, and of a list how many it leaves out. */
export const reachOf = async (
  tx: Transaction,
  asked: Asked,
): Promise<{ readonly audience: number; readonly listed?: number; readonly left_out?: number }> => {
  const audience = await countAudience(tx, asked),
    listed = listedIds(asked.audience_list)?.length;
  return listed === undefined ? { audience } : { audience, listed, left_out: listed - audience };
};

/** Leaves one waiting delivery for each person; one who has it already is passed by. */
export const queueAudience = async (tx: Transaction, id: number, asked: Asked): Promise<number> =>
  (
    await tx.run(
      `insert into notification_deliveries (notificationid, web_userid, status, is_test, attempts) select $8::bigint, w.web_userid, 'queued', false, 0 ${audienceSql} on conflict do nothing returning 1`,
      [...valuesOf(asked), id],
    )
  ).length;
