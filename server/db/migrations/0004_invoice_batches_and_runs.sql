CREATE TABLE "invoice_runs" (
	"country" text NOT NULL,
	"week" text NOT NULL,
	"at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "invoice_runs_country_week_pk" PRIMARY KEY("country","week")
);
--> statement-breakpoint
ALTER TABLE "invoice_lines" ADD COLUMN "batch_id" uuid NOT NULL;