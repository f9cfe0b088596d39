import { notifications } from '@/resources/notifications/notifications';
import { homeZone } from '@/schema/homeZone';
import { needsApproval } from '@/domain/web/pushes';
import { notification_deliveries } from '@/resources/notification_deliveries/notification_deliveries';
import { states } from '@/resources/states/states';
import { web_users } from '@/resources/web_users/web_users';
import type { Push, PushedMessage, PushMessage } from '../../adapters/push/Push';
import type { ApiDeps } from '../../kernel/ApiDeps';
import { inSystemTransaction, type Transaction } from '../../kernel/transaction';
import { updateRow } from '../../api/write/columns';
import { readStored } from '../../api/list/stored';
import { countAudience, queueAudience } from './audience';
import { columnsOf } from '../../kernel/columnsOf';
import { execute, select, selectAll, value, type Selected } from '../../kernel/select';
import { sql } from '../../kernel/sql';

const batchSize = 100,
  mostAttempts = 3,
  longestError = 500;
/** No messages are sent from 22:00 to 8:00 in the time zone of the recipient. */
const wakes = 8,
  sleeps = 22;
const n = columnsOf(notifications, 'n');
const d = columnsOf(notification_deliveries, 'd');
const w = columnsOf(web_users, 'w');
const s = columnsOf(states, 's');
const plain = columnsOf(notification_deliveries);
const message = columnsOf(notifications);
const { raw } = sql;
const home = raw(`'${homeZone}'`);
const zone = sql`case ${s.code} when 'BCN' then 'America/Tijuana' when 'SON' then 'America/Hermosillo' when 'BCS' then 'America/Mazatlan' when 'NAY' then 'America/Mazatlan' when 'SIN' then 'America/Mazatlan'
  when 'ROO' then 'America/Cancun' else ${home} end`;

/** The easternmost state is an hour ahead, so a message by local time starts that much earlier. */
const findDue = (tx: Transaction, now: string): Promise<readonly number[]> =>
  selectAll(
    tx,
    n.notificationid,
    sql`from ${n} where ${n.status} = 'scheduled' and ${n.deleted_at} is null and ${n.scheduled_at} - case when ${n.send_local_time} then interval '1 hour' else interval '0' end <= ${now}::timestamptz
     order by ${n.scheduled_at} for no key update skip locked`,
  );

const queued = {
  id: d.notification_deliveryid,
  recipient: value<string>(sql`coalesce('athlete:' || ${d.web_userid}, 'staff:' || ${d.userid})`),
  app: n.app,
  platform: n.platform,
  title: value<string>(sql`${n.title}`),
  body: value<string>(sql`${n.body}`),
  img: value<string | null>(sql`${n.img}`),
  deep_link: n.deep_link,
};
type Waiting = Selected<typeof queued>;
const findQueued = (tx: Transaction, now: string, failed: readonly number[]): Promise<readonly Waiting[]> => {
  const clock = sql`(${now}::timestamptz at time zone ${zone})`;
  const isAwake = sql`extract(hour from ${clock}) >= ${raw(String(wakes))} and extract(hour from ${clock}) < ${raw(String(sleeps))}`;
  return select(
    tx,
    queued,
    sql`from ${d} join ${n} on ${n.notificationid} = ${d.notificationid} left join ${w} on ${w.web_userid} = ${d.web_userid} left join ${s} on ${s.stateid} = ${w.stateid}
     where ${d.status} = 'queued' and ${d.deleted_at} is null and ${n.deleted_at} is null and not (${d.notification_deliveryid} = any(${failed}::bigint[]))
       and (${d.is_test} or (${n.status} = 'sending' and ${isAwake} and (not ${n.send_local_time} or ${clock} >= ${n.scheduled_at} at time zone ${home})))
     order by ${d.is_test} desc, ${d.notification_deliveryid} limit ${raw(String(batchSize))}`,
  );
};

