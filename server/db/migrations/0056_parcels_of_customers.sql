CREATE TABLE "customer_parcels" (
	"country" text NOT NULL,
	"phone" text NOT NULL,
	"took" integer NOT NULL,
	"ended" integer NOT NULL,
	CONSTRAINT "customer_parcels_country_phone_pk" PRIMARY KEY("country","phone")
);
--> statement-breakpoint
INSERT INTO customer_parcels (country, phone, took, ended)
SELECT past.country, past.customer_phone, count(*) FILTER (WHERE parcel.status = 'DELIVERED')::int, count(*)::int
FROM orders past JOIN shippings parcel ON parcel."order" = past.id
WHERE past.deleted_at IS NULL AND parcel.deleted_at IS NULL AND parcel.status IN ('DELIVERED', 'REFUSED', 'RETURNED')
GROUP BY past.country, past.customer_phone;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION score_order() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF NEW.deleted_at IS NULL AND NEW.status IN ('PENDING', 'NOT_REACHABLE') THEN
		SELECT took, ended INTO NEW.took_parcels, NEW.ended_parcels FROM customer_parcels
		WHERE country = NEW.country AND phone = NEW.customer_phone;
		NEW.took_parcels := coalesce(NEW.took_parcels, 0);
		NEW.ended_parcels := coalesce(NEW.ended_parcels, 0);
	END IF;
	RETURN NEW;
END $$;
--> statement-breakpoint
DROP FUNCTION score_customers(text[], text[]);
--> statement-breakpoint
CREATE FUNCTION score_customers(countries text[], phones text[]) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
	customer record;
	score record;
BEGIN
	-- In one order, so that statements about the same customers wait for each other.
	FOR customer IN SELECT DISTINCT named.country, named.phone FROM unnest(countries, phones) AS named (country, phone) ORDER BY 1, 2 LOOP
		INSERT INTO customer_parcels AS kept (country, phone, took, ended) VALUES (customer.country, customer.phone, 0, 0)
		ON CONFLICT (country, phone) DO UPDATE SET took = kept.took;
		SELECT took, ended INTO score FROM customer_outcomes(customer.country, customer.phone);
		UPDATE customer_parcels SET took = score.took, ended = score.ended
		WHERE country = customer.country AND phone = customer.phone;
		-- One that somebody holds keeps its former score until its next change.
		UPDATE orders SET took_parcels = score.took, ended_parcels = score.ended
		WHERE id IN (
			SELECT waiting.id FROM orders waiting
			WHERE waiting.customer_phone = customer.phone AND waiting.country = customer.country AND waiting.deleted_at IS NULL
				AND waiting.status IN ('PENDING', 'NOT_REACHABLE')
				AND (waiting.took_parcels, waiting.ended_parcels) IS DISTINCT FROM (score.took, score.ended)
			FOR NO KEY UPDATE SKIP LOCKED);
	END LOOP;
END $$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION score_moved_order() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	-- Without a parcel that has ended it counts for nobody.
	IF EXISTS (SELECT 1 FROM shippings WHERE "order" = NEW.id AND deleted_at IS NULL AND status IN ('DELIVERED', 'REFUSED', 'RETURNED')) THEN
		PERFORM score_customers(ARRAY[OLD.country, NEW.country], ARRAY[OLD.customer_phone, NEW.customer_phone]);
	END IF;
	RETURN NULL;
END $$;
