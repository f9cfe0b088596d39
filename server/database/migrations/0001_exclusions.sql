-- Databases of 0.1.0 have it already: that version made it anew with its rules, and not by a migration.
DO $$ BEGIN
IF NOT EXISTS (SELECT 1 FROM pg_constraint WHERE conname = 'fmtri_affiliations_affiliate_userid_audience_excl' AND conrelid = to_regclass('public.fmtri_affiliations')) THEN
ALTER TABLE "fmtri_affiliations" ADD CONSTRAINT "fmtri_affiliations_affiliate_userid_audience_excl" EXCLUDE USING gist ("affiliate_userid" WITH =, "audience" WITH =, daterange("starts_on", "ends_on", '[]') WITH &&) WHERE (deleted_at is null and (status in ('active', 'suspended'))) DEFERRABLE INITIALLY DEFERRED;
END IF;
END $$;
--> statement-breakpoint
-- Databases of 0.1.0 have it already: that version made it anew with its rules, and not by a migration.
DO $$ BEGIN
IF NOT EXISTS (SELECT 1 FROM pg_constraint WHERE conname = 'price_tiers_distanceid_audience_excl' AND conrelid = to_regclass('public.price_tiers')) THEN
ALTER TABLE "price_tiers" ADD CONSTRAINT "price_tiers_distanceid_audience_excl" EXCLUDE USING gist ("distanceid" WITH =, "audience" WITH =, tstzrange("starts_at", "ends_at") WITH &&) WHERE (deleted_at is null and (active)) DEFERRABLE INITIALLY DEFERRED;
END IF;
END $$;
