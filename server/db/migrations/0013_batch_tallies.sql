CREATE TABLE "batch_tallies" (
	"resource" text NOT NULL,
	"verb" text NOT NULL,
	"country" text,
	"actor" uuid,
	"count" integer NOT NULL
);
--> statement-breakpoint
CREATE FUNCTION tally_batches() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF TG_OP = 'INSERT' THEN
		INSERT INTO batch_tallies (resource, verb, country, actor, count)
		SELECT resource, verb, country, actor, count(*) FROM after_rows GROUP BY resource, verb, country, actor;
	ELSIF TG_OP = 'DELETE' THEN
		INSERT INTO batch_tallies (resource, verb, country, actor, count)
		SELECT resource, verb, country, actor, -count(*) FROM before_rows GROUP BY resource, verb, country, actor;
	ELSE
		INSERT INTO batch_tallies (resource, verb, country, actor, count)
		SELECT resource, verb, country, actor, sum(change)
		FROM (
			SELECT resource, verb, country, actor, -1 AS change FROM before_rows
			UNION ALL
			SELECT resource, verb, country, actor, 1 FROM after_rows
		) batch
		GROUP BY resource, verb, country, actor HAVING sum(change) <> 0;
	END IF;
	RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION forget_batch_tallies() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	DELETE FROM batch_tallies;
	RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER change_batches_tally_insert AFTER INSERT ON change_batches REFERENCING NEW TABLE AS after_rows FOR EACH STATEMENT EXECUTE FUNCTION tally_batches();--> statement-breakpoint
CREATE TRIGGER change_batches_tally_update AFTER UPDATE ON change_batches REFERENCING OLD TABLE AS before_rows NEW TABLE AS after_rows FOR EACH STATEMENT EXECUTE FUNCTION tally_batches();--> statement-breakpoint
CREATE TRIGGER change_batches_tally_delete AFTER DELETE ON change_batches REFERENCING OLD TABLE AS before_rows FOR EACH STATEMENT EXECUTE FUNCTION tally_batches();--> statement-breakpoint
CREATE TRIGGER change_batches_tally_truncate AFTER TRUNCATE ON change_batches FOR EACH STATEMENT EXECUTE FUNCTION forget_batch_tallies();--> statement-breakpoint
INSERT INTO batch_tallies (resource, verb, country, actor, count)
SELECT resource, verb, country, actor, count(*) FROM change_batches GROUP BY resource, verb, country, actor;
