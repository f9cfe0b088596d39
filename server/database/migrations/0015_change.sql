ALTER TABLE "jobs" DROP CONSTRAINT "jobs_queue_check";
--> statement-breakpoint
ALTER TABLE "report_jobs" DROP CONSTRAINT "report_jobs_type_check";
--> statement-breakpoint
ALTER TABLE "report_templates" DROP CONSTRAINT "report_templates_type_check";
--> statement-breakpoint
ALTER TABLE "benefits" ADD COLUMN "granting" boolean DEFAULT false NOT NULL;
--> statement-breakpoint
ALTER TABLE "jobs" ADD CONSTRAINT "jobs_queue_check" CHECK ("queue" in ('runs', 'downloads', 'report_schedules', 'report_sweep', 'imports', 'results', 'holds', 'bib_pools', 'waivers', 'benefits', 'affiliations', 'files', 'charges', 'letters', 'push', 'bike_service', 'store_pickup', 'cleaning'));
--> statement-breakpoint
ALTER TABLE "report_jobs" ADD CONSTRAINT "report_jobs_type_check" CHECK ("type" in ('inscriptions', 'inscriptions_wo_contact', 'payments', 'coupons', 'tshirts', 'deliveries', 'exonerations', 'answers', 'results', 'affiliations', 'subscriptions', 'wallet', 'tribike', 'innovasport', 'external', 'audit', 'packing_list', 'labels', 'custom'));
--> statement-breakpoint
ALTER TABLE "report_templates" ADD CONSTRAINT "report_templates_type_check" CHECK ("type" in ('inscriptions', 'inscriptions_wo_contact', 'payments', 'coupons', 'tshirts', 'deliveries', 'exonerations', 'answers', 'results', 'affiliations', 'subscriptions', 'wallet', 'tribike', 'innovasport', 'external', 'audit', 'packing_list', 'labels', 'custom'));
