CREATE TABLE "reading_epoch" ("id" uuid PRIMARY KEY NOT NULL);--> statement-breakpoint
INSERT INTO "reading_epoch" ("id") VALUES (gen_random_uuid());--> statement-breakpoint
CREATE FUNCTION mark_changed_in() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	NEW.changed_in := pg_current_xact_id();
	RETURN NEW;
END $$;
--> statement-breakpoint
CREATE FUNCTION track_changed_in(tracked text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
	EXECUTE format('ALTER TABLE %I ADD COLUMN changed_in xid8 NOT NULL DEFAULT pg_current_xact_id()', tracked);
	EXECUTE format('CREATE INDEX %I ON %I (changed_in, id)', tracked || '_changed_in_idx', tracked);
	EXECUTE format('CREATE TRIGGER %I BEFORE UPDATE ON %I FOR EACH ROW EXECUTE FUNCTION mark_changed_in()', tracked || '_changed_in', tracked);
END $$;
--> statement-breakpoint
SELECT track_changed_in(tracked) FROM unnest(ARRAY['orders', 'products', 'shippings', 'users', 'expeditions', 'requests', 'affiliates', 'invoices', 'manifests', 'packages', 'handovers', 'sources', 'intake', 'webhooks', 'deliveries', 'keys']) AS tracked;
