import { notifications, type Notification } from '@/resources/notifications/notifications';
import { homeZone } from '@/schema/homeZone';
import { needsApproval } from '@/domain/web/pushes';
import type { Push, PushedMessage, PushMessage } from '../../adapters/push/Push';
import type { ApiDeps } from '../../kernel/ApiDeps';
import { inSystemTransaction, type Transaction } from '../../kernel/transaction';
import { updateRow } from '../../api/write/columns';
import { readStored } from '../../api/list/stored';
import { countAudience, queueAudience } from './audience';

const batchSize = 100,
  mostAttempts = 3,
  longestError = 500;
/** Nobody's phone rings from 22:00 to 8:00 where they live. */
const wakes = 8,
  sleeps = 22;
const zoneSql = `case s.code when 'BCN' then 'America/Tijuana' when 'SON' then 'America/Hermosillo' when 'BCS' then 'America/Mazatlan' when 'NAY' then 'America/Mazatlan' when 'SIN' then 'America/Mazatlan'
  when 'ROO' then 'America/Cancun' else '${homeZone}' end`;
const clockSql = `($1::timestamptz at time zone ${zoneSql})`;

/** The easternmost state is an hour ahead: a message by local time begins that much earlier. */
const dueSql = `
  select notificationid from notifications where status = 'scheduled' and deleted_at is null and scheduled_at - case when send_local_time then interval '1 hour' else interval '0' end <= $1::timestamptz
   order by scheduled_at for no key update skip locked`;
const queuedSql = `
  select d.notification_deliveryid, coalesce('athlete:' || d.web_userid, 'staff:' || d.userid), n.app, n.platform, n.title, n.body, n.img, n.deep_link
    from notification_deliveries d join notifications n on n.notificationid = d.notificationid left join web_users w on w.web_userid = d.web_userid left join states s on s.stateid = w.stateid
   where d.status = 'queued' and d.deleted_at is null and n.deleted_at is null and not (d.notification_deliveryid = any($2::bigint[]))
     and (d.is_test or (n.status = 'sending' and extract(hour from ${clockSql}) >= ${wakes} and extract(hour from ${clockSql}) < ${sleeps}
          and (not n.send_local_time or ${clockSql} >= n.scheduled_at at time zone '${homeZone}')))
   order by d.is_test desc, d.notification_deliveryid limit ${batchSize}`;
const sentSql = `update notification_deliveries set status = $2, provider = $3, provider_ref = $4, sent_at = now(), attempts = attempts + 1, error = null, updated = now(), version = version + 1 where notification_deliveryid = $1 and status = 'queued'`;
const failedSql = `
  update notification_deliveries set status = case when attempts + 1 >= ${mostAttempts} then 'failed' else status end, provider = $3, attempts = attempts + 1, error = $2, updated = now(), version = version + 1
   where notification_deliveryid = $1 and status = 'queued'`;
const overSql = `
  update notifications n set status = case when exists (select 1 from notification_deliveries d where d.notificationid = n.notificationid and not d.is_test and d.deleted_at is null and d.status <> 'failed') then 'sent' else 'failed' end,
         updated = now(), version = version + 1
   where n.status = 'sending' and not exists (select 1 from notification_deliveries d where d.notificationid = n.notificationid and not d.is_test and d.deleted_at is null and d.status = 'queued')`;

/** Begins what is due; a message that has grown beyond what one person may send waits for its approval. */
const begin = async (tx: Transaction, now: string): Promise<number> => {
  let begun = 0;
  for (const [id] of await tx.run(dueSql, [now])) {
    const row = (await readStored(tx, notifications, Number(id))) as unknown as Notification;
    const audience = await countAudience(tx, row);
    const waits = needsApproval(audience) && row.approved_userid === null;
    if (!waits) await queueAudience(tx, row.notificationid, row);
    if (!waits || audience !== row.audience_count)
      await updateRow(tx, notifications, row.notificationid, { audience_count: audience, ...(!waits && { status: 'sending' }) });
    begun += waits ? 0 : 1;
  }
  return begun;
};

interface Waiting {
  readonly id: number;
  readonly message: PushMessage;
}
const toWaiting = ([id, recipient, app, platform, title, body, img, deep_link]: readonly unknown[]): Waiting => ({
  id: Number(id),
  message: {
    key: `delivery-${Number(id)}`,
    recipient: String(recipient),
    app: String(app),
    platform: String(platform),
    title: String(title),
    body: String(body),
    img: img as string | null,
    deep_link: deep_link as string | null,
  },
});
const attempted = async (push: Push, message: PushMessage): Promise<PushedMessage | { readonly error: string }> => {
  try {
    return await push.send(message);
  } catch (error) {
    return { error: (error instanceof Error ? error.message : String(error)).slice(0, longestError) };
  }
};

/** What one sweep began and sent, and which deliveries the service did not take. */
export interface Pushed {
  readonly begun: number;
  readonly sent: number;
  readonly failed: readonly number[];
}

/**
 * Sends what is due, outside any transaction: a process that ends between sending and writing it down sends again under the same key, and the service sends nothing twice.
 *
 * Tests leave at any hour; everyone else is left to sleep.
 */
export const sendNotifications = async (
  deps: Pick<ApiDeps, 'pool' | 'registry'>,
  push: Push,
  isOver: () => boolean = () => false,
  now: Date = new Date(),
): Promise<Pushed> => {
  const at = now.toISOString();
  const begun = await inSystemTransaction(deps, (tx) => begin(tx, at));
  const failed: number[] = [];
  let sent = 0;
  while (!isOver()) {
    const waiting = (await inSystemTransaction(deps, (tx) => tx.run(queuedSql, [at, failed]))).map(toWaiting);
    for (const { id, message } of waiting) {
      const answer = await attempted(push, message);
      if ('error' in answer) failed.push(id);
      else sent += 1;
      await inSystemTransaction(deps, (tx) =>
        'error' in answer
          ? tx.run(failedSql, [id, answer.error, push.name])
          : tx.run(sentSql, [id, answer.status, push.name, answer.provider_ref]),
      );
    }
    if (waiting.length < batchSize) break;
  }
  await inSystemTransaction(deps, (tx) => tx.run(overSql));
  return { begun, sent, failed };
};
