CREATE TABLE "call-policies" (
	"id" uuid PRIMARY KEY NOT NULL,
	"number" bigint GENERATED ALWAYS AS IDENTITY (sequence name "call-policies_number_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"country" text NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	"owner" uuid,
	"hours" text,
	"weekdays_off" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"days_off" text,
	"spacing" text,
	"most_attempts" integer,
	"promised_for" integer DEFAULT 0 NOT NULL,
	"queue_order" text DEFAULT 'attempts' NOT NULL,
	"most_wait" integer
);
--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "called_at" timestamp (3) with time zone;--> statement-breakpoint
CREATE UNIQUE INDEX "call_policies_number_key" ON "call-policies" USING btree ("number");--> statement-breakpoint
CREATE UNIQUE INDEX "call_policies_country_key" ON "call-policies" USING btree ("country");--> statement-breakpoint
CREATE INDEX "orders_triage_created_idx" ON "orders" USING btree ("country","created_at","id") WHERE deleted_at is null and callback_at is null and status in ('PENDING', 'NOT_REACHABLE');--> statement-breakpoint
CREATE INDEX "orders_triage_value_idx" ON "orders" USING btree ("country","total_price" DESC NULLS FIRST,"created_at","id") WHERE deleted_at is null and callback_at is null and status in ('PENDING', 'NOT_REACHABLE');--> statement-breakpoint
UPDATE "orders" SET "called_at" = "status_at" WHERE "status" = 'NOT_REACHABLE';
--> statement-breakpoint
INSERT INTO "call-policies" ("id", "country") VALUES
	('00000000-0000-7000-8000-00000000ca01', 'ic'),
	('00000000-0000-7000-8000-00000000ca02', 'sn'),
	('00000000-0000-7000-8000-00000000ca03', 'bf'),
	('00000000-0000-7000-8000-00000000ca04', 'tn'),
	('00000000-0000-7000-8000-00000000ca05', 'fr'),
	('00000000-0000-7000-8000-00000000ca06', 'lib');
--> statement-breakpoint
SELECT track_changed_in('call-policies');
