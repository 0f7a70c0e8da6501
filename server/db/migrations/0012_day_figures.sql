CREATE TABLE "day_handlers" (
	"country" text NOT NULL,
	"day" date NOT NULL,
	"owner" uuid NOT NULL,
	"actor" uuid NOT NULL,
	"confirmed" integer NOT NULL,
	"dispatched" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "day_shares" (
	"country" text NOT NULL,
	"day" date NOT NULL,
	"owner" uuid NOT NULL,
	"by" text NOT NULL,
	"key" uuid NOT NULL,
	"orders" integer NOT NULL,
	"confirmed" integer NOT NULL,
	"delivered" integer NOT NULL,
	"returned" integer NOT NULL,
	"collected" numeric NOT NULL
);
--> statement-breakpoint
CREATE TABLE "day_statuses" (
	"country" text NOT NULL,
	"day" date NOT NULL,
	"owner" uuid NOT NULL,
	"status" text NOT NULL,
	"parcel_status" text,
	"orders" integer NOT NULL,
	"calls" integer NOT NULL,
	"outings" integer NOT NULL,
	"price" numeric NOT NULL,
	"collected" numeric NOT NULL,
	"paid_out" numeric NOT NULL,
	"billed" numeric NOT NULL,
	"unbilled" integer NOT NULL,
	"unbilled_pieces" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "day_times" (
	"country" text NOT NULL,
	"day" date NOT NULL,
	"owner" uuid NOT NULL,
	"to_confirm" "bytea",
	"to_deliver" "bytea"
);
--> statement-breakpoint
CREATE TABLE "stale_days" (
	"country" text NOT NULL,
	"day" date NOT NULL,
	"owner" uuid NOT NULL
);
--> statement-breakpoint
CREATE INDEX "day_handlers_idx" ON "day_handlers" USING btree ("country","day");--> statement-breakpoint
CREATE INDEX "day_shares_idx" ON "day_shares" USING btree ("country","day");--> statement-breakpoint
CREATE INDEX "day_statuses_idx" ON "day_statuses" USING btree ("country","day");--> statement-breakpoint
CREATE INDEX "day_times_idx" ON "day_times" USING btree ("country","day");--> statement-breakpoint
CREATE INDEX "stale_days_idx" ON "stale_days" USING btree ("country","day");--> statement-breakpoint
CREATE FUNCTION mark_order_days() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF TG_OP <> 'INSERT' THEN
		INSERT INTO stale_days (country, owner, day)
		SELECT DISTINCT country, owner, (created_at AT TIME ZONE 'UTC')::date FROM before_rows;
	END IF;
	IF TG_OP = 'INSERT' THEN
		INSERT INTO stale_days (country, owner, day)
		SELECT DISTINCT country, owner, (created_at AT TIME ZONE 'UTC')::date FROM after_rows;
	ELSIF TG_OP = 'UPDATE' THEN
		INSERT INTO stale_days (country, owner, day)
		SELECT country, owner, (created_at AT TIME ZONE 'UTC')::date FROM after_rows
		EXCEPT SELECT country, owner, (created_at AT TIME ZONE 'UTC')::date FROM before_rows;
	END IF;
	RETURN NULL;
END $$;
--> statement-breakpoint
-- The functions below keep their plans for a session: those of a small table must do for a large one, too.
CREATE FUNCTION mark_parcel_days() RETURNS trigger LANGUAGE plpgsql
SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off AS $$
BEGIN
	IF TG_OP = 'DELETE' THEN
		INSERT INTO stale_days (country, owner, day)
		SELECT DISTINCT orders.country, orders.owner, (orders.created_at AT TIME ZONE 'UTC')::date
		FROM before_rows parcel JOIN orders ON orders.id = parcel."order";
	ELSE
		INSERT INTO stale_days (country, owner, day)
		SELECT DISTINCT orders.country, orders.owner, (orders.created_at AT TIME ZONE 'UTC')::date
		FROM after_rows parcel JOIN orders ON orders.id = parcel."order";
	END IF;
	RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION mark_billed_days() RETURNS trigger LANGUAGE plpgsql
SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off AS $$
BEGIN
	IF TG_OP = 'DELETE' THEN
		INSERT INTO stale_days (country, owner, day)
		SELECT DISTINCT orders.country, orders.owner, (orders.created_at AT TIME ZONE 'UTC')::date
		FROM before_rows line JOIN shippings parcel ON parcel.id = line.shipping JOIN orders ON orders.id = parcel."order";
	ELSE
		INSERT INTO stale_days (country, owner, day)
		SELECT DISTINCT orders.country, orders.owner, (orders.created_at AT TIME ZONE 'UTC')::date
		FROM after_rows line JOIN shippings parcel ON parcel.id = line.shipping JOIN orders ON orders.id = parcel."order";
	END IF;
	RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION mark_paid_days() RETURNS trigger LANGUAGE plpgsql
SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off AS $$
BEGIN
	INSERT INTO stale_days (country, owner, day)
	SELECT DISTINCT orders.country, orders.owner, (orders.created_at AT TIME ZONE 'UTC')::date
	FROM before_rows before JOIN after_rows invoice ON invoice.id = before.id AND invoice.status <> before.status
	JOIN invoice_lines line ON line.invoice = invoice.id
	JOIN shippings parcel ON parcel.id = line.shipping JOIN orders ON orders.id = parcel."order";
	RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION forget_days() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	DELETE FROM stale_days;
	DELETE FROM day_statuses;
	DELETE FROM day_shares;
	DELETE FROM day_handlers;
	DELETE FROM day_times;
	RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER orders_days_insert AFTER INSERT ON orders REFERENCING NEW TABLE AS after_rows FOR EACH STATEMENT EXECUTE FUNCTION mark_order_days();--> statement-breakpoint
CREATE TRIGGER orders_days_update AFTER UPDATE ON orders REFERENCING OLD TABLE AS before_rows NEW TABLE AS after_rows FOR EACH STATEMENT EXECUTE FUNCTION mark_order_days();--> statement-breakpoint
CREATE TRIGGER orders_days_delete AFTER DELETE ON orders REFERENCING OLD TABLE AS before_rows FOR EACH STATEMENT EXECUTE FUNCTION mark_order_days();--> statement-breakpoint
CREATE TRIGGER orders_days_truncate AFTER TRUNCATE ON orders FOR EACH STATEMENT EXECUTE FUNCTION forget_days();--> statement-breakpoint
CREATE TRIGGER shippings_days_insert AFTER INSERT ON shippings REFERENCING NEW TABLE AS after_rows FOR EACH STATEMENT EXECUTE FUNCTION mark_parcel_days();--> statement-breakpoint
CREATE TRIGGER shippings_days_update AFTER UPDATE ON shippings REFERENCING NEW TABLE AS after_rows FOR EACH STATEMENT EXECUTE FUNCTION mark_parcel_days();--> statement-breakpoint
CREATE TRIGGER shippings_days_delete AFTER DELETE ON shippings REFERENCING OLD TABLE AS before_rows FOR EACH STATEMENT EXECUTE FUNCTION mark_parcel_days();--> statement-breakpoint
CREATE TRIGGER invoice_lines_days_insert AFTER INSERT ON invoice_lines REFERENCING NEW TABLE AS after_rows FOR EACH STATEMENT EXECUTE FUNCTION mark_billed_days();--> statement-breakpoint
CREATE TRIGGER invoice_lines_days_update AFTER UPDATE ON invoice_lines REFERENCING NEW TABLE AS after_rows FOR EACH STATEMENT EXECUTE FUNCTION mark_billed_days();--> statement-breakpoint
CREATE TRIGGER invoice_lines_days_delete AFTER DELETE ON invoice_lines REFERENCING OLD TABLE AS before_rows FOR EACH STATEMENT EXECUTE FUNCTION mark_billed_days();--> statement-breakpoint
CREATE TRIGGER invoices_days_update AFTER UPDATE ON invoices REFERENCING OLD TABLE AS before_rows NEW TABLE AS after_rows FOR EACH STATEMENT EXECUTE FUNCTION mark_paid_days();--> statement-breakpoint
INSERT INTO stale_days (country, owner, day)
SELECT DISTINCT country, owner, day FROM tallies WHERE resource = 'orders' AND day > '-infinity';
--> statement-breakpoint
ANALYZE stale_days;
