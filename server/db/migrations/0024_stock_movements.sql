CREATE TABLE "stock_movements" (
	"id" uuid PRIMARY KEY NOT NULL,
	"product" uuid NOT NULL,
	"pieces" integer NOT NULL,
	"reason" text NOT NULL,
	"shipping" uuid,
	"expedition" uuid,
	"actor" uuid,
	"batch_id" uuid,
	"at" timestamp (3) with time zone NOT NULL,
	"note" text,
	CONSTRAINT "stock_movements_pieces_check" CHECK (pieces <> 0),
	CONSTRAINT "stock_movements_reason_check" CHECK (reason in ('opening', 'expedition', 'delivery', 'loss', 'return', 'damage', 'correction'))
);
--> statement-breakpoint
ALTER TABLE "stock_movements" ADD CONSTRAINT "stock_movements_product_products_id_fk" FOREIGN KEY ("product") REFERENCES "public"."products"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stock_movements" ADD CONSTRAINT "stock_movements_shipping_shippings_id_fk" FOREIGN KEY ("shipping") REFERENCES "public"."shippings"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stock_movements" ADD CONSTRAINT "stock_movements_expedition_expeditions_id_fk" FOREIGN KEY ("expedition") REFERENCES "public"."expeditions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stock_movements" ADD CONSTRAINT "stock_movements_actor_users_id_fk" FOREIGN KEY ("actor") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "stock_movements_product_idx" ON "stock_movements" USING btree ("product","at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
INSERT INTO "stock_movements" ("id", "product", "pieces", "reason", "at") SELECT gen_random_uuid(), "id", "quantity", 'opening', now() FROM "products" WHERE "quantity" <> 0;--> statement-breakpoint
CREATE TRIGGER stock_movements_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON stock_movements FOR EACH STATEMENT EXECUTE FUNCTION refuse_history_change();--> statement-breakpoint
ALTER TABLE stock_movements ENABLE ALWAYS TRIGGER stock_movements_append_only;
--> statement-breakpoint
ALTER TABLE "shippings" ADD COLUMN "condition" text;--> statement-breakpoint
ALTER TABLE "shippings" ADD CONSTRAINT "shippings_condition_check" CHECK (condition is null or (status = 'RETURNED' and condition in ('sound', 'damaged')));