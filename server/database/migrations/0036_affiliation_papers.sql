ALTER TABLE "fmtri_affiliate_users" DROP CONSTRAINT "fmtri_affiliate_users_sanction_has_an_end_rule";
--> statement-breakpoint
ALTER TABLE "fmtri_affiliations" DROP CONSTRAINT "fmtri_affiliations_card_pdf_check";
--> statement-breakpoint
ALTER TABLE "fmtri_affiliations" DROP CONSTRAINT "fmtri_affiliations_payment_method_check";
--> statement-breakpoint
ALTER TABLE "import_jobs" DROP CONSTRAINT "import_jobs_type_check";
--> statement-breakpoint
ALTER TABLE "import_templates" DROP CONSTRAINT "import_templates_type_check";
--> statement-breakpoint
ALTER TABLE "fmtri_affiliations" DROP CONSTRAINT "fmtri_affiliations_paymentid_fk";

--> statement-breakpoint
DROP INDEX "fmtri_affiliations_paymentid_ref";
--> statement-breakpoint
ALTER TABLE "fmtri_affiliate_users" ADD COLUMN "sanction_from" date;
--> statement-breakpoint
ALTER TABLE "fmtri_affiliations" ADD COLUMN "charge_state" text;
--> statement-breakpoint
ALTER TABLE "fmtri_affiliations" ADD COLUMN "provider" text;
--> statement-breakpoint
ALTER TABLE "fmtri_affiliations" ADD COLUMN "provider_ref" text;
--> statement-breakpoint
ALTER TABLE "fmtri_affiliations" ADD COLUMN "decline_code" text;
--> statement-breakpoint
ALTER TABLE "fmtri_affiliations" ADD COLUMN "charged_at" timestamp(3) with time zone;
--> statement-breakpoint
ALTER TABLE "fmtri_affiliations" ADD COLUMN "refund_reason" text;
--> statement-breakpoint
ALTER TABLE "fmtri_affiliations" ADD COLUMN "refund_ref" text;
--> statement-breakpoint
ALTER TABLE "fmtri_affiliations" ADD COLUMN "refund_asks" integer;
--> statement-breakpoint
ALTER TABLE "fmtri_affiliations" ADD COLUMN "refund_refusals" integer;
--> statement-breakpoint
ALTER TABLE "fmtri_affiliations" ADD COLUMN "refund_next_at" timestamp(3) with time zone;
--> statement-breakpoint
ALTER TABLE "fmtri_affiliations" ADD COLUMN "papers_asked_at" timestamp(3) with time zone;
--> statement-breakpoint
CREATE INDEX "fmtri_affiliate_users_sanction_from_ix" ON "fmtri_affiliate_users" USING btree ("sanction_from") WHERE deleted_at is null and sanction_from is not null;
--> statement-breakpoint
CREATE UNIQUE INDEX "fmtri_affiliations_provider_provider_ref_uq" ON "fmtri_affiliations" USING btree ("provider","provider_ref") WHERE deleted_at is null and provider_ref is not null;
--> statement-breakpoint
CREATE INDEX "fmtri_affiliations_provider_refund_ref_ix" ON "fmtri_affiliations" USING btree ("provider","refund_ref") WHERE deleted_at is null and refund_ref is not null;
--> statement-breakpoint
CREATE INDEX "fmtri_affiliations_refund_next_at_ix" ON "fmtri_affiliations" USING btree ("refund_next_at") WHERE deleted_at is null and charge_state = 'refunding';
--> statement-breakpoint
CREATE INDEX "fmtri_affiliations_created_ix" ON "fmtri_affiliations" USING btree ("created") WHERE deleted_at is null and charge_state = 'refund_failed';
--> statement-breakpoint
CREATE INDEX "fmtri_affiliations_charged_at_ix" ON "fmtri_affiliations" USING btree ("charged_at") WHERE deleted_at is null;
--> statement-breakpoint
ALTER TABLE "fmtri_affiliate_users" ADD CONSTRAINT "fmtri_affiliate_users_sanction_in_order_rule" CHECK (sanction_from is null or sanction_until is null or sanction_from <= sanction_until);
--> statement-breakpoint
ALTER TABLE "fmtri_affiliate_users" ADD CONSTRAINT "fmtri_affiliate_users_sanction_has_an_end_rule" CHECK (status <> 'sanctioned' or sanction_until is not null);
--> statement-breakpoint
ALTER TABLE "fmtri_affiliations" ADD CONSTRAINT "fmtri_affiliations_charge_state_check" CHECK ("charge_state" in ('open', 'declined', 'paid', 'refunding', 'refunded', 'refund_failed'));
--> statement-breakpoint
ALTER TABLE "fmtri_affiliations" ADD CONSTRAINT "fmtri_affiliations_provider_check" CHECK (length("provider") <= 40);
--> statement-breakpoint
ALTER TABLE "fmtri_affiliations" ADD CONSTRAINT "fmtri_affiliations_provider_ref_check" CHECK (length("provider_ref") <= 120);
--> statement-breakpoint
ALTER TABLE "fmtri_affiliations" ADD CONSTRAINT "fmtri_affiliations_decline_code_check" CHECK (length("decline_code") <= 60);
--> statement-breakpoint
ALTER TABLE "fmtri_affiliations" ADD CONSTRAINT "fmtri_affiliations_refund_reason_check" CHECK ("refund_reason" in ('rejected', 'asked', 'paid_twice', 'goodwill', 'other'));
--> statement-breakpoint
ALTER TABLE "fmtri_affiliations" ADD CONSTRAINT "fmtri_affiliations_refund_ref_check" CHECK (length("refund_ref") <= 120);
--> statement-breakpoint
ALTER TABLE "fmtri_affiliations" ADD CONSTRAINT "fmtri_affiliations_refund_asks_check" CHECK ("refund_asks" between 0 and 2147483647);
--> statement-breakpoint
ALTER TABLE "fmtri_affiliations" ADD CONSTRAINT "fmtri_affiliations_refund_refusals_check" CHECK ("refund_refusals" between 0 and 2147483647);
--> statement-breakpoint
ALTER TABLE "fmtri_affiliations" ADD CONSTRAINT "fmtri_affiliations_payment_method_check" CHECK ("payment_method" in ('cash', 'pos', 'transfer', 'external', 'online'));
--> statement-breakpoint
ALTER TABLE "import_jobs" ADD CONSTRAINT "import_jobs_type_check" CHECK ("type" in ('inscriptions', 'athletes', 'bibs', 'results', 'coupons', 'affiliates', 'register', 'inbody', 'external', 'answers'));
--> statement-breakpoint
ALTER TABLE "import_templates" ADD CONSTRAINT "import_templates_type_check" CHECK ("type" in ('inscriptions', 'athletes', 'bibs', 'results', 'coupons', 'affiliates', 'register', 'inbody', 'external', 'answers'));
--> statement-breakpoint
ALTER TABLE "fmtri_affiliations" DROP COLUMN "card_pdf" CASCADE;
--> statement-breakpoint
ALTER TABLE "fmtri_affiliations" DROP COLUMN "paymentid" CASCADE;
