ALTER TABLE "saved_views" ADD COLUMN "is_shared" boolean DEFAULT false NOT NULL;
