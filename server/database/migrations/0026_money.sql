ALTER TABLE "inscriptions" DROP CONSTRAINT "inscriptions_discount_within_price_rule";
--> statement-breakpoint
ALTER TABLE "jobs" DROP CONSTRAINT "jobs_queue_check";
--> statement-breakpoint
ALTER TABLE "inscriptions" ADD COLUMN "promotion_discount_cents" integer DEFAULT 0 NOT NULL;
--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "promotion_binid" bigint;
--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "refund_state" text;
--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "refund_attempts" integer DEFAULT 0 NOT NULL;
--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "refund_next_at" timestamp(3) with time zone;
--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "refund_failure" text;
--> statement-breakpoint
ALTER TABLE "promotion_bins" ADD COLUMN "uses_count" integer DEFAULT 0 NOT NULL;
--> statement-breakpoint
ALTER TABLE "promotion_bins" ADD COLUMN "spent_cents" bigint DEFAULT 0 NOT NULL;
--> statement-breakpoint
ALTER TABLE "promotion_bins" ADD COLUMN "uses_left" integer GENERATED ALWAYS AS ((max_uses - uses_count)::integer) STORED;
--> statement-breakpoint
ALTER TABLE "promotion_bins" ADD COLUMN "budget_left_cents" integer GENERATED ALWAYS AS ((budget_cents - spent_cents)::integer) STORED;
--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_promotion_binid_fk" FOREIGN KEY ("promotion_binid") REFERENCES "public"."promotion_bins"("promotion_binid") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
CREATE INDEX "payments_refund_next_at_ix" ON "payments" USING btree ("refund_next_at") WHERE deleted_at is null and refund_state in ('approved', 'sent') and status = 'pending';
--> statement-breakpoint
CREATE INDEX "payments_promotion_binid_ref" ON "payments" USING btree ("promotion_binid","organizationid","created","paymentid") WHERE deleted_at is null and ("promotion_binid" is not null);
--> statement-breakpoint
ALTER TABLE "inscriptions" ADD CONSTRAINT "inscriptions_promotion_discount_cents_check" CHECK ("promotion_discount_cents" between 0 and 2000000000);
--> statement-breakpoint
ALTER TABLE "inscriptions" ADD CONSTRAINT "inscriptions_discount_within_price_rule" CHECK (discount_cents + promotion_discount_cents <= list_price_cents);
--> statement-breakpoint
ALTER TABLE "jobs" ADD CONSTRAINT "jobs_queue_check" CHECK ("queue" in ('runs', 'downloads', 'report_schedules', 'report_sweep', 'imports', 'results', 'standings', 'twins', 'holds', 'bib_pools', 'waivers', 'benefits', 'affiliations', 'files', 'charges', 'refunds', 'letters', 'push', 'bike_service', 'store_pickup', 'cleaning'));
--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_refund_state_check" CHECK ("refund_state" in ('approved', 'sent', 'done', 'failed'));
--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_refund_attempts_check" CHECK ("refund_attempts" between 0 and 2147483647);
--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_refund_failure_check" CHECK (length("refund_failure") <= 300);
--> statement-breakpoint
ALTER TABLE "promotion_bins" ADD CONSTRAINT "promotion_bins_uses_within_quota_rule" CHECK (max_uses is null or uses_count <= max_uses);
--> statement-breakpoint
ALTER TABLE "promotion_bins" ADD CONSTRAINT "promotion_bins_spent_within_budget_rule" CHECK (budget_cents is null or spent_cents <= budget_cents);
