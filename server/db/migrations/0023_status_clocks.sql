ALTER TABLE "orders" ADD COLUMN "status_at" timestamp (3) with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "shippings" ADD COLUMN "status_at" timestamp (3) with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" DISABLE TRIGGER USER;--> statement-breakpoint
UPDATE orders SET status_at = coalesce(reached.at, CASE held.status WHEN 'PENDING' THEN held.created_at ELSE held.updated_at END)
FROM orders held LEFT JOIN (
	SELECT line.record_id, max(line.at) AS at FROM changes line
	WHERE line.resource = 'orders' AND line.after ? 'status' AND line.undoes IS NULL AND NOT EXISTS (
		SELECT 1 FROM changes undo WHERE undo.undoes = line.id AND NOT EXISTS (
			SELECT 1 FROM changes redo WHERE redo.undoes = undo.id))
	GROUP BY line.record_id
) reached ON reached.record_id = held.id
WHERE held.id = orders.id;--> statement-breakpoint
ALTER TABLE "orders" ENABLE TRIGGER USER;--> statement-breakpoint
ALTER TABLE "shippings" DISABLE TRIGGER USER;--> statement-breakpoint
UPDATE shippings SET status_at = coalesce(reached.at, CASE held.status WHEN 'PENDING' THEN held.created_at
	WHEN 'OUT_FOR_DELIVERY' THEN coalesce(held.out_at, held.updated_at) ELSE coalesce(held.settled_at, held.updated_at) END)
FROM shippings held LEFT JOIN (
	SELECT line.record_id, max(line.at) AS at FROM changes line
	WHERE line.resource = 'shippings' AND line.after ? 'status' AND line.undoes IS NULL AND NOT EXISTS (
		SELECT 1 FROM changes undo WHERE undo.undoes = line.id AND NOT EXISTS (
			SELECT 1 FROM changes redo WHERE redo.undoes = undo.id))
	GROUP BY line.record_id
) reached ON reached.record_id = held.id
WHERE held.id = shippings.id;--> statement-breakpoint
ALTER TABLE "shippings" ENABLE TRIGGER USER;--> statement-breakpoint
CREATE INDEX "orders_country_status_since_idx" ON "orders" USING btree ("country","status","status_at","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "orders_callback_idx" ON "orders" USING btree ("country","callback_at","id") WHERE deleted_at is null and callback_at is not null;--> statement-breakpoint
CREATE INDEX "shippings_country_status_since_idx" ON "shippings" USING btree ("country","status","status_at","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "shippings_postponed_idx" ON "shippings" USING btree ("country","postponed_to","id") WHERE deleted_at is null and postponed_to is not null;--> statement-breakpoint
CREATE INDEX "shippings_out_idx" ON "shippings" USING btree ("country","out_at") WHERE deleted_at is null and out_at is not null;