CREATE TABLE "erasures" (
	"hash" "bytea" PRIMARY KEY NOT NULL,
	"at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"actor" uuid
);
--> statement-breakpoint
CREATE TABLE "retention_rules" (
	"id" uuid DEFAULT gen_random_uuid() NOT NULL,
	"country" text PRIMARY KEY NOT NULL,
	"version" integer DEFAULT 0 NOT NULL,
	"years" integer,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "retention_rules_id_unique" UNIQUE("id")
);

--> statement-breakpoint
CREATE FUNCTION redact_text(value text, pattern text) RETURNS text LANGUAGE sql IMMUTABLE AS $$
	SELECT regexp_replace(value, pattern, '[∅]', 'gi')
$$;
--> statement-breakpoint
CREATE FUNCTION redact_json(value jsonb, pattern text, keys text[]) RETURNS jsonb LANGUAGE plpgsql IMMUTABLE AS $$
DECLARE
	part record;
	inner_keys text[];
	made jsonb;
BEGIN
	CASE jsonb_typeof(value)
	WHEN 'string' THEN
		RETURN to_jsonb(redact_text(value #>> '{}', pattern));
	WHEN 'number' THEN
		-- A telephone number as some programs write it. Amounts have no more than nine digits and stay.
		IF length(value::text) > 9 AND value::text ~* ('^(?:' || pattern || ')$') THEN RETURN to_jsonb('[∅]'::text); END IF;
		RETURN value;
	WHEN 'array' THEN
		SELECT coalesce(jsonb_agg(redact_json(item.value, pattern, keys) ORDER BY item.ordinality), '[]') INTO made
		FROM jsonb_array_elements(value) WITH ORDINALITY AS item;
		RETURN made;
	WHEN 'object' THEN
		made := '{}';
		FOR part IN SELECT * FROM jsonb_each(value) LOOP
			IF part.key = ANY (keys) AND jsonb_typeof(part.value) NOT IN ('null', 'boolean') THEN
				made := made || jsonb_build_object(part.key,
					CASE jsonb_typeof(part.value) WHEN 'array' THEN '[]'::jsonb ELSE to_jsonb('[∅]'::text) END);
			ELSE
				-- `customer.name` is the name inside `customer` only.
				SELECT coalesce(array_agg(CASE WHEN starts_with(key, part.key || '.') THEN substr(key, length(part.key) + 2) ELSE key END), '{}')
				INTO inner_keys FROM unnest(keys) AS key;
				made := made || jsonb_build_object(part.key, redact_json(part.value, pattern, inner_keys));
			END IF;
		END LOOP;
		RETURN made;
	ELSE
		RETURN value;
	END CASE;
END $$;
--> statement-breakpoint
CREATE FUNCTION open_redaction() RETURNS void LANGUAGE plpgsql AS $$
BEGIN
	PERFORM set_config('waybill.redaction', txid_current()::text, true);
END $$;
--> statement-breakpoint
-- The one exception: the erasure of a customer updates lines, and `allow_redaction` lets it replace texts only.
CREATE OR REPLACE FUNCTION refuse_history_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF TG_OP = 'UPDATE' AND TG_TABLE_NAME IN ('changes', 'change_texts', 'stock_movements')
		AND current_setting('waybill.redaction', true) = txid_current()::text THEN
		RETURN NULL;
	END IF;
	RAISE EXCEPTION 'the history is append-only: % of % is refused', TG_OP, TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
END $$;
--> statement-breakpoint
CREATE FUNCTION kept_of_history(sides jsonb) RETURNS jsonb LANGUAGE sql IMMUTABLE AS $$
	SELECT jsonb_object_agg(key, CASE WHEN jsonb_typeof(value) IN ('null', 'boolean', 'number') THEN value ELSE '"text"' END)
	FROM jsonb_each(sides)
$$;
--> statement-breakpoint
CREATE FUNCTION allow_redaction() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
	was jsonb := to_jsonb(OLD);
	becomes jsonb := to_jsonb(NEW);
	texts text[] := CASE TG_TABLE_NAME WHEN 'changes' THEN ARRAY['before', 'after'] WHEN 'change_texts' THEN ARRAY['text'] ELSE ARRAY['note'] END;
BEGIN
	IF was - texts IS DISTINCT FROM becomes - texts THEN
		RAISE EXCEPTION 'the history is append-only: only texts are redacted' USING ERRCODE = 'restrict_violation';
	END IF;
	IF TG_TABLE_NAME = 'changes' AND (
		kept_of_history(nullif(was -> 'before', 'null')) IS DISTINCT FROM kept_of_history(nullif(becomes -> 'before', 'null'))
		OR kept_of_history(nullif(was -> 'after', 'null')) IS DISTINCT FROM kept_of_history(nullif(becomes -> 'after', 'null'))) THEN
		RAISE EXCEPTION 'the history is append-only: fields and amounts stay' USING ERRCODE = 'restrict_violation';
	END IF;
	RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER changes_only_redacted BEFORE UPDATE ON changes FOR EACH ROW EXECUTE FUNCTION allow_redaction();--> statement-breakpoint
CREATE TRIGGER change_texts_only_redacted BEFORE UPDATE ON change_texts FOR EACH ROW EXECUTE FUNCTION allow_redaction();--> statement-breakpoint
CREATE TRIGGER stock_movements_only_redacted BEFORE UPDATE ON stock_movements FOR EACH ROW EXECUTE FUNCTION allow_redaction();--> statement-breakpoint
ALTER TABLE changes ENABLE ALWAYS TRIGGER changes_only_redacted;--> statement-breakpoint
ALTER TABLE change_texts ENABLE ALWAYS TRIGGER change_texts_only_redacted;--> statement-breakpoint
ALTER TABLE stock_movements ENABLE ALWAYS TRIGGER stock_movements_only_redacted;
