ALTER TABLE "inscription_letters" DROP CONSTRAINT "inscription_letters_kind_check";
--> statement-breakpoint
ALTER TABLE "waitlist_entries" DROP CONSTRAINT "waitlist_entries_withdrawn_because_check";
--> statement-breakpoint
ALTER TABLE "distances" ADD COLUMN "closed_with_event" boolean DEFAULT false NOT NULL;
--> statement-breakpoint
ALTER TABLE "events" ADD COLUMN "cancelled_at" timestamp(3) with time zone;
--> statement-breakpoint
ALTER TABLE "events" ADD COLUMN "cancel_refund" text;
--> statement-breakpoint
ALTER TABLE "events" ADD COLUMN "status_before" text;
--> statement-breakpoint
ALTER TABLE "events" ADD COLUMN "postponed_from" timestamp(3) with time zone;
--> statement-breakpoint
ALTER TABLE "events" ADD COLUMN "postponed_reason" text;
--> statement-breakpoint
ALTER TABLE "events" ADD CONSTRAINT "events_cancel_refund_check" CHECK ("cancel_refund" in ('policy', 'full', 'none'));
--> statement-breakpoint
ALTER TABLE "events" ADD CONSTRAINT "events_status_before_check" CHECK ("status_before" in ('draft', 'in_review', 'published', 'sold_out', 'closed', 'in_progress', 'postponed'));
--> statement-breakpoint
ALTER TABLE "events" ADD CONSTRAINT "events_postponed_reason_check" CHECK (length("postponed_reason") <= 1000);
--> statement-breakpoint
ALTER TABLE "inscription_letters" ADD CONSTRAINT "inscription_letters_kind_check" CHECK ("kind" in ('proof', 'payment_declined', 'seat_offered', 'event_cancelled', 'event_postponed', 'event_reopened'));
--> statement-breakpoint
ALTER TABLE "waitlist_entries" ADD CONSTRAINT "waitlist_entries_withdrawn_because_check" CHECK ("withdrawn_because" in ('requested', 'registered', 'athlete', 'eligibility', 'other_race', 'event_cancelled'));
