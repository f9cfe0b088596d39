ALTER TABLE "jobs" DROP CONSTRAINT "jobs_queue_check";
--> statement-breakpoint
ALTER TABLE "events" ADD COLUMN "sensitive_cleared_at" timestamp(3) with time zone;
--> statement-breakpoint
ALTER TABLE "organizations" ADD COLUMN "retention_months" integer;
--> statement-breakpoint
ALTER TABLE "wallets" ADD COLUMN "pending_expires_at" timestamp(3) with time zone;
--> statement-breakpoint
ALTER TABLE "wallets" ADD COLUMN "block_reason" text;
--> statement-breakpoint
ALTER TABLE "wallets" ADD COLUMN "promo_expires_at" timestamp(3) with time zone;
--> statement-breakpoint
CREATE INDEX "wallets_promo_expires_at_ix" ON "wallets" USING btree ("promo_expires_at") WHERE deleted_at is null and (promo_expires_at is not null);
--> statement-breakpoint
ALTER TABLE "jobs" ADD CONSTRAINT "jobs_queue_check" CHECK ("queue" in ('runs', 'downloads', 'report_schedules', 'report_sweep', 'imports', 'results', 'standings', 'twins', 'promo_credits', 'holds', 'bib_pools', 'waivers', 'benefits', 'affiliations', 'files', 'charges', 'refunds', 'subscriptions', 'settlements', 'letters', 'push', 'webhooks', 'bike_service', 'store_pickup', 'inbox', 'cleaning'));
--> statement-breakpoint
ALTER TABLE "organizations" ADD CONSTRAINT "organizations_retention_months_check" CHECK ("retention_months" between 3 and 120);
--> statement-breakpoint
ALTER TABLE "wallets" ADD CONSTRAINT "wallets_block_reason_check" CHECK (length("block_reason") <= 300);
--> statement-breakpoint
UPDATE "wallets" SET "promo_expires_at" = ended.at FROM (SELECT "walletid" AS id, min("expires_at") AS at FROM "wallet_movements" WHERE "type" = 'promo_credit' GROUP BY 1) ended WHERE "wallets"."walletid" = ended.id;
