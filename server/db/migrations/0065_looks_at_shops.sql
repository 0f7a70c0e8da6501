ALTER TABLE "source_access" ADD COLUMN "looked_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "source_access" ADD COLUMN "next_page" text;