CREATE INDEX "user_merges_status_survivor_userid_ix" ON "user_merges" USING btree ("status","survivor_userid") WHERE deleted_at is null;
--> statement-breakpoint
CREATE INDEX "user_merges_status_loser_userid_ix" ON "user_merges" USING btree ("status","loser_userid") WHERE deleted_at is null;
