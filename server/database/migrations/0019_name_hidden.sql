ALTER TABLE "inscriptions" ADD COLUMN "name_hidden" boolean DEFAULT false NOT NULL;
