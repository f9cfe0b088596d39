ALTER TABLE "memberships" DROP CONSTRAINT "memberships_status_check";
--> statement-breakpoint
DROP INDEX "memberships_userid_organizationid_uq";
--> statement-breakpoint
DROP INDEX "memberships_userid_ref";
--> statement-breakpoint
ALTER TABLE "memberships" ALTER COLUMN "userid" DROP NOT NULL;
--> statement-breakpoint
ALTER TABLE "auth_tickets" ALTER COLUMN "userid" DROP NOT NULL;
--> statement-breakpoint
ALTER TABLE "memberships" ADD COLUMN "email" text;
--> statement-breakpoint
UPDATE "memberships" SET "email" = (select u.email from users u where u.userid = memberships.userid) WHERE "email" IS NULL;
--> statement-breakpoint
SET CONSTRAINTS ALL IMMEDIATE;
--> statement-breakpoint
ALTER TABLE "memberships" ALTER COLUMN "email" SET NOT NULL;
--> statement-breakpoint
ALTER TABLE "memberships" ADD COLUMN "name" text;
--> statement-breakpoint
UPDATE "memberships" SET "name" = (select concat_ws(' ', u.first_name, u.last_name, u.second_last_name) from users u where u.userid = memberships.userid) WHERE "name" IS NULL;
--> statement-breakpoint
SET CONSTRAINTS ALL IMMEDIATE;
--> statement-breakpoint
ALTER TABLE "memberships" ALTER COLUMN "name" SET NOT NULL;
--> statement-breakpoint
ALTER TABLE "memberships" ADD COLUMN "answer_by" timestamp(3) with time zone;
--> statement-breakpoint
CREATE UNIQUE INDEX "memberships_organizationid_email_uq" ON "memberships" USING btree ("organizationid","email") WHERE status = 'invited' and deleted_at is null;
--> statement-breakpoint
CREATE INDEX "memberships_email_ix" ON "memberships" USING btree ("email") WHERE status = 'invited' and deleted_at is null;
--> statement-breakpoint
CREATE UNIQUE INDEX "memberships_userid_organizationid_uq" ON "memberships" USING btree ("userid","organizationid") WHERE status = 'active' and deleted_at is null;
--> statement-breakpoint
CREATE INDEX "memberships_userid_ref" ON "memberships" USING btree ("userid","organizationid") WHERE deleted_at is null and ("userid" is not null);
--> statement-breakpoint
ALTER TABLE "memberships" ADD CONSTRAINT "memberships_email_check" CHECK ("email" = lower("email"));
--> statement-breakpoint
ALTER TABLE "memberships" ADD CONSTRAINT "memberships_name_check" CHECK (length("name") <= 250);
--> statement-breakpoint
UPDATE "memberships" SET "userid" = null WHERE status = 'invited';
--> statement-breakpoint
SET CONSTRAINTS ALL IMMEDIATE;
--> statement-breakpoint
ALTER TABLE "memberships" ADD CONSTRAINT "memberships_activeIsSomebody_rule" CHECK (status <> 'active' or userid is not null);
--> statement-breakpoint
ALTER TABLE "memberships" ADD CONSTRAINT "memberships_invitedIsNobody_rule" CHECK (status not in ('invited', 'declined', 'withdrawn') or userid is null);
--> statement-breakpoint
ALTER TABLE "memberships" ADD CONSTRAINT "memberships_status_check" CHECK ("status" in ('invited', 'active', 'declined', 'withdrawn', 'expired', 'revoked'));
