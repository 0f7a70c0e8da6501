CREATE TABLE "label_prints" (
	"shipping" uuid PRIMARY KEY NOT NULL,
	"prints" integer NOT NULL,
	"printed_at" timestamp (3) with time zone NOT NULL,
	"printed_by" uuid NOT NULL,
	CONSTRAINT "label_prints_prints_check" CHECK (prints > 0)
);
--> statement-breakpoint
ALTER TABLE "label_prints" ADD CONSTRAINT "label_prints_shipping_shippings_id_fk" FOREIGN KEY ("shipping") REFERENCES "public"."shippings"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "label_prints" ADD CONSTRAINT "label_prints_printed_by_users_id_fk" FOREIGN KEY ("printed_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;