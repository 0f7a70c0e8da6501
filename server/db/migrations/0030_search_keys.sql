CREATE TABLE "search_rebuilds" (
	"resource" text PRIMARY KEY NOT NULL,
	"version" integer NOT NULL,
	"after" uuid
);
--> statement-breakpoint
ALTER TABLE "search_entries" ADD COLUMN "keys" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
CREATE INDEX "search_entries_keys_idx" ON "search_entries" USING gin ("keys");