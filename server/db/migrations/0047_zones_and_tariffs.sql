CREATE TABLE "tariffs" (
	"id" uuid PRIMARY KEY NOT NULL,
	"number" bigint GENERATED ALWAYS AS IDENTITY (sequence name "tariffs_number_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"country" text NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	"owner" uuid,
	"zone" uuid,
	"from" date,
	"to" date,
	"delivery" numeric(14, 3) NOT NULL,
	"returned" numeric(14, 3) NOT NULL,
	"refused" numeric(14, 3),
	"piece" numeric(14, 3),
	"cash_percent" numeric(6, 3),
	"cash_fixed" numeric(14, 3),
	"cash_least" numeric(14, 3),
	"cash_most" numeric(14, 3),
	"courier" numeric(14, 3),
	CONSTRAINT "tariffs_days_check" CHECK ("from" is null or "to" is null or "from" <= "to")
);--> statement-breakpoint
CREATE TABLE "zones" (
	"id" uuid PRIMARY KEY NOT NULL,
	"number" bigint GENERATED ALWAYS AS IDENTITY (sequence name "zones_number_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"country" text NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	"owner" uuid NOT NULL,
	"name" text NOT NULL,
	"cities" jsonb NOT NULL
);--> statement-breakpoint
ALTER TABLE "invoices" DROP CONSTRAINT "invoices_total_check";--> statement-breakpoint
ALTER TABLE "invoice_lines" ADD COLUMN "cash_fee" numeric(14, 3) DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "invoice_lines" ADD COLUMN "tariff" uuid;--> statement-breakpoint
ALTER TABLE "invoice_lines" ADD COLUMN "zone" uuid;--> statement-breakpoint
ALTER TABLE "invoice_lines" ADD COLUMN "zone_name" text;--> statement-breakpoint
ALTER TABLE "invoices" ADD COLUMN "cash_fees" numeric DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "city" text;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "zone" uuid;--> statement-breakpoint
ALTER TABLE "shippings" ADD COLUMN "is_refused" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "tariffs" ADD CONSTRAINT "tariffs_owner_users_id_fk" FOREIGN KEY ("owner") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tariffs" ADD CONSTRAINT "tariffs_zone_zones_id_fk" FOREIGN KEY ("zone") REFERENCES "public"."zones"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "zones" ADD CONSTRAINT "zones_owner_users_id_fk" FOREIGN KEY ("owner") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "tariffs_number_key" ON "tariffs" USING btree ("number");--> statement-breakpoint
CREATE UNIQUE INDEX "tariffs_reach_key" ON "tariffs" USING btree ("country",coalesce("owner"::text, ''),coalesce("zone"::text, ''),coalesce("from", '-infinity')) WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "tariffs_country_created_idx" ON "tariffs" USING btree ("country","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "tariffs_owner_idx" ON "tariffs" USING btree ("owner");--> statement-breakpoint
CREATE INDEX "tariffs_zone_idx" ON "tariffs" USING btree ("zone");--> statement-breakpoint
CREATE UNIQUE INDEX "zones_number_key" ON "zones" USING btree ("number");--> statement-breakpoint
CREATE INDEX "zones_name_idx" ON "zones" USING btree (name collate "alphabetical","id");--> statement-breakpoint
CREATE INDEX "zones_country_name_idx" ON "zones" USING btree ("country",name collate "alphabetical","id");--> statement-breakpoint
CREATE INDEX "zones_country_created_idx" ON "zones" USING btree ("country","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "zones_owner_idx" ON "zones" USING btree ("owner");--> statement-breakpoint
ALTER TABLE "invoice_lines" ADD CONSTRAINT "invoice_lines_tariff_tariffs_id_fk" FOREIGN KEY ("tariff") REFERENCES "public"."tariffs"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invoice_lines" ADD CONSTRAINT "invoice_lines_zone_zones_id_fk" FOREIGN KEY ("zone") REFERENCES "public"."zones"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_zone_zones_id_fk" FOREIGN KEY ("zone") REFERENCES "public"."zones"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "orders_zone_idx" ON "orders" USING btree ("zone","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE zone is not null and deleted_at is null;--> statement-breakpoint
ALTER TABLE "invoices" ADD CONSTRAINT "invoices_total_check" CHECK (total_with_fees = total_without_fees - shipping_fees - upsell_fees - cash_fees
        - expedition_fees - other_fees);--> statement-breakpoint
ALTER TABLE "day_statuses" DROP COLUMN "unbilled_pieces";--> statement-breakpoint
ALTER TABLE "day_statuses" ADD COLUMN "unbilled_fees" numeric DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "day_statuses" ALTER COLUMN "unbilled_fees" DROP DEFAULT;--> statement-breakpoint
SELECT track_changed_in('zones'), track_changed_in('tariffs');--> statement-breakpoint
UPDATE shippings SET is_refused = true WHERE status = 'REFUSED';--> statement-breakpoint
-- The prices that were constants of the program. Without days, seller and zone: they hold where no other tariff does.
INSERT INTO tariffs (id, country, delivery, returned, piece)
SELECT gen_random_uuid(), country, delivery, returned, piece FROM (VALUES
	('ic', 1500, 500, 250),
	('sn', 1500, 500, 250),
	('bf', 1500, 500, 250),
	('tn', 8, 3, 1),
	('fr', 6, 3, 0.5),
	('lib', 20, 8, 3)
) first (country, delivery, returned, piece);
--> statement-breakpoint
INSERT INTO search_entries (resource, record_id, country, number, title, subtitle, text, digits, keys)
SELECT 'tariffs', tariffs.id, tariffs.country, tariffs.number, code, '', ' ' || lower(code), '', ARRAY[lower(code)]
FROM tariffs JOIN (VALUES ('ic', 'CI'), ('sn', 'SN'), ('bf', 'BF'), ('tn', 'TN'), ('fr', 'FR'), ('lib', 'LY')) named (country, code) ON named.country = tariffs.country;
--> statement-breakpoint
-- What a parcel that is on no invoice costs: `chooseTariff` and `billParcel` in one statement, for the sums of days.
CREATE FUNCTION parcel_fee(parcel_country text, parcel_owner uuid, parcel_zone uuid, parcel_day date, parcel_status text, was_refused boolean, pieces integer, cash numeric, decimals integer) RETURNS numeric LANGUAGE sql STABLE AS $$
	SELECT CASE
		WHEN parcel_status = 'RETURNED' THEN CASE WHEN was_refused THEN coalesce(refused, returned) ELSE returned END
		WHEN parcel_status = 'DELIVERED' THEN delivery + coalesce(piece, 0) * (pieces - 1) + CASE WHEN cash > 0
			THEN least(greatest(round(cash * coalesce(cash_percent, 0) / 100, decimals) + coalesce(cash_fixed, 0), coalesce(cash_least, 0)), cash_most)
			ELSE 0 END
	END
	FROM tariffs
	WHERE deleted_at IS NULL AND country = parcel_country
		AND (owner IS NULL OR owner = parcel_owner) AND (zone IS NULL OR zone = parcel_zone)
		AND ("from" IS NULL OR "from" <= parcel_day) AND ("to" IS NULL OR "to" >= parcel_day)
	ORDER BY owner NULLS LAST, zone NULLS LAST, "from" DESC NULLS LAST
	LIMIT 1
$$;
--> statement-breakpoint
-- Days with parcels that are on no invoice depend on the tariffs of their country.
CREATE FUNCTION mark_tariff_days() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO stale_days (country, owner, day)
	SELECT DISTINCT kept.country, kept.owner, kept.day FROM day_statuses kept
	WHERE kept.unbilled > 0 AND kept.parcel_status IN ('DELIVERED', 'RETURNED')
		AND kept.country IN (SELECT country FROM after_rows);
	RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER tariffs_days_insert AFTER INSERT ON tariffs REFERENCING NEW TABLE AS after_rows FOR EACH STATEMENT EXECUTE FUNCTION mark_tariff_days();--> statement-breakpoint
CREATE TRIGGER tariffs_days_update AFTER UPDATE ON tariffs REFERENCING NEW TABLE AS after_rows FOR EACH STATEMENT EXECUTE FUNCTION mark_tariff_days();--> statement-breakpoint
INSERT INTO stale_days (country, owner, day)
SELECT DISTINCT country, owner, day FROM day_statuses WHERE unbilled > 0 AND parcel_status IN ('DELIVERED', 'RETURNED');
