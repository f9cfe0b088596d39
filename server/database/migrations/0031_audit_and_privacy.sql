ALTER TABLE "report_jobs" DROP CONSTRAINT "report_jobs_type_check";
--> statement-breakpoint
DROP INDEX "audits_organizationid_ix";
--> statement-breakpoint
ALTER TABLE "audits" ADD COLUMN "permission_key" text;
--> statement-breakpoint
ALTER TABLE "audits" ADD COLUMN "ip" text;
--> statement-breakpoint
CREATE INDEX "report_jobs_type_status_ix" ON "report_jobs" USING btree ("type","status") WHERE deleted_at is null;
--> statement-breakpoint
CREATE INDEX "audits_created_ix" ON "audits" USING btree ("created","auditid");
--> statement-breakpoint
CREATE INDEX "audits_actor_userid_ix" ON "audits" USING btree ("actor_userid","created","auditid");
--> statement-breakpoint
CREATE INDEX "audits_resource_ix" ON "audits" USING btree ("resource","created","auditid");
--> statement-breakpoint
CREATE INDEX "audits_verb_ix" ON "audits" USING btree ("verb","created","auditid");
--> statement-breakpoint
CREATE INDEX "audits_permission_key_ix" ON "audits" USING btree ("permission_key","created","auditid") WHERE "audits"."permission_key" is not null;
--> statement-breakpoint
CREATE INDEX "audits_ip_ix" ON "audits" USING btree ("ip","created","auditid") WHERE "audits"."ip" is not null;
--> statement-breakpoint
CREATE INDEX "audits_organizationid_ix" ON "audits" USING btree ("organizationid","created","auditid");
--> statement-breakpoint
ALTER TABLE "report_jobs" ADD CONSTRAINT "report_jobs_type_check" CHECK ("type" in ('inscriptions', 'inscriptions_wo_contact', 'payments', 'coupons', 'tshirts', 'deliveries', 'exonerations', 'answers', 'results', 'affiliations', 'subscriptions', 'wallet', 'tribike', 'innovasport', 'external', 'audit', 'packing_list', 'labels', 'custom', 'personal_data'));