type Answer = PushedMessage | { readonly error: string };
/** Stores the outcome of one delivery. One that was not accepted fails after enough attempts. */
const writeAnswer = (tx: Transaction, id: number, provider: string, answer: Answer): Promise<void> => {
  const attempts = sql`${plain.attempts} + 1`;
  const sets =
    'error' in answer
      ? sql`${plain.status} = case when ${attempts} >= ${raw(String(mostAttempts))} then 'failed' else ${plain.status} end, ${plain.error} = ${answer.error}`
      : sql`${plain.status} = ${answer.status}, ${plain.provider_ref} = ${answer.provider_ref}, ${plain.sent_at} = now(), ${plain.error} = null`;
  return execute(
    tx,
    sql`update ${plain} set ${sets}, ${plain.provider} = ${provider}, ${plain.attempts} = ${attempts}, ${plain.updated} = now(), ${plain.version} = ${plain.version} + 1
         where ${plain.notification_deliveryid} = ${id} and ${plain.status} = 'queued'`,
  );
};

/** Ends messages without waiting deliveries. */
const closeSent = (tx: Transaction): Promise<void> => {
  const of = sql`select 1 from ${d} where ${d.notificationid} = ${n.notificationid} and not ${d.is_test} and ${d.deleted_at} is null`;
  return execute(
    tx,
    sql`update ${n} set ${message.status} = case when exists (${of} and ${d.status} <> 'failed') then 'sent' else 'failed' end, ${message.updated} = now(), ${message.version} = ${n.version} + 1
         where ${n.status} = 'sending' and not exists (${of} and ${d.status} = 'queued')`,
  );
};

/**
 * Starts one message that is due: it is sent once all of its deliveries are written, for a large audience in portions. A message that
 * has grown beyond what one person may send waits for approval.
 */
const beginOne = async (tx: Transaction, id: number): Promise<{ readonly isMore: boolean; readonly isBegun: boolean }> => {
  const row = await readStored(tx, notifications, id, { lock: true });
  if (row?.status !== 'scheduled') return { isMore: false, isBegun: false };
  const audience = await countAudience(tx, row);
  const waits = needsApproval(audience) && row.approved_userid === null;
  if (!waits && (await queueAudience(tx, id, row))) return { isMore: true, isBegun: false };
  if (!waits || audience !== row.audience_count)
    await updateRow(tx, notifications, id, { audience_count: audience, ...(!waits && { status: 'sending' }) });
  return { isMore: false, isBegun: !waits };
};
/** Starts the messages that are due. */
const begin = async (deps: Pick<ApiDeps, 'pool' | 'registry'>, now: string, isOver: () => boolean): Promise<number> => {
  let begun = 0;
  for (const id of await inSystemTransaction(deps, (tx) => findDue(tx, now)))
    for (let isMore = true; isMore && !isOver();) {
      const part = await inSystemTransaction(deps, (tx) => beginOne(tx, id));
      isMore = part.isMore;
      begun += part.isBegun ? 1 : 0;
    }
  return begun;
};

const messageOf = ({ id, ...said }: Waiting): PushMessage => ({ key: `delivery-${id}`, ...said });
const attempted = async (push: Push, sending: PushMessage): Promise<Answer> => {
  try {
    return await push.send(sending);
  } catch (error) {
    return { error: (error instanceof Error ? error.message : String(error)).slice(0, longestError) };
  }
};

/** What one sweep started and sent, and which deliveries the service did not accept. */
export interface Pushed {
  readonly begun: number;
  readonly sent: number;
  readonly failed: readonly number[];
}

/**
 * Sends what is due, outside any transaction. If a process ends between sending and storing the outcome, the message is sent again under
 * the same key, and the service delivers it once.
 *
 * Tests are sent at any hour; other messages wait for the day.
 */
export const sendNotifications = async (
  deps: Pick<ApiDeps, 'pool' | 'registry'>,
  push: Push,
  isOver: () => boolean = () => false,
  now: Date = new Date(),
): Promise<Pushed> => {
  const at = now.toISOString();
  const begun = await begin(deps, at, isOver);
  const failed: number[] = [];
  let sent = 0;
  while (!isOver()) {
    const waiting = await inSystemTransaction(deps, (tx) => findQueued(tx, at, failed));
    for (const each of waiting) {
      const answer = await attempted(push, messageOf(each));
      if ('error' in answer) failed.push(each.id);
      else sent += 1;
      await inSystemTransaction(deps, (tx) => writeAnswer(tx, each.id, push.name, answer));
    }
    if (waiting.length < batchSize) break;
  }
  await inSystemTransaction(deps, closeSent);
  return { begun, sent, failed };
};
