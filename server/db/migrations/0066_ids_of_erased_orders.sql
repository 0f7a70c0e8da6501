ALTER TABLE "shop_lines" DROP CONSTRAINT "shop_lines_source_external_id_shop_orders_source_external_id_fk";
--> statement-breakpoint
ALTER TABLE "shop_lines" ADD CONSTRAINT "shop_lines_source_external_id_shop_orders_source_external_id_fk" FOREIGN KEY ("source","external_id") REFERENCES "public"."shop_orders"("source","external_id") ON DELETE no action ON UPDATE cascade;