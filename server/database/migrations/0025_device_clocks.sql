ALTER TABLE "access_scans" ADD COLUMN "clock_skew_s" integer;
--> statement-breakpoint
ALTER TABLE "kit_deliveries" ADD COLUMN "clock_skew_s" integer;
--> statement-breakpoint
ALTER TABLE "import_jobs" DROP COLUMN "override_capacity";
