import { events } from '@/resources/events/events';
import { inscription_letters } from '@/resources/inscription_letters/inscription_letters';
import { inscriptions } from '@/resources/inscriptions/inscriptions';
import { mailings } from '@/resources/mailings/mailings';
import { notification_deliveries } from '@/resources/notification_deliveries/notification_deliveries';
import { notifications } from '@/resources/notifications/notifications';
import type { AnyResource } from '@/schema';
import { can } from '@/schema/project/access';
import { scopeSql } from '../../api/list/scope';
import { columnsOf } from '../../kernel/columnsOf';
import { select, value } from '../../kernel/select';
import { every, sql } from '../../kernel/sql';
import type { Transaction } from '../../kernel/transaction';

const most = 200;
const l = columnsOf(inscription_letters, 't');
const i = columnsOf(inscriptions, 'i');
const e = columnsOf(events, 'e');
const g = columnsOf(mailings, 'g');
const d = columnsOf(notification_deliveries, 't');
const n = columnsOf(notifications, 'n');
const { raw } = sql;

/** Something that was sent to an athlete, or is about to be. */
export interface Message {
  /** The entity with the record of it. */
  readonly resource: 'inscription_letters' | 'notification_deliveries';
  readonly id: number;
  readonly at: string;
  readonly kind: string | null;
  /** What an organizer called it; nothing for letters of the product. */
  readonly title: string | null;
  readonly event: string | null;
  readonly status: string;
  readonly reason: string | null;
}
const inScope = (tx: Transaction, resource: AnyResource) => scopeSql(tx.registry, tx.grants, resource, 'list', 't');

const lettersTo = (tx: Transaction, web_userid: number): Promise<readonly Omit<Message, 'resource'>[]> =>
  select(
    tx,
    {
      id: l.letterid,
      at: value<string>(sql`coalesce(${l.sent_at}, ${l.created})`),
      kind: value<string | null>(sql`${l.kind}`),
      title: value<string | null>(sql`${g.subject}`),
      event: value<string | null>(sql`coalesce(${e.name} ->> ${tx.locale}, ${e.name} ->> 'es')`),
      status: value<string>(sql`${l.status}`),
      reason: value<string | null>(sql`${l.withdrawn_for}`),
    },
    sql`from ${l} join ${i} on ${i.inscriptionid} = ${l.inscriptionid} left join ${e} on ${e.eventid} = ${l.eventid} left join ${g} on ${g.mailingid} = ${l.mailingid}
     where ${every([sql`${i.web_userid} = ${web_userid} and ${l.deleted_at} is null`, inScope(tx, inscription_letters)])}
     order by coalesce(${l.sent_at}, ${l.created}) desc, ${l.letterid} desc limit ${raw(String(most))}`,
  );
const pushesTo = (tx: Transaction, web_userid: number): Promise<readonly Omit<Message, 'resource'>[]> =>
  select(
    tx,
    {
      id: d.notification_deliveryid,
      at: value<string>(sql`coalesce(${d.sent_at}, ${d.created})`),
      kind: value<string | null>(sql`null::text`),
      title: value<string | null>(sql`${n.title}`),
      event: value<string | null>(sql`null::text`),
      status: value<string>(sql`${d.status}`),
      reason: value<string | null>(sql`null::text`),
    },
    sql`from ${d} join ${n} on ${n.notificationid} = ${d.notificationid}
     where ${every([sql`${d.web_userid} = ${web_userid} and ${d.deleted_at} is null`, inScope(tx, notification_deliveries)])}
     order by coalesce(${d.sent_at}, ${d.created}) desc, ${d.notification_deliveryid} desc limit ${raw(String(most))}`,
  );

/** Everything that was sent to an athlete, the newest first: letters, mailings and push messages, each as far as this person may list it. */
export const readMessages = async (
  tx: Transaction,
  web_userid: number,
): Promise<{ readonly messages: readonly Message[]; readonly isCut: boolean }> => {
  const letters = can(tx.grants, 'list', inscription_letters) ? await lettersTo(tx, web_userid) : [];
  const pushes = can(tx.grants, 'list', notification_deliveries) ? await pushesTo(tx, web_userid) : [];
  const all: readonly Message[] = [
    ...letters.map((each) => ({ resource: 'inscription_letters' as const, ...each })),
    ...pushes.map((each) => ({ resource: 'notification_deliveries' as const, ...each })),
  ];
  const sorted = all.toSorted((one, other) => Date.parse(other.at) - Date.parse(one.at));
  return { messages: sorted.slice(0, most), isCut: sorted.length > most };
};
