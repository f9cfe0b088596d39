CREATE TABLE "list_changes" (
	"resource" text NOT NULL,
	"xid" "xid8" NOT NULL,
	"organizationid" bigint NOT NULL,
	"eventid" bigint NOT NULL,
	"created" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "list_changes_resource_xid_organizationid_eventid_pk" PRIMARY KEY("resource","xid","organizationid","eventid")
);

--> statement-breakpoint
ALTER TABLE "jobs" DROP CONSTRAINT "jobs_queue_check";
--> statement-breakpoint
DROP INDEX "inscriptions_organizationid_paid_cents_ix";
--> statement-breakpoint
CREATE INDEX "inscriptions_organizationid_paid_cents_created_inscriptionid_ix" ON "inscriptions" USING btree ("organizationid","paid_cents","created","inscriptionid") WHERE deleted_at is null;
--> statement-breakpoint
ALTER TABLE "jobs" ADD CONSTRAINT "jobs_queue_check" CHECK ("queue" in ('runs', 'downloads', 'report_schedules', 'report_sweep', 'imports', 'results', 'standings', 'twins', 'promo_credits', 'holds', 'bib_pools', 'waivers', 'benefits', 'pickup_batches', 'affiliations', 'files', 'charges', 'refunds', 'subscriptions', 'settlements', 'invoices', 'letters', 'sequences', 'push', 'webhooks', 'bike_service', 'store_pickup', 'inbox', 'list_changes', 'cleaning'));
