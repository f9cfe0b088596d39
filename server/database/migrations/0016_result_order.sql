DROP INDEX "results_eventid_ref";
--> statement-breakpoint
DROP INDEX "results_distanceid_ref";
--> statement-breakpoint
DROP INDEX "results_inscriptionid_ref";
--> statement-breakpoint
DROP INDEX "results_edited_by_userid_ref";
--> statement-breakpoint
CREATE INDEX "results_eventid_ref" ON "results" USING btree ("eventid","organizationid","gun_time_ms","resultid") WHERE deleted_at is null;
--> statement-breakpoint
CREATE INDEX "results_distanceid_ref" ON "results" USING btree ("distanceid","organizationid","gun_time_ms","resultid") WHERE deleted_at is null;
--> statement-breakpoint
CREATE INDEX "results_inscriptionid_ref" ON "results" USING btree ("inscriptionid","organizationid","gun_time_ms","resultid") WHERE deleted_at is null and ("inscriptionid" is not null);
--> statement-breakpoint
CREATE INDEX "results_edited_by_userid_ref" ON "results" USING btree ("edited_by_userid","organizationid","gun_time_ms","resultid") WHERE deleted_at is null and ("edited_by_userid" is not null);
--> statement-breakpoint
ALTER TABLE "results" SET (fillfactor = 55);
