CREATE TABLE "report_asks" (
	"report_jobid" bigint PRIMARY KEY NOT NULL,
	"resource" text NOT NULL,
	"asked" jsonb NOT NULL,
	"locale" text NOT NULL,
	"sight" text,
	"begun" integer DEFAULT 0 NOT NULL
);

--> statement-breakpoint
CREATE TABLE "report_files" (
	"file_key" text PRIMARY KEY NOT NULL,
	"report_jobid" bigint NOT NULL,
	"storage" text NOT NULL,
	"upload" text,
	"mime" text NOT NULL,
	"piece_bytes" integer NOT NULL,
	"bytes" bigint,
	"created" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"dropped_at" timestamp(3) with time zone
);

--> statement-breakpoint
CREATE TABLE "report_letters" (
	"letterid" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "report_letters_letterid_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"report_jobid" bigint NOT NULL,
	"userid" bigint NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"taken_at" timestamp(3) with time zone,
	"error" text,
	"created" timestamp(3) with time zone DEFAULT now() NOT NULL
);

--> statement-breakpoint
CREATE TABLE "stored_pieces" (
	"object_key" text NOT NULL,
	"piece" integer NOT NULL,
	"data" "bytea" NOT NULL,
	CONSTRAINT "stored_pieces_object_key_piece_pk" PRIMARY KEY("object_key","piece")
);

--> statement-breakpoint
ALTER TABLE "jobs" DROP CONSTRAINT "jobs_queue_check";
--> statement-breakpoint
ALTER TABLE "report_templates" ALTER COLUMN "format" SET DEFAULT 'xlsx';
--> statement-breakpoint
ALTER TABLE "report_jobs" ADD COLUMN "name" text;
--> statement-breakpoint
ALTER TABLE "report_jobs" ADD COLUMN "total" integer;
--> statement-breakpoint
ALTER TABLE "report_jobs" ADD COLUMN "shared" boolean DEFAULT false NOT NULL;
--> statement-breakpoint
ALTER TABLE "report_jobs" ADD COLUMN "data_from" timestamp(3) with time zone;
--> statement-breakpoint
ALTER TABLE "report_jobs" ADD COLUMN "data_to" timestamp(3) with time zone;
--> statement-breakpoint
ALTER TABLE "report_jobs" ADD COLUMN "search_text" text GENERATED ALWAYS AS (immutable_unaccent(lower(coalesce("name", '')))) STORED;
--> statement-breakpoint
ALTER TABLE "report_schedules" ADD COLUMN "timezone" text DEFAULT 'America/Mexico_City' NOT NULL;
--> statement-breakpoint
ALTER TABLE "report_schedules" ADD COLUMN "last_error" text;
--> statement-breakpoint
ALTER TABLE "report_templates" ADD COLUMN "eventid" bigint;
--> statement-breakpoint
CREATE INDEX "report_files_report_jobid_ix" ON "report_files" USING btree ("report_jobid");
--> statement-breakpoint
ALTER TABLE "report_templates" ADD CONSTRAINT "report_templates_eventid_fk" FOREIGN KEY ("eventid") REFERENCES "public"."events"("eventid") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
CREATE INDEX "report_jobs_search_text_ix" ON "report_jobs" USING gin ("search_text" gin_trgm_ops);
--> statement-breakpoint
CREATE INDEX "report_schedules_next_run_at_ix" ON "report_schedules" USING btree ("next_run_at") WHERE deleted_at is null and (status = 'active');
--> statement-breakpoint
CREATE INDEX "report_templates_eventid_ref" ON "report_templates" USING btree ("eventid","organizationid","name","report_templateid") WHERE deleted_at is null and ("eventid" is not null);
--> statement-breakpoint
ALTER TABLE "jobs" ADD CONSTRAINT "jobs_queue_check" CHECK ("queue" in ('runs', 'downloads', 'report_schedules', 'report_sweep', 'imports', 'holds', 'bib_pools', 'waivers', 'affiliations', 'files', 'charges', 'letters', 'push', 'bike_service', 'store_pickup', 'cleaning'));
--> statement-breakpoint
ALTER TABLE "report_jobs" ADD CONSTRAINT "report_jobs_name_check" CHECK (length("name") <= 200);
--> statement-breakpoint
ALTER TABLE "report_jobs" ADD CONSTRAINT "report_jobs_total_check" CHECK ("total" between 0 and 2147483647);
--> statement-breakpoint
ALTER TABLE "report_schedules" ADD CONSTRAINT "report_schedules_timezone_check" CHECK (length("timezone") <= 60);
--> statement-breakpoint
ALTER TABLE "report_schedules" ADD CONSTRAINT "report_schedules_last_error_check" CHECK (length("last_error") <= 500);
