CREATE TABLE "call_days" (
	"day" date NOT NULL,
	"country" text NOT NULL,
	"caller" uuid NOT NULL,
	"calls" integer NOT NULL,
	"seconds" double precision NOT NULL,
	"followed" integer NOT NULL,
	"reached" integer NOT NULL,
	"confirmed" integer NOT NULL,
	"delivered" integer NOT NULL,
	"callbacks" integer NOT NULL,
	"kept" integer NOT NULL,
	CONSTRAINT "call_days_day_country_caller_pk" PRIMARY KEY("day","country","caller")
);
--> statement-breakpoint
CREATE TABLE "stale_call_days" (
	"day" date NOT NULL
);
--> statement-breakpoint
CREATE INDEX "stale_call_days_idx" ON "stale_call_days" USING btree ("day");--> statement-breakpoint
CREATE INDEX "changes_promises_idx" ON "changes" USING btree ((after->>'callbackAt')) WHERE resource = 'orders' and verb = 'order.not-reachable' and undoes is null and after->>'callbackAt' is not null;--> statement-breakpoint
CREATE FUNCTION mark_days_of_calls(records uuid[]) RETURNS void LANGUAGE sql AS $$
	INSERT INTO stale_call_days (day)
	SELECT DISTINCT (near.at AT TIME ZONE 'UTC')::date
	FROM changes line, LATERAL (VALUES (line.at), (line.at - interval '1 hour'), (line.at + interval '5 minutes'),
		((line.after->>'callbackAt')::timestamptz)) AS near (at)
	WHERE line.record_id = ANY(records) AND line.resource = 'orders' AND line.undoes IS NULL
		AND line.verb IN ('order.confirm', 'order.cancel', 'order.not-reachable') AND near.at IS NOT NULL
$$;
--> statement-breakpoint
CREATE FUNCTION mark_call_days() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
	records uuid[];
BEGIN
	SELECT array_agg(DISTINCT record_id) INTO records FROM after_rows
	WHERE resource = 'orders' AND (undoes IS NOT NULL OR verb IN ('order.confirm', 'order.cancel', 'order.not-reachable'));
	IF records IS NOT NULL THEN
		PERFORM mark_days_of_calls(records);
	END IF;
	RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION mark_call_days_of_parcels() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
	records uuid[];
BEGIN
	SELECT array_agg(DISTINCT parcel."order") INTO records
	FROM before_rows earlier JOIN after_rows parcel ON parcel.id = earlier.id
	WHERE (earlier.status = 'DELIVERED' AND earlier.deleted_at IS NULL) <> (parcel.status = 'DELIVERED' AND parcel.deleted_at IS NULL);
	IF records IS NOT NULL THEN
		PERFORM mark_days_of_calls(records);
	END IF;
	RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER changes_mark_call_days AFTER INSERT ON changes REFERENCING NEW TABLE AS after_rows FOR EACH STATEMENT EXECUTE FUNCTION mark_call_days();--> statement-breakpoint
CREATE TRIGGER shippings_mark_call_days AFTER UPDATE ON shippings REFERENCING OLD TABLE AS before_rows NEW TABLE AS after_rows FOR EACH STATEMENT EXECUTE FUNCTION mark_call_days_of_parcels();--> statement-breakpoint
INSERT INTO stale_call_days (day)
SELECT DISTINCT (near.at AT TIME ZONE 'UTC')::date
FROM changes line, LATERAL (VALUES (line.at), ((line.after->>'callbackAt')::timestamptz)) AS near (at)
WHERE line.resource = 'orders' AND line.undoes IS NULL
	AND line.verb IN ('order.confirm', 'order.cancel', 'order.not-reachable') AND near.at IS NOT NULL;
