CREATE TABLE "key_secrets" (
	"key" uuid PRIMARY KEY NOT NULL,
	"prefix" text NOT NULL,
	"hash" "bytea" NOT NULL,
	"role" text NOT NULL,
	"owner_country" text NOT NULL,
	"last_used_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "keys" (
	"id" uuid PRIMARY KEY NOT NULL,
	"number" bigint GENERATED ALWAYS AS IDENTITY (sequence name "keys_number_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"country" text NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	"owner" uuid NOT NULL,
	"name" text NOT NULL,
	"verbs" jsonb NOT NULL,
	"expires_at" timestamp (3) with time zone,
	"is_active" boolean DEFAULT true NOT NULL
);
--> statement-breakpoint
ALTER TABLE "change_batches" ADD COLUMN "key" uuid;--> statement-breakpoint
ALTER TABLE "change_batches" ADD COLUMN "source" uuid;--> statement-breakpoint
ALTER TABLE "jobs" ADD COLUMN "key" uuid;--> statement-breakpoint
ALTER TABLE "key_secrets" ADD CONSTRAINT "key_secrets_key_keys_id_fk" FOREIGN KEY ("key") REFERENCES "public"."keys"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "keys" ADD CONSTRAINT "keys_owner_users_id_fk" FOREIGN KEY ("owner") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "key_secrets_prefix_key" ON "key_secrets" USING btree ("prefix");--> statement-breakpoint
CREATE UNIQUE INDEX "keys_number_key" ON "keys" USING btree ("number");--> statement-breakpoint
CREATE INDEX "keys_name_idx" ON "keys" USING btree (name collate "alphabetical","id");--> statement-breakpoint
CREATE INDEX "keys_country_name_idx" ON "keys" USING btree ("country",name collate "alphabetical","id");--> statement-breakpoint
CREATE INDEX "keys_country_created_idx" ON "keys" USING btree ("country","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "keys_owner_idx" ON "keys" USING btree ("owner");--> statement-breakpoint
CREATE INDEX "change_batches_key_idx" ON "change_batches" USING btree ("key","at") WHERE key is not null;--> statement-breakpoint
CREATE INDEX "change_batches_source_idx" ON "change_batches" USING btree ("source","at") WHERE source is not null;--> statement-breakpoint
UPDATE change_batches SET source = intake.source FROM intake WHERE intake.batch = change_batches.id AND change_batches.undoes IS NULL;--> statement-breakpoint
CREATE OR REPLACE FUNCTION refuse_batch_rewrite() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF (NEW.id, NEW.at, NEW.actor, NEW.verb, NEW.resource, NEW.undoes, NEW.key, NEW.source) IS DISTINCT FROM (OLD.id, OLD.at, OLD.actor, OLD.verb, OLD.resource, OLD.undoes, OLD.key, OLD.source)
		OR NEW.records < OLD.records
		OR (NEW.country IS NOT NULL AND NEW.country IS DISTINCT FROM OLD.country) THEN
		RAISE EXCEPTION 'the history is append-only: a batch only grows' USING ERRCODE = 'restrict_violation';
	END IF;
	RETURN NEW;
END $$;
