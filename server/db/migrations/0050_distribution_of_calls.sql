CREATE TABLE "call_shares" (
	"order" uuid PRIMARY KEY NOT NULL,
	"user" uuid NOT NULL
);
--> statement-breakpoint
CREATE TABLE "callers_present" (
	"user" uuid NOT NULL,
	"country" text NOT NULL,
	"since" timestamp (3) with time zone NOT NULL,
	"seen_at" timestamp (3) with time zone NOT NULL,
	"share" integer DEFAULT 0 NOT NULL,
	"calling" uuid,
	"calling_since" timestamp (3) with time zone,
	CONSTRAINT "callers_present_user_country_pk" PRIMARY KEY("user","country")
);
--> statement-breakpoint
ALTER TABLE "call-policies" ADD COLUMN "distribution" text DEFAULT 'shared' NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "took_parcels" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "ended_parcels" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "order_claims" ADD COLUMN "is_freed" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "call_shares" ADD CONSTRAINT "call_shares_order_orders_id_fk" FOREIGN KEY ("order") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "call_shares" ADD CONSTRAINT "call_shares_user_users_id_fk" FOREIGN KEY ("user") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "callers_present" ADD CONSTRAINT "callers_present_user_users_id_fk" FOREIGN KEY ("user") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "callers_present" ADD CONSTRAINT "callers_present_calling_orders_id_fk" FOREIGN KEY ("calling") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "call_shares_user_idx" ON "call_shares" USING btree ("user");--> statement-breakpoint
CREATE INDEX "orders_triage_risk_idx" ON "orders" USING btree ("country",(coalesce(took_parcels::float8 / nullif(ended_parcels, 0), 0.5)) desc,"created_at","id") WHERE deleted_at is null and callback_at is null and status in ('PENDING', 'NOT_REACHABLE');--> statement-breakpoint
CREATE FUNCTION customer_outcomes(of_country text, of_phone text, OUT took integer, OUT ended integer) LANGUAGE sql STABLE AS $$
	SELECT count(*) FILTER (WHERE parcel.status = 'DELIVERED')::int, count(*)::int
	FROM orders past JOIN shippings parcel ON parcel."order" = past.id
	WHERE past.customer_phone = of_phone AND past.country = of_country AND past.deleted_at IS NULL
		AND parcel.deleted_at IS NULL AND parcel.status IN ('DELIVERED', 'REFUSED', 'RETURNED')
$$;
--> statement-breakpoint
CREATE FUNCTION score_order() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF NEW.deleted_at IS NULL AND NEW.status IN ('PENDING', 'NOT_REACHABLE') THEN
		SELECT took, ended INTO NEW.took_parcels, NEW.ended_parcels FROM customer_outcomes(NEW.country, NEW.customer_phone);
	END IF;
	RETURN NEW;
END $$;
--> statement-breakpoint
CREATE FUNCTION score_customers(countries text[], phones text[]) RETURNS void LANGUAGE sql AS $$
	UPDATE orders SET took_parcels = score.took, ended_parcels = score.ended
	FROM (SELECT DISTINCT country, phone FROM unnest(countries, phones) AS named (country, phone)) AS customer,
		LATERAL customer_outcomes(customer.country, customer.phone) AS score
	WHERE orders.customer_phone = customer.phone AND orders.country = customer.country AND orders.deleted_at IS NULL
		AND orders.status IN ('PENDING', 'NOT_REACHABLE')
		AND (orders.took_parcels, orders.ended_parcels) IS DISTINCT FROM (score.took, score.ended)
$$;
--> statement-breakpoint
CREATE FUNCTION score_moved_order() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	PERFORM score_customers(ARRAY[OLD.country, NEW.country], ARRAY[OLD.customer_phone, NEW.customer_phone]);
	RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION score_parcels() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
	countries text[];
	phones text[];
BEGIN
	IF TG_OP = 'INSERT' THEN
		SELECT array_agg(orders.country), array_agg(orders.customer_phone) INTO countries, phones
		FROM after_rows parcel JOIN orders ON orders.id = parcel."order"
		WHERE parcel.deleted_at IS NULL AND parcel.status IN ('DELIVERED', 'REFUSED', 'RETURNED');
	ELSIF TG_OP = 'DELETE' THEN
		SELECT array_agg(orders.country), array_agg(orders.customer_phone) INTO countries, phones
		FROM before_rows parcel JOIN orders ON orders.id = parcel."order"
		WHERE parcel.deleted_at IS NULL AND parcel.status IN ('DELIVERED', 'REFUSED', 'RETURNED');
	ELSE
		SELECT array_agg(orders.country), array_agg(orders.customer_phone) INTO countries, phones
		FROM before_rows earlier JOIN after_rows parcel ON parcel.id = earlier.id JOIN orders ON orders.id = parcel."order"
		WHERE CASE WHEN earlier.deleted_at IS NOT NULL THEN 'none' WHEN earlier.status = 'DELIVERED' THEN 'took'
				WHEN earlier.status IN ('REFUSED', 'RETURNED') THEN 'ended' ELSE 'none' END
			<> CASE WHEN parcel.deleted_at IS NOT NULL THEN 'none' WHEN parcel.status = 'DELIVERED' THEN 'took'
				WHEN parcel.status IN ('REFUSED', 'RETURNED') THEN 'ended' ELSE 'none' END;
	END IF;
	IF countries IS NOT NULL THEN
		PERFORM score_customers(countries, phones);
	END IF;
	RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER orders_score BEFORE INSERT OR UPDATE OF customer_phone, status, deleted_at ON orders FOR EACH ROW EXECUTE FUNCTION score_order();--> statement-breakpoint
CREATE TRIGGER orders_score_moved AFTER UPDATE OF customer_phone, deleted_at ON orders FOR EACH ROW
	WHEN (OLD.customer_phone <> NEW.customer_phone OR (OLD.deleted_at IS NULL) <> (NEW.deleted_at IS NULL)) EXECUTE FUNCTION score_moved_order();--> statement-breakpoint
CREATE TRIGGER shippings_score_insert AFTER INSERT ON shippings REFERENCING NEW TABLE AS after_rows FOR EACH STATEMENT EXECUTE FUNCTION score_parcels();--> statement-breakpoint
CREATE TRIGGER shippings_score_update AFTER UPDATE ON shippings REFERENCING OLD TABLE AS before_rows NEW TABLE AS after_rows FOR EACH STATEMENT EXECUTE FUNCTION score_parcels();--> statement-breakpoint
CREATE TRIGGER shippings_score_delete AFTER DELETE ON shippings REFERENCING OLD TABLE AS before_rows FOR EACH STATEMENT EXECUTE FUNCTION score_parcels();--> statement-breakpoint
UPDATE orders SET took_parcels = score.took, ended_parcels = score.ended
FROM (
	SELECT past.country, past.customer_phone, count(*) FILTER (WHERE parcel.status = 'DELIVERED')::int AS took, count(*)::int AS ended
	FROM orders past JOIN shippings parcel ON parcel."order" = past.id
	WHERE past.deleted_at IS NULL AND parcel.deleted_at IS NULL AND parcel.status IN ('DELIVERED', 'REFUSED', 'RETURNED')
	GROUP BY past.country, past.customer_phone
) score
WHERE orders.customer_phone = score.customer_phone AND orders.country = score.country AND orders.deleted_at IS NULL
	AND orders.status IN ('PENDING', 'NOT_REACHABLE');
