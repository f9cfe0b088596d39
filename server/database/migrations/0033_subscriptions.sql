CREATE TABLE "gateway_cards" (
	"cardid" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "gateway_cards_cardid_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"card_key" text NOT NULL,
	"session" text NOT NULL,
	"last4" text,
	"created" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "gateway_cards_card_key_unique" UNIQUE("card_key"),
	CONSTRAINT "gateway_cards_session_unique" UNIQUE("session")
);

--> statement-breakpoint
CREATE TABLE "subscription_letters" (
	"letterid" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "subscription_letters_letterid_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"subscriptionid" bigint NOT NULL,
	"kind" text NOT NULL,
	"about" text NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"taken_at" timestamp(3) with time zone,
	"error" text,
	"created" timestamp(3) with time zone DEFAULT now() NOT NULL
);

--> statement-breakpoint
ALTER TABLE "apolo_subscriptions" DROP CONSTRAINT "apolo_subscriptions_status_check";
--> statement-breakpoint
ALTER TABLE "jobs" DROP CONSTRAINT "jobs_queue_check";
--> statement-breakpoint
ALTER TABLE "subscription_charges" DROP CONSTRAINT "subscription_charges_status_check";
--> statement-breakpoint
ALTER TABLE "subscription_charges" DROP CONSTRAINT "subscription_charges_amount_cents_check";
--> statement-breakpoint
DROP INDEX "apolo_subscriptions_web_userid_uq";
--> statement-breakpoint
DROP INDEX "subscription_charges_idempotency_key_uq";
--> statement-breakpoint
DROP INDEX "subscription_charges_subscriptionid_created_ix";
--> statement-breakpoint
ALTER TABLE "apolo_plans" ADD COLUMN "trial_days" integer DEFAULT 0 NOT NULL;
--> statement-breakpoint
ALTER TABLE "apolo_subscriptions" ADD COLUMN "anchor_day" integer;
--> statement-breakpoint
ALTER TABLE "apolo_subscriptions" ADD COLUMN "paid_cents" integer DEFAULT 0 NOT NULL;
--> statement-breakpoint
ALTER TABLE "apolo_subscriptions" ADD COLUMN "credit_cents" integer DEFAULT 0 NOT NULL;
--> statement-breakpoint
ALTER TABLE "apolo_subscriptions" ADD COLUMN "next_planid" bigint;
--> statement-breakpoint
ALTER TABLE "apolo_subscriptions" ADD COLUMN "past_due_since" timestamp(3) with time zone;
--> statement-breakpoint
ALTER TABLE "apolo_subscriptions" ADD COLUMN "paused_at" timestamp(3) with time zone;
--> statement-breakpoint
ALTER TABLE "apolo_subscriptions" ADD COLUMN "resume_on" date;
--> statement-breakpoint
ALTER TABLE "apolo_subscriptions" ADD COLUMN "card_brand" text;
--> statement-breakpoint
ALTER TABLE "apolo_subscriptions" ADD COLUMN "card_last4" text;
--> statement-breakpoint
ALTER TABLE "apolo_subscriptions" ADD COLUMN "card_ref" text;
--> statement-breakpoint
ALTER TABLE "apolo_subscriptions" ADD COLUMN "card_session" text;
--> statement-breakpoint
ALTER TABLE "apolo_subscriptions" ADD COLUMN "card_link" text;
--> statement-breakpoint
ALTER TABLE "apolo_subscriptions" ADD COLUMN "card_asked_at" timestamp(3) with time zone;
--> statement-breakpoint
ALTER TABLE "apolo_subscriptions" ADD COLUMN "ended_at" timestamp(3) with time zone;
--> statement-breakpoint
ALTER TABLE "fmtri_affiliations" ADD COLUMN "letter" text;
--> statement-breakpoint
ALTER TABLE "subscription_charges" ADD COLUMN "planid" bigint;
--> statement-breakpoint
ALTER TABLE "subscription_charges" ADD COLUMN "credit_cents" integer DEFAULT 0 NOT NULL;
--> statement-breakpoint
ALTER TABLE "subscription_charges" ADD COLUMN "provider" text;
--> statement-breakpoint
ALTER TABLE "subscription_charges" ADD COLUMN "reason" text;
--> statement-breakpoint
ALTER TABLE "subscription_charges" ADD COLUMN "asked_at" timestamp(3) with time zone;
--> statement-breakpoint
ALTER TABLE "subscription_charges" ADD COLUMN "asks" integer DEFAULT 0 NOT NULL;
--> statement-breakpoint
ALTER TABLE "subscription_charges" ADD COLUMN "refund_ref" text;
--> statement-breakpoint
ALTER TABLE "subscription_charges" ADD COLUMN "refund_refusals" integer DEFAULT 0 NOT NULL;
--> statement-breakpoint
ALTER TABLE "subscription_charges" ADD COLUMN "settled_at" timestamp(3) with time zone;
--> statement-breakpoint
ALTER TABLE "subscription_charges" ADD COLUMN "updated" timestamp(3) with time zone DEFAULT now() NOT NULL;
--> statement-breakpoint
ALTER TABLE "subscription_charges" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;
--> statement-breakpoint
ALTER TABLE "subscription_charges" ADD COLUMN "updated_by" bigint;
--> statement-breakpoint
ALTER TABLE "subscription_charges" ADD COLUMN "deleted_at" timestamp(3) with time zone;
--> statement-breakpoint
ALTER TABLE "gateway_charges" ADD COLUMN "card" text;
--> statement-breakpoint
ALTER TABLE "gateway_charges" ADD COLUMN "decline_code" text;
--> statement-breakpoint
CREATE UNIQUE INDEX "subscription_letters_uq" ON "subscription_letters" USING btree ("subscriptionid","kind","about");
--> statement-breakpoint
CREATE INDEX "subscription_letters_waiting_ix" ON "subscription_letters" USING btree ("letterid") WHERE state = 'waiting';
--> statement-breakpoint
-- Subscriptions of before: nobody was charged, so nobody is before a card is stored; what they have was paid elsewhere.
UPDATE "apolo_subscriptions" SET "paused_at" = "updated" WHERE "status" = 'paused';
--> statement-breakpoint
UPDATE "apolo_subscriptions" SET "paid_cents" = "price_cents", "next_charge_at" = NULL WHERE "status" IN ('active', 'past_due', 'paused', 'cancel_at_period_end');
--> statement-breakpoint
UPDATE "apolo_subscriptions" SET "ended_at" = coalesce("cancelled_at", "current_period_end", "updated") WHERE "status" IN ('cancelled', 'expired');
--> statement-breakpoint
UPDATE "subscription_charges" SET "period_end" = "period_start" + interval '1 month' WHERE "period_end" <= "period_start";
--> statement-breakpoint
UPDATE "subscription_charges" SET "settled_at" = "created";
--> statement-breakpoint
ALTER TABLE "apolo_subscriptions" ADD CONSTRAINT "apolo_subscriptions_next_planid_fk" FOREIGN KEY ("next_planid") REFERENCES "public"."apolo_plans"("planid") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "subscription_charges" ADD CONSTRAINT "subscription_charges_planid_fk" FOREIGN KEY ("planid") REFERENCES "public"."apolo_plans"("planid") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
CREATE INDEX "apolo_subscriptions_current_period_end_ix" ON "apolo_subscriptions" USING btree ("current_period_end") WHERE deleted_at is null;
--> statement-breakpoint
CREATE INDEX "apolo_subscriptions_past_due_since_ix" ON "apolo_subscriptions" USING btree ("past_due_since") WHERE deleted_at is null;
--> statement-breakpoint
CREATE INDEX "apolo_subscriptions_ended_at_ix" ON "apolo_subscriptions" USING btree ("ended_at") WHERE deleted_at is null;
--> statement-breakpoint
CREATE INDEX "apolo_subscriptions_resume_on_ix" ON "apolo_subscriptions" USING btree ("resume_on") WHERE deleted_at is null and status = 'paused';
--> statement-breakpoint
CREATE UNIQUE INDEX "apolo_subscriptions_card_session_uq" ON "apolo_subscriptions" USING btree ("card_session") WHERE deleted_at is null and card_session is not null;
--> statement-breakpoint
CREATE INDEX "apolo_subscriptions_card_asked_at_ix" ON "apolo_subscriptions" USING btree ("card_asked_at") WHERE deleted_at is null and card_asked_at is not null and card_session is null;
--> statement-breakpoint
CREATE INDEX "apolo_subscriptions_next_planid_ref" ON "apolo_subscriptions" USING btree ("next_planid","created","subscriptionid") WHERE deleted_at is null and ("next_planid" is not null);
--> statement-breakpoint
CREATE INDEX "fmtri_affiliations_affiliationid_ix" ON "fmtri_affiliations" USING btree ("affiliationid") WHERE deleted_at is null and (letter = 'waiting');
--> statement-breakpoint
CREATE UNIQUE INDEX "subscription_charges_subscriptionid_uq" ON "subscription_charges" USING btree ("subscriptionid") WHERE deleted_at is null and status = 'pending';
--> statement-breakpoint
CREATE UNIQUE INDEX "subscription_charges_provider_provider_ref_uq" ON "subscription_charges" USING btree ("provider","provider_ref") WHERE deleted_at is null and provider_ref is not null;
--> statement-breakpoint
CREATE INDEX "subscription_charges_provider_refund_ref_ix" ON "subscription_charges" USING btree ("provider","refund_ref") WHERE deleted_at is null and refund_ref is not null;
--> statement-breakpoint
CREATE INDEX "subscription_charges_asked_at_ix" ON "subscription_charges" USING btree ("asked_at") WHERE deleted_at is null and status in ('pending', 'refunding');
--> statement-breakpoint
CREATE INDEX "subscription_charges_created_ix" ON "subscription_charges" USING btree ("created") WHERE deleted_at is null and status = 'refund_failed';
--> statement-breakpoint
CREATE INDEX "subscription_charges_settled_at_ix" ON "subscription_charges" USING btree ("settled_at") WHERE deleted_at is null;
--> statement-breakpoint
CREATE INDEX "subscription_charges_planid_ref" ON "subscription_charges" USING btree ("planid") WHERE deleted_at is null and ("planid" is not null);
--> statement-breakpoint
CREATE UNIQUE INDEX "apolo_subscriptions_web_userid_uq" ON "apolo_subscriptions" USING btree ("web_userid") WHERE deleted_at is null and status in ('pending', 'trialing', 'active', 'past_due', 'paused', 'cancel_at_period_end');
--> statement-breakpoint
CREATE UNIQUE INDEX "subscription_charges_idempotency_key_uq" ON "subscription_charges" USING btree ("idempotency_key") WHERE deleted_at is null;
--> statement-breakpoint
CREATE INDEX "subscription_charges_subscriptionid_created_ix" ON "subscription_charges" USING btree ("subscriptionid","created") WHERE deleted_at is null;
--> statement-breakpoint
ALTER TABLE "apolo_plans" ADD CONSTRAINT "apolo_plans_trial_days_check" CHECK ("trial_days" between 0 and 90);
--> statement-breakpoint
ALTER TABLE "apolo_subscriptions" ADD CONSTRAINT "apolo_subscriptions_anchor_day_check" CHECK ("anchor_day" between 1 and 31);
--> statement-breakpoint
ALTER TABLE "apolo_subscriptions" ADD CONSTRAINT "apolo_subscriptions_paid_cents_check" CHECK ("paid_cents" between 0 and 2000000000);
--> statement-breakpoint
ALTER TABLE "apolo_subscriptions" ADD CONSTRAINT "apolo_subscriptions_credit_cents_check" CHECK ("credit_cents" between 0 and 2000000000);
--> statement-breakpoint
ALTER TABLE "apolo_subscriptions" ADD CONSTRAINT "apolo_subscriptions_card_brand_check" CHECK (length("card_brand") <= 20);
--> statement-breakpoint
ALTER TABLE "apolo_subscriptions" ADD CONSTRAINT "apolo_subscriptions_card_last4_check" CHECK (length("card_last4") <= 4);
--> statement-breakpoint
ALTER TABLE "apolo_subscriptions" ADD CONSTRAINT "apolo_subscriptions_card_ref_check" CHECK (length("card_ref") <= 120);
--> statement-breakpoint
ALTER TABLE "apolo_subscriptions" ADD CONSTRAINT "apolo_subscriptions_card_session_check" CHECK (length("card_session") <= 120);
--> statement-breakpoint
ALTER TABLE "apolo_subscriptions" ADD CONSTRAINT "apolo_subscriptions_card_link_check" CHECK (length("card_link") <= 500);
--> statement-breakpoint
ALTER TABLE "apolo_subscriptions" ADD CONSTRAINT "apolo_subscriptions_paused_since_rule" CHECK ((status = 'paused') = (paused_at is not null));
--> statement-breakpoint
ALTER TABLE "apolo_subscriptions" ADD CONSTRAINT "apolo_subscriptions_status_check" CHECK ("status" in ('pending', 'trialing', 'active', 'past_due', 'paused', 'cancel_at_period_end', 'cancelled', 'expired'));
--> statement-breakpoint
ALTER TABLE "fmtri_affiliations" ADD CONSTRAINT "fmtri_affiliations_letter_check" CHECK ("letter" in ('waiting', 'sending', 'sent', 'failed'));
--> statement-breakpoint
ALTER TABLE "jobs" ADD CONSTRAINT "jobs_queue_check" CHECK ("queue" in ('runs', 'downloads', 'report_schedules', 'report_sweep', 'imports', 'results', 'standings', 'twins', 'holds', 'bib_pools', 'waivers', 'benefits', 'affiliations', 'files', 'charges', 'refunds', 'subscriptions', 'letters', 'push', 'webhooks', 'bike_service', 'store_pickup', 'inbox', 'cleaning'));
--> statement-breakpoint
ALTER TABLE "subscription_charges" ADD CONSTRAINT "subscription_charges_credit_cents_check" CHECK ("credit_cents" between 0 and 2000000000);
--> statement-breakpoint
ALTER TABLE "subscription_charges" ADD CONSTRAINT "subscription_charges_provider_check" CHECK (length("provider") <= 40);
--> statement-breakpoint
ALTER TABLE "subscription_charges" ADD CONSTRAINT "subscription_charges_reason_check" CHECK ("reason" in ('unknown_charge', 'charged_by_mistake', 'goodwill', 'other'));
--> statement-breakpoint
ALTER TABLE "subscription_charges" ADD CONSTRAINT "subscription_charges_asks_check" CHECK ("asks" between 0 and 2147483647);
--> statement-breakpoint
ALTER TABLE "subscription_charges" ADD CONSTRAINT "subscription_charges_refund_ref_check" CHECK (length("refund_ref") <= 120);
--> statement-breakpoint
ALTER TABLE "subscription_charges" ADD CONSTRAINT "subscription_charges_refund_refusals_check" CHECK ("refund_refusals" between 0 and 2147483647);
--> statement-breakpoint
ALTER TABLE "subscription_charges" ADD CONSTRAINT "subscription_charges_period_runs_forward_rule" CHECK (period_start < period_end);
--> statement-breakpoint
ALTER TABLE "subscription_charges" ADD CONSTRAINT "subscription_charges_status_check" CHECK ("status" in ('pending', 'paid', 'declined', 'refunding', 'refunded', 'refund_failed'));
--> statement-breakpoint
ALTER TABLE "subscription_charges" ADD CONSTRAINT "subscription_charges_amount_cents_check" CHECK ("amount_cents" between 0 and 2000000000);
