import { apolo_subscriptions } from '@/resources/apolo_subscriptions/apolo_subscriptions';
import { web_users } from '@/resources/web_users/web_users';
import { readStored } from '../../api/list/stored';
import { columnsOf } from '../../kernel/columnsOf';
import { select, selectAll, value } from '../../kernel/select';
import { sql } from '../../kernel/sql';
import { inSystemTransaction, type Transaction } from '../../kernel/transaction';
import type { Billing } from './Billing';
import { writeSubscription } from './settleSubscriptionCharge';
import { writeSubscriber } from './subscriptionLetters';

const batchSize = 20;
const s = columnsOf(apolo_subscriptions, 's');
const w = columnsOf(web_users, 'w');

/** Opens at the gateway the pages where subscribers store a card, and writes to them with the link. */
export const askCards = async (deps: Billing, isOver: () => boolean = () => false): Promise<readonly number[]> => {
  const failed: number[] = [];
  while (!isOver()) {
    const found = await inSystemTransaction(deps, (tx) =>
      select(
        tx,
        {
          id: s.subscriptionid,
          asked: value<string>(sql`(extract(epoch from ${s.card_asked_at}) * 1000)::bigint::text`),
          locale: value<string>(sql`coalesce(${w.locale}, 'es')`),
        },
        sql`from ${s} join ${w} on ${w.web_userid} = ${s.web_userid} where ${s.card_asked_at} is not null and ${s.card_session} is null and ${s.deleted_at} is null
              and ${s.status} not in ('cancelled', 'expired') and not (${s.subscriptionid} = any(${failed}::bigint[])) order by ${s.subscriptionid} limit ${sql.raw(String(batchSize))}`,
      ),
    );
    for (const { id, asked, locale } of found)
      try {
        const { session, url } = await deps.gateway.askCard({ key: `apolo-card-${id}-${asked}`, locale });
        await inSystemTransaction(deps, async (tx) => {
          const row = await readStored(tx, apolo_subscriptions, id, { lock: true });
          if (!row || row.card_session !== null || row.card_asked_at === null) return;
          await writeSubscription(tx, id, { card_session: session, card_link: url });
          await writeSubscriber(tx, id, 'card', session);
        });
      } catch {
        failed.push(id);
      }
    if (found.length < batchSize) break;
  }
  return failed;
};

/** A card that the gateway stored on one of its pages. */
export interface StoredCard {
  readonly session: string;
  readonly card: string;
  readonly brand: string | null;
  readonly last4: string | null;
}
/** Keeps the card of a subscription. What was late is charged at once. Answers false for a page of nobody. */
export const keepCard = async (tx: Transaction, { session, card, brand, last4 }: StoredCard, at: Date): Promise<boolean> => {
  const [id] = await selectAll(tx, s.subscriptionid, sql`from ${s} where ${s.card_session} = ${session} and ${s.deleted_at} is null`);
  const row = id === undefined ? null : await readStored(tx, apolo_subscriptions, id, { lock: true });
  if (!row) return false;
  const isLate = row.status === 'pending' || row.status === 'past_due';
  const isUnscheduled = row.next_charge_at === null && (row.status === 'active' || row.status === 'trialing');
  await writeSubscription(tx, row.subscriptionid, {
    card_ref: card,
    card_brand: brand,
    card_last4: last4,
    ...(isLate && { next_charge_at: at.toISOString() }),
    ...(isUnscheduled && { next_charge_at: row.current_period_end }),
  });
  return true;
};
