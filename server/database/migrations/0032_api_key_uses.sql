CREATE TABLE "auth_key_uses" (
	"api_keyid" bigint NOT NULL,
	"hour" timestamp with time zone NOT NULL,
	"route" text NOT NULL,
	"status" smallint NOT NULL,
	"calls" bigint NOT NULL,
	CONSTRAINT "auth_key_uses_api_keyid_hour_route_status_pk" PRIMARY KEY("api_keyid","hour","route","status")
);

--> statement-breakpoint
CREATE INDEX "auth_key_uses_hour" ON "auth_key_uses" USING btree ("hour");
--> statement-breakpoint
CREATE INDEX "api_keys_status_expires_at_ix" ON "api_keys" USING btree ("status","expires_at") WHERE deleted_at is null;
