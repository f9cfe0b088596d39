DROP INDEX "certificates_templateid_resultid_uq";
--> statement-breakpoint
ALTER TABLE "certificates" ADD COLUMN "status" text DEFAULT 'valid' NOT NULL;
--> statement-breakpoint
ALTER TABLE "certificates" ADD COLUMN "reason" text;
--> statement-breakpoint
ALTER TABLE "certificates" ADD COLUMN "facts" jsonb;
--> statement-breakpoint
CREATE UNIQUE INDEX "certificates_templateid_resultid_uq" ON "certificates" USING btree ("templateid","resultid") WHERE deleted_at is null and resultid is not null and status = 'valid';
--> statement-breakpoint
ALTER TABLE "certificates" ADD CONSTRAINT "certificates_status_check" CHECK ("status" in ('valid', 'replaced', 'revoked'));
--> statement-breakpoint
ALTER TABLE "certificates" ADD CONSTRAINT "certificates_reason_check" CHECK (length("reason") <= 300);
