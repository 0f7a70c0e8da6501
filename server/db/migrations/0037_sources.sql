CREATE TABLE "intake" (
	"id" uuid PRIMARY KEY NOT NULL,
	"number" bigint GENERATED ALWAYS AS IDENTITY (sequence name "intake_number_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"country" text NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	"owner" uuid NOT NULL,
	"source" uuid NOT NULL,
	"external_id" text,
	"name" text,
	"event" text,
	"customer_name" text,
	"customer_phone" text,
	"verdict" text,
	"reason" text,
	"is_open" boolean DEFAULT false NOT NULL,
	"orders" uuid[] DEFAULT '{}' NOT NULL,
	"understood" jsonb,
	"unmapped" jsonb,
	"differences" jsonb,
	"notes" jsonb,
	"worked_at" timestamp (3) with time zone,
	"batch" uuid
);
--> statement-breakpoint
CREATE TABLE "intake_bodies" (
	"event" uuid PRIMARY KEY NOT NULL,
	"headers" jsonb NOT NULL,
	"body" "bytea" NOT NULL
);
--> statement-breakpoint
CREATE TABLE "shop_lines" (
	"source" uuid NOT NULL,
	"external_id" text NOT NULL,
	"line" text NOT NULL,
	"part" integer NOT NULL,
	"order" uuid NOT NULL,
	CONSTRAINT "shop_lines_source_external_id_line_part_pk" PRIMARY KEY("source","external_id","line","part")
);
--> statement-breakpoint
CREATE TABLE "shop_orders" (
	"source" uuid NOT NULL,
	"external_id" text NOT NULL,
	"said" jsonb,
	"applied" jsonb,
	CONSTRAINT "shop_orders_source_external_id_pk" PRIMARY KEY("source","external_id")
);
--> statement-breakpoint
CREATE TABLE "source_products" (
	"source" uuid NOT NULL,
	"kind" text NOT NULL,
	"key" text NOT NULL,
	"product" uuid NOT NULL,
	CONSTRAINT "source_products_source_kind_key_pk" PRIMARY KEY("source","kind","key")
);
--> statement-breakpoint
CREATE TABLE "source_secrets" (
	"source" uuid PRIMARY KEY NOT NULL,
	"token" text NOT NULL,
	"secret" "bytea" NOT NULL,
	"former" "bytea",
	"former_until" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "sources" (
	"id" uuid PRIMARY KEY NOT NULL,
	"number" bigint GENERATED ALWAYS AS IDENTITY (sequence name "sources_number_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"country" text NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	"owner" uuid NOT NULL,
	"name" text NOT NULL,
	"kind" text NOT NULL,
	"is_active" boolean DEFAULT true NOT NULL
);
--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "basket" text;--> statement-breakpoint
ALTER TABLE "intake" ADD CONSTRAINT "intake_owner_users_id_fk" FOREIGN KEY ("owner") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "intake" ADD CONSTRAINT "intake_source_sources_id_fk" FOREIGN KEY ("source") REFERENCES "public"."sources"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "intake_bodies" ADD CONSTRAINT "intake_bodies_event_intake_id_fk" FOREIGN KEY ("event") REFERENCES "public"."intake"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shop_lines" ADD CONSTRAINT "shop_lines_order_orders_id_fk" FOREIGN KEY ("order") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shop_lines" ADD CONSTRAINT "shop_lines_source_external_id_shop_orders_source_external_id_fk" FOREIGN KEY ("source","external_id") REFERENCES "public"."shop_orders"("source","external_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shop_orders" ADD CONSTRAINT "shop_orders_source_sources_id_fk" FOREIGN KEY ("source") REFERENCES "public"."sources"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "source_products" ADD CONSTRAINT "source_products_source_sources_id_fk" FOREIGN KEY ("source") REFERENCES "public"."sources"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "source_products" ADD CONSTRAINT "source_products_product_products_id_fk" FOREIGN KEY ("product") REFERENCES "public"."products"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "source_secrets" ADD CONSTRAINT "source_secrets_source_sources_id_fk" FOREIGN KEY ("source") REFERENCES "public"."sources"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sources" ADD CONSTRAINT "sources_owner_users_id_fk" FOREIGN KEY ("owner") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "intake_number_key" ON "intake" USING btree ("number");--> statement-breakpoint
CREATE INDEX "intake_country_created_idx" ON "intake" USING btree ("country","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "intake_owner_idx" ON "intake" USING btree ("owner");--> statement-breakpoint
CREATE INDEX "intake_source_idx" ON "intake" USING btree ("source","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "intake_unworked_idx" ON "intake" USING btree ("source","number") WHERE worked_at is null;--> statement-breakpoint
CREATE INDEX "intake_open_idx" ON "intake" USING btree ("source") WHERE is_open;--> statement-breakpoint
CREATE INDEX "shop_lines_order_idx" ON "shop_lines" USING btree ("order");--> statement-breakpoint
CREATE INDEX "source_products_product_idx" ON "source_products" USING btree ("product");--> statement-breakpoint
CREATE UNIQUE INDEX "source_secrets_token_key" ON "source_secrets" USING btree ("token");--> statement-breakpoint
CREATE UNIQUE INDEX "sources_number_key" ON "sources" USING btree ("number");--> statement-breakpoint
CREATE INDEX "sources_name_idx" ON "sources" USING btree (name collate "alphabetical","id");--> statement-breakpoint
CREATE INDEX "sources_country_name_idx" ON "sources" USING btree ("country",name collate "alphabetical","id");--> statement-breakpoint
CREATE INDEX "sources_country_created_idx" ON "sources" USING btree ("country","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "sources_owner_idx" ON "sources" USING btree ("owner");--> statement-breakpoint
CREATE INDEX "orders_basket_idx" ON "orders" USING btree ("basket") WHERE basket is not null;