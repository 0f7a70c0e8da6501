CREATE TABLE "manifest_lines" (
	"id" uuid PRIMARY KEY NOT NULL,
	"manifest" uuid NOT NULL,
	"shipping" uuid NOT NULL,
	"position" integer NOT NULL,
	"amount" numeric(14, 3) NOT NULL,
	"batch_id" uuid NOT NULL,
	"out_at" timestamp (3) with time zone NOT NULL,
	"closed_at" timestamp (3) with time zone,
	"is_taken_off" boolean DEFAULT false NOT NULL,
	CONSTRAINT "manifest_lines_taken_off_check" CHECK (not (is_taken_off and closed_at is null))
);
--> statement-breakpoint
CREATE TABLE "manifests" (
	"id" uuid PRIMARY KEY NOT NULL,
	"number" bigint GENERATED ALWAYS AS IDENTITY (sequence name "manifests_number_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"country" text NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	"owner" uuid NOT NULL,
	"delivery" uuid NOT NULL,
	"batch_id" uuid NOT NULL
);
--> statement-breakpoint
ALTER TABLE "manifest_lines" ADD CONSTRAINT "manifest_lines_manifest_manifests_id_fk" FOREIGN KEY ("manifest") REFERENCES "public"."manifests"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "manifest_lines" ADD CONSTRAINT "manifest_lines_shipping_shippings_id_fk" FOREIGN KEY ("shipping") REFERENCES "public"."shippings"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "manifests" ADD CONSTRAINT "manifests_owner_users_id_fk" FOREIGN KEY ("owner") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "manifests" ADD CONSTRAINT "manifests_delivery_users_id_fk" FOREIGN KEY ("delivery") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "manifest_lines_open_key" ON "manifest_lines" USING btree ("shipping") WHERE closed_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX "manifest_lines_position_key" ON "manifest_lines" USING btree ("manifest","position");--> statement-breakpoint
CREATE INDEX "manifest_lines_shipping_idx" ON "manifest_lines" USING btree ("shipping");--> statement-breakpoint
CREATE UNIQUE INDEX "manifests_number_key" ON "manifests" USING btree ("number");--> statement-breakpoint
CREATE UNIQUE INDEX "manifests_batch_key" ON "manifests" USING btree ("batch_id","country","delivery");--> statement-breakpoint
CREATE INDEX "manifests_country_created_idx" ON "manifests" USING btree ("country","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "manifests_delivery_created_idx" ON "manifests" USING btree ("delivery","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "manifests_owner_idx" ON "manifests" USING btree ("owner");