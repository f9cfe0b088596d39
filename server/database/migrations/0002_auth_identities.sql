CREATE TABLE "auth_identities" (
	"issuer" text NOT NULL,
	"subject" text NOT NULL,
	"userid" bigint NOT NULL,
	"created" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "auth_identities_issuer_subject_pk" PRIMARY KEY("issuer","subject")
);

--> statement-breakpoint
CREATE UNIQUE INDEX "auth_identities_userid" ON "auth_identities" USING btree ("userid","issuer");
