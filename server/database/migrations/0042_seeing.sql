ALTER TABLE "memberships" ADD COLUMN "seen_at" timestamp(3) with time zone;
--> statement-breakpoint
ALTER TABLE "memberships" ADD COLUMN "seen_by_userid" bigint;
--> statement-breakpoint
ALTER TABLE "memberships" ADD COLUMN "seen_reason" text;
--> statement-breakpoint
ALTER TABLE "audits" ADD COLUMN "as_userid" bigint;
--> statement-breakpoint
ALTER TABLE "audits" ADD COLUMN "as_name" text;
--> statement-breakpoint
ALTER TABLE "auth_notices" ADD COLUMN "says" jsonb;
--> statement-breakpoint
ALTER TABLE "auth_sessions" ADD COLUMN "seen_userid" bigint;
--> statement-breakpoint
ALTER TABLE "auth_sessions" ADD COLUMN "seen_membershipid" bigint;
--> statement-breakpoint
ALTER TABLE "auth_sessions" ADD COLUMN "seen_until" timestamp with time zone;
--> statement-breakpoint
ALTER TABLE "memberships" ADD CONSTRAINT "memberships_seen_by_userid_fk" FOREIGN KEY ("seen_by_userid") REFERENCES "public"."users"("userid") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
CREATE INDEX "memberships_seen_by_userid_ref" ON "memberships" USING btree ("seen_by_userid","organizationid") WHERE deleted_at is null and ("seen_by_userid" is not null);
--> statement-breakpoint
CREATE INDEX "auth_sessions_seen" ON "auth_sessions" USING btree ("seen_until") WHERE "auth_sessions"."seen_until" is not null;
--> statement-breakpoint
ALTER TABLE "memberships" ADD CONSTRAINT "memberships_seen_reason_check" CHECK (length("seen_reason") <= 300);
