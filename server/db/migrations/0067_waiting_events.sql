ALTER TABLE "intake" ADD COLUMN "waiting_key" text;--> statement-breakpoint
CREATE UNIQUE INDEX "intake_waiting_key" ON "intake" USING btree ("source","waiting_key") WHERE waiting_key is not null;