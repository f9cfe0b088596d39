ALTER TABLE "inscriptions" ALTER COLUMN "countryid" DROP DEFAULT;
--> statement-breakpoint
ALTER TABLE "inscriptions" ALTER COLUMN "countryid" DROP NOT NULL;
--> statement-breakpoint
ALTER TABLE "web_users" ALTER COLUMN "countryid" DROP DEFAULT;
--> statement-breakpoint
ALTER TABLE "web_users" ALTER COLUMN "countryid" DROP NOT NULL;
