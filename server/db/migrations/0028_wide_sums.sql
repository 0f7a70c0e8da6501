ALTER TABLE "day_statuses" ALTER COLUMN "unbilled_pieces" SET DATA TYPE bigint;--> statement-breakpoint
ALTER TABLE "handovers" ALTER COLUMN "expected" SET DATA TYPE numeric;--> statement-breakpoint
ALTER TABLE "handovers" ALTER COLUMN "difference" SET DATA TYPE numeric;--> statement-breakpoint
ALTER TABLE "invoices" ALTER COLUMN "total_without_fees" SET DATA TYPE numeric;--> statement-breakpoint
ALTER TABLE "invoices" ALTER COLUMN "shipping_fees" SET DATA TYPE numeric;--> statement-breakpoint
ALTER TABLE "invoices" ALTER COLUMN "upsell_fees" SET DATA TYPE numeric;--> statement-breakpoint
ALTER TABLE "invoices" ALTER COLUMN "total_with_fees" SET DATA TYPE numeric;--> statement-breakpoint
ALTER TABLE "invoice_runs" ADD COLUMN "job" uuid;--> statement-breakpoint
ALTER TABLE "shippings" ADD COLUMN "difference" numeric;--> statement-breakpoint
ALTER TABLE "jobs" ADD COLUMN "failures" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "shippings" DISABLE TRIGGER USER;--> statement-breakpoint
UPDATE shippings SET difference = shippings.collected - orders.total_price
FROM orders WHERE orders.id = shippings."order" AND shippings.collected IS NOT NULL;--> statement-breakpoint
ALTER TABLE "shippings" ENABLE TRIGGER USER;--> statement-breakpoint
CREATE FUNCTION write_difference() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	NEW.difference := NEW.collected - (SELECT total_price FROM orders WHERE id = NEW."order");
	RETURN NEW;
END $$;--> statement-breakpoint
CREATE FUNCTION follow_total() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	UPDATE shippings SET difference = collected - NEW.total_price WHERE "order" = NEW.id AND collected IS NOT NULL;
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER shippings_difference_insert BEFORE INSERT ON shippings FOR EACH ROW
	WHEN (NEW.collected IS NOT NULL) EXECUTE FUNCTION write_difference();--> statement-breakpoint
CREATE TRIGGER shippings_difference_update BEFORE UPDATE OF collected, "order" ON shippings FOR EACH ROW
	WHEN (NEW.collected IS DISTINCT FROM OLD.collected OR NEW."order" <> OLD."order")
	EXECUTE FUNCTION write_difference();--> statement-breakpoint
CREATE TRIGGER orders_difference_update AFTER UPDATE OF total_price ON orders FOR EACH ROW
	WHEN (NEW.total_price <> OLD.total_price) EXECUTE FUNCTION follow_total();--> statement-breakpoint
CREATE INDEX "shippings_difference_idx" ON "shippings" USING btree ("country","settled_at","difference") WHERE difference <> 0 and deleted_at is null;