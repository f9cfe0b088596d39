CREATE TABLE "action_refusals" (
	"refusalid" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "action_refusals_refusalid_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"runid" text NOT NULL,
	"organizationid" bigint NOT NULL,
	"userid" bigint NOT NULL,
	"kind" text NOT NULL,
	"said" jsonb NOT NULL,
	"ids" bigint[] NOT NULL,
	"phase" text
);

--> statement-breakpoint
ALTER TABLE "action_runs" ADD COLUMN "skipped_count" integer DEFAULT 0 NOT NULL;
--> statement-breakpoint
ALTER TABLE "action_runs" ADD COLUMN "failed_count" integer DEFAULT 0 NOT NULL;
--> statement-breakpoint
ALTER TABLE "action_runs" ADD COLUMN "phase" text;
--> statement-breakpoint
ALTER TABLE "action_runs" ADD COLUMN "phase_total" integer DEFAULT 0 NOT NULL;
--> statement-breakpoint
ALTER TABLE "action_refusals" ADD CONSTRAINT "action_refusals_runid_action_runs_runid_fk" FOREIGN KEY ("runid") REFERENCES "public"."action_runs"("runid") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
CREATE INDEX "action_refusals_runid_ix" ON "action_refusals" USING btree ("runid");
--> statement-breakpoint
-- What runs left out so far moves into rows, by reason.
INSERT INTO "action_refusals" ("runid", "organizationid", "userid", "kind", "said", "ids")
  SELECT r.runid, r.organizationid, r.userid, l.kind, each - 'id', array_agg((each->>'id')::bigint ORDER BY (each->>'id')::bigint)
    FROM "action_runs" r, LATERAL (VALUES ('skipped', r.skipped), ('failed', r.failed)) l(kind, list), LATERAL jsonb_array_elements(l.list) each
   GROUP BY r.runid, l.kind, each - 'id';
--> statement-breakpoint
UPDATE "action_runs" SET "skipped_count" = jsonb_array_length("skipped"), "failed_count" = jsonb_array_length("failed");
--> statement-breakpoint
ALTER TABLE "action_runs" DROP COLUMN "skipped" CASCADE;
--> statement-breakpoint
ALTER TABLE "action_runs" DROP COLUMN "failed" CASCADE;
