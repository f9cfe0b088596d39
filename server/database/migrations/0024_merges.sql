ALTER TABLE "jobs" DROP CONSTRAINT "jobs_queue_check";
--> statement-breakpoint
ALTER TABLE "user_merges" DROP CONSTRAINT "user_merges_match_reasons_check";
--> statement-breakpoint
ALTER TABLE "user_merges" ADD COLUMN "undo" jsonb;
--> statement-breakpoint
ALTER TABLE "web_users" ADD COLUMN "twins_checked_at" timestamp(3) with time zone;
--> statement-breakpoint
CREATE INDEX "web_users_web_userid_ix" ON "web_users" USING btree ("web_userid") WHERE deleted_at is null and (twins_checked_at is null or twins_checked_at < updated);
--> statement-breakpoint
ALTER TABLE "jobs" ADD CONSTRAINT "jobs_queue_check" CHECK ("queue" in ('runs', 'downloads', 'report_schedules', 'report_sweep', 'imports', 'results', 'standings', 'twins', 'holds', 'bib_pools', 'waivers', 'benefits', 'affiliations', 'files', 'charges', 'letters', 'push', 'bike_service', 'store_pickup', 'cleaning'));
--> statement-breakpoint
ALTER TABLE "user_merges" ADD CONSTRAINT "user_merges_match_reasons_check" CHECK ("match_reasons" <@ array['email', 'phone', 'curp', 'name_dob', 'similar_name']::text[]);
