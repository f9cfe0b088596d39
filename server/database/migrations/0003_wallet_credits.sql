ALTER TABLE "events" ADD COLUMN "refunded_cents" bigint DEFAULT 0 NOT NULL;
--> statement-breakpoint
UPDATE "events" e SET "refunded_cents" = i.total FROM (SELECT eventid, sum(refunded_cents) AS total FROM "inscriptions" WHERE deleted_at IS NULL GROUP BY eventid) i WHERE i.eventid = e.eventid AND i.total > 0;
--> statement-breakpoint
ALTER TABLE "wallets" ADD COLUMN "pending_cents" integer;
--> statement-breakpoint
ALTER TABLE "wallets" ADD COLUMN "pending_reason" text;
--> statement-breakpoint
ALTER TABLE "wallets" ADD COLUMN "pending_file" jsonb;
--> statement-breakpoint
ALTER TABLE "wallets" ADD COLUMN "pending_by_userid" bigint;
--> statement-breakpoint
ALTER TABLE "wallets" ADD COLUMN "pending_at" timestamp(3) with time zone;
--> statement-breakpoint
ALTER TABLE "wallets" ADD COLUMN "pending_key" text;
--> statement-breakpoint
ALTER TABLE "wallets" ADD COLUMN "reject_reason" text;
--> statement-breakpoint
ALTER TABLE "wallets" ADD CONSTRAINT "wallets_pending_by_userid_fk" FOREIGN KEY ("pending_by_userid") REFERENCES "public"."users"("userid") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
CREATE INDEX "wallets_pending_at_ix" ON "wallets" USING btree ("pending_at") WHERE deleted_at is null and (pending_at is not null);
--> statement-breakpoint
CREATE INDEX "wallets_pending_by_userid_ref" ON "wallets" USING btree ("pending_by_userid") WHERE deleted_at is null and ("pending_by_userid" is not null);
--> statement-breakpoint
ALTER TABLE "wallets" ADD CONSTRAINT "wallets_pending_cents_check" CHECK ("pending_cents" between 1 and 2000000000);
--> statement-breakpoint
ALTER TABLE "wallets" ADD CONSTRAINT "wallets_pending_reason_check" CHECK (length("pending_reason") <= 300);
--> statement-breakpoint
ALTER TABLE "wallets" ADD CONSTRAINT "wallets_pending_file_check" CHECK (jsonb_typeof("pending_file") = 'object');
--> statement-breakpoint
ALTER TABLE "wallets" ADD CONSTRAINT "wallets_pending_key_check" CHECK (length("pending_key") <= 80);
--> statement-breakpoint
ALTER TABLE "wallets" ADD CONSTRAINT "wallets_reject_reason_check" CHECK (length("reject_reason") <= 300);
--> statement-breakpoint
ALTER TABLE "wallets" ADD CONSTRAINT "wallets_pending_whole_rule" CHECK ((pending_cents is null) = (pending_by_userid is null) and (pending_cents is null) = (pending_file is null) and (pending_cents is null) = (pending_reason is null));
