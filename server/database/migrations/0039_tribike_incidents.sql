ALTER TABLE "tribike_orders" DROP CONSTRAINT "tribike_orders_incident_notes_check";
--> statement-breakpoint
CREATE INDEX "tribike_orders_tribike_orderid_ix" ON "tribike_orders" USING btree ("tribike_orderid") WHERE deleted_at is null and (status = 'incident');
--> statement-breakpoint
ALTER TABLE "tribike_orders" ADD CONSTRAINT "tribike_orders_incident_notes_check" CHECK (length("incident_notes") <= 2000);
