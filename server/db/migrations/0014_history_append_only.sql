CREATE FUNCTION refuse_history_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	RAISE EXCEPTION 'the history is append-only: % of % is refused', TG_OP, TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
END $$;
--> statement-breakpoint
CREATE FUNCTION refuse_batch_rewrite() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF (NEW.id, NEW.at, NEW.actor, NEW.verb, NEW.resource, NEW.undoes) IS DISTINCT FROM (OLD.id, OLD.at, OLD.actor, OLD.verb, OLD.resource, OLD.undoes)
		OR NEW.records < OLD.records
		OR (NEW.country IS NOT NULL AND NEW.country IS DISTINCT FROM OLD.country) THEN
		RAISE EXCEPTION 'the history is append-only: a batch only grows' USING ERRCODE = 'restrict_violation';
	END IF;
	RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER changes_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON changes FOR EACH STATEMENT EXECUTE FUNCTION refuse_history_change();--> statement-breakpoint
CREATE TRIGGER change_batches_append_only BEFORE DELETE OR TRUNCATE ON change_batches FOR EACH STATEMENT EXECUTE FUNCTION refuse_history_change();--> statement-breakpoint
CREATE TRIGGER change_batches_only_grow BEFORE UPDATE ON change_batches FOR EACH ROW EXECUTE FUNCTION refuse_batch_rewrite();--> statement-breakpoint
ALTER TABLE changes ENABLE ALWAYS TRIGGER changes_append_only;--> statement-breakpoint
ALTER TABLE change_batches ENABLE ALWAYS TRIGGER change_batches_append_only;--> statement-breakpoint
ALTER TABLE change_batches ENABLE ALWAYS TRIGGER change_batches_only_grow;
