ALTER TABLE "organizations" ADD COLUMN "looks_months" integer DEFAULT 24 NOT NULL;
--> statement-breakpoint
ALTER TABLE "organizations" ADD CONSTRAINT "organizations_looks_months_check" CHECK ("looks_months" between 6 and 120);
