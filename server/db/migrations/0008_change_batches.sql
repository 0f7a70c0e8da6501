CREATE TABLE "change_batches" (
	"id" uuid PRIMARY KEY NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"actor" uuid,
	"verb" text NOT NULL,
	"resource" text NOT NULL,
	"country" text,
	"records" integer NOT NULL,
	"undoes" uuid
);
--> statement-breakpoint
ALTER TABLE "change_batches" ADD CONSTRAINT "change_batches_actor_users_id_fk" FOREIGN KEY ("actor") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "change_batches_at_idx" ON "change_batches" USING btree ("at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "change_batches_country_idx" ON "change_batches" USING btree ("country","at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "change_batches_actor_idx" ON "change_batches" USING btree ("actor","at" DESC NULLS LAST,"id" DESC NULLS LAST);
--> statement-breakpoint
INSERT INTO "change_batches" ("id", "at", "actor", "verb", "resource", "country", "records", "undoes")
SELECT line.batch_id, min(line.at), min(line.actor::text)::uuid, min(line.verb), min(line.resource),
	CASE WHEN count(DISTINCT line.country) = 1 THEN min(line.country) END, count(*),
	(SELECT changes.batch_id FROM changes WHERE changes.id = min(line.undoes::text)::uuid)
FROM (
	SELECT line.*, CASE line.resource
		WHEN 'orders' THEN (SELECT country FROM orders WHERE id = line.record_id)
		WHEN 'products' THEN (SELECT country FROM products WHERE id = line.record_id)
		WHEN 'shippings' THEN (SELECT country FROM shippings WHERE id = line.record_id)
		WHEN 'users' THEN (SELECT country FROM users WHERE id = line.record_id)
		WHEN 'expeditions' THEN (SELECT country FROM expeditions WHERE id = line.record_id)
		WHEN 'requests' THEN (SELECT country FROM requests WHERE id = line.record_id)
		WHEN 'affiliates' THEN (SELECT country FROM affiliates WHERE id = line.record_id)
		WHEN 'invoices' THEN (SELECT country FROM invoices WHERE id = line.record_id)
	END AS country
	FROM changes line
	WHERE left(line.resource, -1) = split_part(line.verb, '.', 1)
) line
GROUP BY line.batch_id;
