ALTER TABLE "sessions" ADD COLUMN "is_kept" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "stays_signed_in" boolean DEFAULT true NOT NULL;