import { notification_deliveries } from '@/resources/notification_deliveries/notification_deliveries';
import { notifications, type Notification } from '@/resources/notifications/notifications';
import { defineHooks } from '../../kernel/defineHooks';
import { conflict, invalid } from '../../kernel/DomainError';
import type { Transaction } from '../../kernel/transaction';
import { insertRow, updateRow } from '../../api/write/columns';
import { deliveriesAtOnce, reachOf } from './audience';
import { settleList } from './listed';
import { columnsOf } from '../../kernel/columnsOf';
import { select } from '../../kernel/select';
import { sql } from '../../kernel/sql';

interface Plan {
  readonly scheduled_at: string;
  readonly send_local_time: boolean;
}
const d = columnsOf(notification_deliveries);
/**
 * Cancels the next deliveries that were not sent; answers whether there are more. Those of a cancelled message are not sent in any case.
 */
const withdraw = (tx: Transaction, id: number): Promise<boolean> =>
  tx.asOwner(async () => {
    const withdrawn = await select(
      tx,
      { id: d.notification_deliveryid },
      (list) => sql`
      update ${d} set ${d.deleted_at} = now(), ${d.updated} = now() where ${d.notification_deliveryid} = any(array(
        select ${d.notification_deliveryid} from ${d} where ${d.notificationid} = ${id} and ${d.status} = 'queued' and not ${d.is_test} and ${d.deleted_at} is null
         order by ${d.notification_deliveryid} limit ${sql.raw(String(deliveriesAtOnce))} for update))
      returning ${list}`,
    );
    return withdrawn.length === deliveriesAtOnce;
  });

/** Queues a message: the job sends it when it is due, and a large one only after another person approved it. */
const plan = async (
  tx: Transaction,
  id: number,
  row: Notification,
  { scheduled_at, send_local_time }: Plan,
): ReturnType<typeof reachOf> => {
  const reach = await reachOf(tx, row),
    { audience } = reach;
  if (audience === 0) throw conflict('AUDIENCE_EMPTY');
  await updateRow(tx, notifications, id, {
    status: 'scheduled',
    scheduled_at,
    send_local_time,
    audience_count: audience,
    requested_userid: tx.userid,
    approved_userid: null,
  });
  return reach;
};

/** The server's rules for a push message: whom it reaches, and when it may be sent. */
export const notificationsHooks = defineHooks(notifications, {
  beforeWrite: async ({ tx, verb, before, values }) => {
    const status = before?.['status'];
    if (verb === 'edit' && status !== 'draft') throw conflict('NOTIFICATION_FIXED', [{ path: 'status', code: 'NOTIFICATION_FIXED' }]);
    if (verb === 'delete' && (status === 'scheduled' || status === 'sending'))
      throw conflict('NOTIFICATION_ON_ITS_WAY', [{ path: 'status', code: 'NOTIFICATION_ON_ITS_WAY' }]);
    const list = values['audience_list'];
    if (typeof list === 'string' && list !== before?.['audience_list']) values['audience_list'] = await settleList(tx, list);
  },
  actions: {
    count_audience: async ({ tx, id, row }) => {
      const reach = await reachOf(tx, row);
      await updateRow(tx, notifications, id, { audience_count: reach.audience });
      return reach;
    },
    test_to_me: async ({ tx, id }) => {
      await insertRow(tx, notification_deliveries, { notificationid: id, userid: tx.userid, is_test: true, status: 'queued' });
    },
    schedule: async ({ tx, id, row, input: { scheduled_at, send_local_time } }) => {
      if (Date.parse(scheduled_at) <= Date.now()) throw invalid([{ path: 'input.scheduled_at', code: 'SCHEDULE_PAST' }]);
      return plan(tx, id, row, { scheduled_at, send_local_time: send_local_time ?? false });
    },
    send: async ({ tx, id, row }) => plan(tx, id, row, { scheduled_at: new Date().toISOString(), send_local_time: false }),
    cancel: async ({ tx, id }) => {
      if (await withdraw(tx, id)) tx.further((later) => withdraw(later, id));
    },
  },
});
