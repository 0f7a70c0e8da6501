ALTER TABLE "shop_lines" DROP CONSTRAINT "shop_lines_source_external_id_line_part_pk";--> statement-breakpoint
ALTER TABLE "shop_lines" ADD CONSTRAINT "shop_lines_source_external_id_line_part_order_pk" PRIMARY KEY("source","external_id","line","part","order");--> statement-breakpoint
ALTER TABLE "intake" ADD COLUMN "taken_back" jsonb;--> statement-breakpoint
CREATE INDEX "intake_batch_idx" ON "intake" USING btree ("batch") WHERE batch is not null;