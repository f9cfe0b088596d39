CREATE TABLE "inbox_letters" (
	"letterid" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "inbox_letters_letterid_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"userid" bigint NOT NULL,
	"organizationid" bigint NOT NULL,
	"day" text NOT NULL,
	"lines" jsonb NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"error" text,
	"taken_at" timestamp(3) with time zone,
	"created" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "inbox_letters_state" CHECK (state in ('waiting', 'sending', 'sent', 'refused', 'nothing'))
);

--> statement-breakpoint
CREATE TABLE "inbox_marks" (
	"userid" bigint NOT NULL,
	"resource" text NOT NULL,
	"wait" text NOT NULL,
	"recordid" bigint NOT NULL,
	"read_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "inbox_marks_userid_resource_wait_recordid_pk" PRIMARY KEY("userid","resource","wait","recordid")
);

--> statement-breakpoint
CREATE TABLE "inbox_silences" (
	"userid" bigint PRIMARY KEY NOT NULL,
	"created" timestamp(3) with time zone DEFAULT now() NOT NULL
);

--> statement-breakpoint
ALTER TABLE "jobs" DROP CONSTRAINT "jobs_queue_check";
--> statement-breakpoint
DROP INDEX "notifications_approved_userid_ref";
--> statement-breakpoint
DROP INDEX "wallets_pending_at_ix";
--> statement-breakpoint
CREATE UNIQUE INDEX "inbox_letters_day_uq" ON "inbox_letters" USING btree ("userid","organizationid","day");
--> statement-breakpoint
CREATE INDEX "inbox_letters_waiting_ix" ON "inbox_letters" USING btree ("letterid") WHERE "inbox_letters"."state" = 'waiting';
--> statement-breakpoint
CREATE INDEX "inbox_marks_read_at_ix" ON "inbox_marks" USING btree ("read_at");
--> statement-breakpoint
CREATE INDEX "apolo_subscriptions_web_userid_removed_ix" ON "apolo_subscriptions" USING btree ("web_userid") WHERE deleted_at is not null;
--> statement-breakpoint
CREATE INDEX "certificates_resultid_removed_ix" ON "certificates" USING btree ("resultid") WHERE deleted_at is not null;
--> statement-breakpoint
CREATE INDEX "exoneration_signatures_inscriptionid_removed_ix" ON "exoneration_signatures" USING btree ("inscriptionid") WHERE deleted_at is not null;
--> statement-breakpoint
CREATE INDEX "external_inscriptions_inscriptionid_removed_ix" ON "external_inscriptions" USING btree ("inscriptionid") WHERE deleted_at is not null;
--> statement-breakpoint
CREATE INDEX "fmtri_affiliate_users_web_userid_removed_ix" ON "fmtri_affiliate_users" USING btree ("web_userid") WHERE deleted_at is not null;
--> statement-breakpoint
CREATE INDEX "fmtri_affiliations_affiliate_userid_removed_ix" ON "fmtri_affiliations" USING btree ("affiliate_userid") WHERE deleted_at is not null;
--> statement-breakpoint
CREATE INDEX "import_jobs_status_created_ix" ON "import_jobs" USING btree ("status","created") WHERE deleted_at is null;
--> statement-breakpoint
CREATE INDEX "import_rows_recordid_ix" ON "import_rows" USING btree ("recordid") WHERE deleted_at is null and recordid is not null;
--> statement-breakpoint
CREATE INDEX "import_rows_web_userid_removed_ix" ON "import_rows" USING btree ("web_userid") WHERE deleted_at is not null;
--> statement-breakpoint
CREATE INDEX "import_rows_inscriptionid_removed_ix" ON "import_rows" USING btree ("inscriptionid") WHERE deleted_at is not null;
--> statement-breakpoint
CREATE INDEX "import_rows_duplicate_of_inscriptionid_removed_ix" ON "import_rows" USING btree ("duplicate_of_inscriptionid") WHERE deleted_at is not null;
--> statement-breakpoint
CREATE INDEX "import_rows_recordid_removed_ix" ON "import_rows" USING btree ("recordid") WHERE deleted_at is not null;
--> statement-breakpoint
CREATE INDEX "inbody_measurements_web_userid_removed_ix" ON "inbody_measurements" USING btree ("web_userid") WHERE deleted_at is not null;
--> statement-breakpoint
CREATE INDEX "innovasport_pickups_inscriptionid_removed_ix" ON "innovasport_pickups" USING btree ("inscriptionid") WHERE deleted_at is not null;
--> statement-breakpoint
CREATE INDEX "inscription_documents_inscriptionid_removed_ix" ON "inscription_documents" USING btree ("inscriptionid") WHERE deleted_at is not null;
--> statement-breakpoint
CREATE INDEX "inscription_letters_inscriptionid_removed_ix" ON "inscription_letters" USING btree ("inscriptionid") WHERE deleted_at is not null;
--> statement-breakpoint
CREATE INDEX "inscriptions_web_userid_removed_ix" ON "inscriptions" USING btree ("web_userid") WHERE deleted_at is not null;
--> statement-breakpoint
CREATE INDEX "inscriptions_created_ix" ON "inscriptions" USING btree ("created") WHERE deleted_at is null and (status = 'chargeback');
--> statement-breakpoint
CREATE INDEX "kit_deliveries_delivered_at_ix" ON "kit_deliveries" USING btree ("delivered_at") WHERE deleted_at is null and (status = 'conflict');
--> statement-breakpoint
CREATE INDEX "kit_deliveries_inscriptionid_removed_ix" ON "kit_deliveries" USING btree ("inscriptionid") WHERE deleted_at is not null;
--> statement-breakpoint
CREATE INDEX "payments_created_ix" ON "payments" USING btree ("created") WHERE deleted_at is null and (refund_state = 'failed');
--> statement-breakpoint
CREATE INDEX "payments_inscriptionid_removed_ix" ON "payments" USING btree ("inscriptionid") WHERE deleted_at is not null;
--> statement-breakpoint
CREATE INDEX "question_answers_inscriptionid_removed_ix" ON "question_answers" USING btree ("inscriptionid") WHERE deleted_at is not null;
--> statement-breakpoint
CREATE INDEX "result_claims_resultid_removed_ix" ON "result_claims" USING btree ("resultid") WHERE deleted_at is not null;
--> statement-breakpoint
CREATE INDEX "result_claims_inscriptionid_removed_ix" ON "result_claims" USING btree ("inscriptionid") WHERE deleted_at is not null;
--> statement-breakpoint
CREATE INDEX "result_claims_web_userid_removed_ix" ON "result_claims" USING btree ("web_userid") WHERE deleted_at is not null;
--> statement-breakpoint
CREATE INDEX "result_versions_result_setid_removed_ix" ON "result_versions" USING btree ("result_setid") WHERE deleted_at is not null;
--> statement-breakpoint
CREATE INDEX "results_inscriptionid_removed_ix" ON "results" USING btree ("inscriptionid") WHERE deleted_at is not null;
--> statement-breakpoint
CREATE INDEX "serial_standings_web_userid_removed_ix" ON "serial_standings" USING btree ("web_userid") WHERE deleted_at is not null;
--> statement-breakpoint
CREATE INDEX "tribike_orders_web_userid_removed_ix" ON "tribike_orders" USING btree ("web_userid") WHERE deleted_at is not null;
--> statement-breakpoint
CREATE INDEX "user_merges_survivor_userid_removed_ix" ON "user_merges" USING btree ("survivor_userid") WHERE deleted_at is not null;
--> statement-breakpoint
CREATE INDEX "user_merges_loser_userid_removed_ix" ON "user_merges" USING btree ("loser_userid") WHERE deleted_at is not null;
--> statement-breakpoint
CREATE INDEX "waitlist_entries_web_userid_removed_ix" ON "waitlist_entries" USING btree ("web_userid") WHERE deleted_at is not null;
--> statement-breakpoint
CREATE INDEX "web_users_merged_into_userid_removed_ix" ON "web_users" USING btree ("merged_into_userid") WHERE deleted_at is not null;
--> statement-breakpoint
CREATE INDEX "notifications_approved_userid_ref" ON "notifications" USING btree ("approved_userid","created","notificationid") WHERE deleted_at is null and ("approved_userid" is not null);
--> statement-breakpoint
CREATE INDEX "wallets_pending_at_ix" ON "wallets" USING btree ("pending_at") WHERE deleted_at is null and (pending_cents is not null);
--> statement-breakpoint
ALTER TABLE "jobs" ADD CONSTRAINT "jobs_queue_check" CHECK ("queue" in ('runs', 'downloads', 'report_schedules', 'report_sweep', 'imports', 'results', 'standings', 'twins', 'holds', 'bib_pools', 'waivers', 'benefits', 'affiliations', 'files', 'charges', 'refunds', 'letters', 'push', 'webhooks', 'bike_service', 'store_pickup', 'inbox', 'cleaning'));
