CREATE TABLE "cash_start" (
	"at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "handovers" (
	"id" uuid PRIMARY KEY NOT NULL,
	"number" bigint GENERATED ALWAYS AS IDENTITY (sequence name "handovers_number_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"country" text NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	"delivery" uuid NOT NULL,
	"received_by" uuid NOT NULL,
	"parcels" integer NOT NULL,
	"expected" numeric(14, 3) NOT NULL,
	"counted" numeric(14, 3) NOT NULL,
	"difference" numeric(14, 3) NOT NULL,
	"note" text,
	"batch_id" uuid NOT NULL,
	CONSTRAINT "handovers_difference_check" CHECK (difference = counted - expected),
	CONSTRAINT "handovers_note_check" CHECK (difference = 0 or note is not null),
	CONSTRAINT "handovers_amounts_check" CHECK (parcels >= 0 and expected >= 0 and counted >= 0)
);
--> statement-breakpoint
CREATE TABLE "handover_lines" (
	"handover" uuid NOT NULL,
	"shipping" uuid NOT NULL,
	"collected" numeric(14, 3) NOT NULL,
	CONSTRAINT "handover_lines_handover_shipping_pk" PRIMARY KEY("handover","shipping")
);
--> statement-breakpoint
ALTER TABLE "shippings" ADD COLUMN "handover" uuid;--> statement-breakpoint
ALTER TABLE "handovers" ADD CONSTRAINT "handovers_delivery_users_id_fk" FOREIGN KEY ("delivery") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "handovers" ADD CONSTRAINT "handovers_received_by_users_id_fk" FOREIGN KEY ("received_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "handover_lines" ADD CONSTRAINT "handover_lines_handover_handovers_id_fk" FOREIGN KEY ("handover") REFERENCES "public"."handovers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "handover_lines" ADD CONSTRAINT "handover_lines_shipping_shippings_id_fk" FOREIGN KEY ("shipping") REFERENCES "public"."shippings"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "handovers_number_key" ON "handovers" USING btree ("number");--> statement-breakpoint
CREATE INDEX "handovers_country_created_idx" ON "handovers" USING btree ("country","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "handovers_delivery_idx" ON "handovers" USING btree ("delivery","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "handover_lines_shipping_idx" ON "handover_lines" USING btree ("shipping");--> statement-breakpoint
ALTER TABLE "shippings" ADD CONSTRAINT "shippings_handover_handovers_id_fk" FOREIGN KEY ("handover") REFERENCES "public"."handovers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "shippings_cash_idx" ON "shippings" USING btree ("country","delivered_at","delivery") WHERE status = 'DELIVERED' and handover is null and deleted_at is null;--> statement-breakpoint
CREATE INDEX "shippings_handover_idx" ON "shippings" USING btree ("handover") WHERE handover is not null;--> statement-breakpoint
ALTER TABLE "shippings" ADD CONSTRAINT "shippings_handover_check" CHECK (handover is null or status = 'DELIVERED');--> statement-breakpoint
INSERT INTO "cash_start" ("at") SELECT date_trunc('day', now(), 'UTC') WHERE EXISTS (SELECT 1 FROM "shippings");
