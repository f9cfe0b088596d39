CREATE INDEX "web_users_email_ix" ON "web_users" USING btree ("email") WHERE deleted_at is null and email like '%+%';
