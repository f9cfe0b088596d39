ALTER TABLE "wallet_movements" ADD COLUMN "requested_by_userid" bigint;
--> statement-breakpoint
ALTER TABLE "wallet_movements" ADD CONSTRAINT "wallet_movements_requested_by_userid_fk" FOREIGN KEY ("requested_by_userid") REFERENCES "public"."users"("userid") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
CREATE INDEX "wallet_movements_requested_by_userid_ref" ON "wallet_movements" USING btree ("requested_by_userid") WHERE "requested_by_userid" is not null;
