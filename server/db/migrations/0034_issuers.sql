CREATE TABLE "issuers" (
	"country" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"address" text,
	"tax_number" text,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "address" text;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "tax_number" text;