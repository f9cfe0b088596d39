ALTER TABLE "api_keys" DROP CONSTRAINT "api_keys_status_check";
--> statement-breakpoint
ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_status_check" CHECK ("status" in ('waiting', 'active', 'expired', 'revoked'));
