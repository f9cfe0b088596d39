import { sql } from 'drizzle-orm';
import { bigint, index, integer, jsonb, pgTable, text, timestamp, uniqueIndex } from 'drizzle-orm/pg-core';

const moment = () => timestamp({ withTimezone: true, mode: 'string', precision: 3 });
const instant = () => moment().notNull().defaultNow();
const key = () => bigint({ mode: 'number' });

/** Charges of an installation without a payment gateway: they are stored, and nobody is asked for money. */
export const gateway_charges = pgTable('gateway_charges', {
  chargeid: key().primaryKey().generatedAlwaysAsIdentity(),
  charge_key: text().notNull().unique(),
  amount_cents: integer().notNull(),
  currency: text().notNull(),
  method: text().notNull(),
  reference: text().notNull(),
  expires_at: moment(),
  /** Of a charge of a stored card: the page where it was stored, and why it was declined. */
  card: text(),
  decline_code: text(),
  /** Since when it counts as paid, and what the gateway kept of it. */
  captured_at: moment(),
  fee_cents: integer(),
  created: instant(),
});

/** Pages of that installation where a card is stored, and which test card was chosen there. */
export const gateway_cards = pgTable('gateway_cards', {
  cardid: key().primaryKey().generatedAlwaysAsIdentity(),
  card_key: text().notNull().unique(),
  session: text().notNull().unique(),
  last4: text(),
  created: instant(),
});

/** Letters about subscriptions, until they were handed over; one of a kind about one charge or day. */
export const subscription_letters = pgTable(
  'subscription_letters',
  {
    letterid: key().primaryKey().generatedAlwaysAsIdentity(),
    subscriptionid: key().notNull(),
    kind: text().notNull(),
    about: text().notNull(),
    state: text().notNull().default('waiting'),
    taken_at: moment(),
    error: text(),
    created: instant(),
  },
  (table) => [
    uniqueIndex('subscription_letters_uq').on(table.subscriptionid, table.kind, table.about),
    index('subscription_letters_waiting_ix')
      .on(table.letterid)
      .where(sql`state = 'waiting'`),
  ],
);

/** Money that such an installation returned. */
export const gateway_refunds = pgTable(
  'gateway_refunds',
  {
    refund_key: text().primaryKey(),
    chargeid: key(),
    amount_cents: integer().notNull(),
    currency: text().notNull(),
    created: instant(),
  },
  (table) => [index('gateway_refunds_created_ix').on(table.created)],
);

/** Invoices that such an installation would have asked for. */
export const local_invoices = pgTable('local_invoices', {
  invoice_key: text().primaryKey(),
  request: jsonb().notNull(),
  created: instant(),
});
