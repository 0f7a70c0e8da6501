CREATE TABLE "tallies" (
	"resource" text NOT NULL,
	"day" date NOT NULL,
	"country" text NOT NULL,
	"status" text NOT NULL,
	"owner" uuid NOT NULL,
	"count" integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX "tallies_resource_day_idx" ON "tallies" USING btree ("resource","day");--> statement-breakpoint
CREATE INDEX "orders_created_idx" ON "orders" USING btree ("created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "shippings_created_idx" ON "shippings" USING btree ("created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);
--> statement-breakpoint
CREATE FUNCTION tally_records() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF TG_OP = 'INSERT' THEN
		INSERT INTO tallies (resource, day, country, status, owner, count)
		SELECT TG_TABLE_NAME, each.day, record.country, record.status, record.owner, count(*)
		FROM after_rows record, LATERAL (VALUES ('-infinity'::date), ((record.created_at AT TIME ZONE 'UTC')::date)) each (day)
		WHERE record.deleted_at IS NULL
		GROUP BY each.day, record.country, record.status, record.owner;
	ELSIF TG_OP = 'DELETE' THEN
		INSERT INTO tallies (resource, day, country, status, owner, count)
		SELECT TG_TABLE_NAME, each.day, record.country, record.status, record.owner, -count(*)
		FROM before_rows record, LATERAL (VALUES ('-infinity'::date), ((record.created_at AT TIME ZONE 'UTC')::date)) each (day)
		WHERE record.deleted_at IS NULL
		GROUP BY each.day, record.country, record.status, record.owner;
	ELSE
		INSERT INTO tallies (resource, day, country, status, owner, count)
		SELECT TG_TABLE_NAME, each.day, record.country, record.status, record.owner, sum(record.change)
		FROM (
			SELECT country, status, owner, created_at, deleted_at, -1 AS change FROM before_rows
			UNION ALL
			SELECT country, status, owner, created_at, deleted_at, 1 FROM after_rows
		) record, LATERAL (VALUES ('-infinity'::date), ((record.created_at AT TIME ZONE 'UTC')::date)) each (day)
		WHERE record.deleted_at IS NULL
		GROUP BY each.day, record.country, record.status, record.owner
		HAVING sum(record.change) <> 0;
	END IF;
	RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER orders_tally_insert AFTER INSERT ON orders REFERENCING NEW TABLE AS after_rows FOR EACH STATEMENT EXECUTE FUNCTION tally_records();--> statement-breakpoint
CREATE TRIGGER orders_tally_update AFTER UPDATE ON orders REFERENCING OLD TABLE AS before_rows NEW TABLE AS after_rows FOR EACH STATEMENT EXECUTE FUNCTION tally_records();--> statement-breakpoint
CREATE TRIGGER orders_tally_delete AFTER DELETE ON orders REFERENCING OLD TABLE AS before_rows FOR EACH STATEMENT EXECUTE FUNCTION tally_records();--> statement-breakpoint
CREATE TRIGGER shippings_tally_insert AFTER INSERT ON shippings REFERENCING NEW TABLE AS after_rows FOR EACH STATEMENT EXECUTE FUNCTION tally_records();--> statement-breakpoint
CREATE TRIGGER shippings_tally_update AFTER UPDATE ON shippings REFERENCING OLD TABLE AS before_rows NEW TABLE AS after_rows FOR EACH STATEMENT EXECUTE FUNCTION tally_records();--> statement-breakpoint
CREATE TRIGGER shippings_tally_delete AFTER DELETE ON shippings REFERENCING OLD TABLE AS before_rows FOR EACH STATEMENT EXECUTE FUNCTION tally_records();--> statement-breakpoint
INSERT INTO tallies (resource, day, country, status, owner, count)
SELECT record.resource, each.day, record.country, record.status, record.owner, count(*)
FROM (
	SELECT 'orders' AS resource, country, status, owner, created_at FROM orders WHERE deleted_at IS NULL
	UNION ALL
	SELECT 'shippings', country, status, owner, created_at FROM shippings WHERE deleted_at IS NULL
) record, LATERAL (VALUES ('-infinity'::date), ((record.created_at AT TIME ZONE 'UTC')::date)) each (day)
GROUP BY record.resource, each.day, record.country, record.status, record.owner;
--> statement-breakpoint
ANALYZE tallies;
