ALTER TABLE "inscription_letters" DROP CONSTRAINT "inscription_letters_kind_check";
--> statement-breakpoint
ALTER TABLE "inscription_letters" ADD CONSTRAINT "inscription_letters_kind_check" CHECK ("kind" in ('proof', 'payment_due', 'payment_declined', 'seat_offered', 'event_cancelled', 'event_postponed', 'event_reopened'));
