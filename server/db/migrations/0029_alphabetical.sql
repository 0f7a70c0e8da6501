CREATE COLLATION IF NOT EXISTS public."alphabetical" (provider = icu, locale = 'und');--> statement-breakpoint
CREATE INDEX "products_name_idx" ON "products" USING btree (name collate "alphabetical","id");--> statement-breakpoint
CREATE INDEX "products_country_name_idx" ON "products" USING btree ("country",name collate "alphabetical","id");--> statement-breakpoint
CREATE INDEX "orders_customer_name_idx" ON "orders" USING btree (customer_name collate "alphabetical","id");--> statement-breakpoint
CREATE INDEX "orders_country_customer_name_idx" ON "orders" USING btree ("country",customer_name collate "alphabetical","id");--> statement-breakpoint
CREATE INDEX "users_name_idx" ON "users" USING btree (name collate "alphabetical","id");--> statement-breakpoint
CREATE INDEX "users_country_name_idx" ON "users" USING btree ("country",name collate "alphabetical","id");--> statement-breakpoint
CREATE INDEX "users_email_idx" ON "users" USING btree (email collate "alphabetical","id");--> statement-breakpoint
CREATE INDEX "users_country_email_idx" ON "users" USING btree ("country",email collate "alphabetical","id");