CREATE TABLE "advertising" (
	"id" uuid PRIMARY KEY NOT NULL,
	"number" bigint GENERATED ALWAYS AS IDENTITY (sequence name "advertising_number_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"country" text NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	"owner" uuid NOT NULL,
	"product" uuid NOT NULL,
	"day" date NOT NULL,
	"amount" numeric(14, 3) NOT NULL,
	"channel" text,
	"note" text
);
--> statement-breakpoint
ALTER TABLE "day_shares" ADD COLUMN "pieces" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "day_shares" ADD COLUMN "lost_pieces" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "day_shares" ADD COLUMN "failed" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "day_shares" ADD COLUMN "fees" numeric DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "day_shares" ADD COLUMN "return_fees" numeric DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "advertising" ADD CONSTRAINT "advertising_owner_users_id_fk" FOREIGN KEY ("owner") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "advertising" ADD CONSTRAINT "advertising_product_products_id_fk" FOREIGN KEY ("product") REFERENCES "public"."products"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "advertising_number_key" ON "advertising" USING btree ("number");--> statement-breakpoint
CREATE UNIQUE INDEX "advertising_cost_key" ON "advertising" USING btree ("product","day",lower(coalesce("channel", ''))) WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "advertising_country_day_idx" ON "advertising" USING btree ("country","day" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "advertising_country_created_idx" ON "advertising" USING btree ("country","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "advertising_owner_idx" ON "advertising" USING btree ("owner","day");--> statement-breakpoint
CREATE INDEX "day_shares_key_idx" ON "day_shares" USING btree ("key","day");
--> statement-breakpoint
SELECT track_changed_in('advertising');--> statement-breakpoint
-- Every day is summed up again, with the pieces and fees of its products.
INSERT INTO stale_days (country, owner, day)
SELECT DISTINCT country, owner, day FROM tallies WHERE resource = 'orders' AND day > '-infinity';
