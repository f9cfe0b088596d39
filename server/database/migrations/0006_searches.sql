ALTER TABLE "memberships" ADD COLUMN "search_text" text GENERATED ALWAYS AS (immutable_unaccent(lower(coalesce("name", '') || ' ' || coalesce("email", '')))) STORED;
--> statement-breakpoint
CREATE INDEX "bibs_number_ix" ON "bibs" USING btree ("number");
--> statement-breakpoint
CREATE INDEX "kit_deliveries_number_delivered_ix" ON "kit_deliveries" USING btree ("number_delivered");
--> statement-breakpoint
CREATE INDEX "memberships_search_text_ix" ON "memberships" USING gin ("search_text" gin_trgm_ops);
--> statement-breakpoint
CREATE INDEX "results_number_ix" ON "results" USING btree ("number");
