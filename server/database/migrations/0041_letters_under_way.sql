CREATE TABLE "letters_under_way" (
	"name" text NOT NULL,
	"recordid" bigint NOT NULL,
	"taken_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"times" integer DEFAULT 1 NOT NULL,
	"is_lost" boolean DEFAULT false NOT NULL,
	CONSTRAINT "letters_under_way_name_recordid_pk" PRIMARY KEY("name","recordid")
);

--> statement-breakpoint
CREATE INDEX "letters_under_way_taken_ix" ON "letters_under_way" USING btree ("taken_at");
