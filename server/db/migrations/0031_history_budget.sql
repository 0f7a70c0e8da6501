CREATE TABLE "change_texts" (
	"batch_id" uuid NOT NULL,
	"key" text NOT NULL,
	"text" text NOT NULL,
	CONSTRAINT "change_texts_batch_id_key_pk" PRIMARY KEY("batch_id","key")
);
--> statement-breakpoint
ALTER TABLE "change_batches" ADD COLUMN "bytes" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE TRIGGER change_texts_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON change_texts FOR EACH STATEMENT EXECUTE FUNCTION refuse_history_change();--> statement-breakpoint
ALTER TABLE change_texts ENABLE ALWAYS TRIGGER change_texts_append_only;
