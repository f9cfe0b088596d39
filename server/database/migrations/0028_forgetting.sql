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
CREATE INDEX "kit_deliveries_inscriptionid_removed_ix" ON "kit_deliveries" USING btree ("inscriptionid") WHERE deleted_at is not null;
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
