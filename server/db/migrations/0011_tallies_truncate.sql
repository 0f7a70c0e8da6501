CREATE FUNCTION forget_tallies() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	DELETE FROM tallies WHERE resource = TG_TABLE_NAME;
	RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER orders_tally_truncate AFTER TRUNCATE ON orders FOR EACH STATEMENT EXECUTE FUNCTION forget_tallies();--> statement-breakpoint
CREATE TRIGGER shippings_tally_truncate AFTER TRUNCATE ON shippings FOR EACH STATEMENT EXECUTE FUNCTION forget_tallies();
