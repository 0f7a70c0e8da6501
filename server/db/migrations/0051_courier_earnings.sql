CREATE TABLE "earning_rules" (
	"id" uuid DEFAULT gen_random_uuid() NOT NULL,
	"country" text PRIMARY KEY NOT NULL,
	"version" integer DEFAULT 0 NOT NULL,
	"is_kept_back" boolean DEFAULT false NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "earning_rules_id_unique" UNIQUE("id")
);
--> statement-breakpoint
ALTER TABLE "handovers" ADD COLUMN "earned" numeric DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "handovers" ADD COLUMN "kept_back" numeric DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "handover_lines" ADD COLUMN "earned" numeric(14, 3) DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "handover_lines" ADD COLUMN "tariff" uuid;--> statement-breakpoint
ALTER TABLE "handover_lines" ADD COLUMN "zone" uuid;--> statement-breakpoint
ALTER TABLE "handover_lines" ADD COLUMN "zone_name" text;--> statement-breakpoint
ALTER TABLE "handover_lines" ADD CONSTRAINT "handover_lines_tariff_tariffs_id_fk" FOREIGN KEY ("tariff") REFERENCES "public"."tariffs"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "handover_lines" ADD CONSTRAINT "handover_lines_zone_zones_id_fk" FOREIGN KEY ("zone") REFERENCES "public"."zones"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "handovers" ADD CONSTRAINT "handovers_earned_check" CHECK (kept_back >= 0 and kept_back <= earned);