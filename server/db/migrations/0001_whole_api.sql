CREATE TABLE "account_tokens" (
	"token_hash" "bytea" PRIMARY KEY NOT NULL,
	"user" uuid NOT NULL,
	"purpose" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"used_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "mails" (
	"id" uuid PRIMARY KEY NOT NULL,
	"template" text NOT NULL,
	"user" uuid NOT NULL,
	"language" text NOT NULL,
	"data" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"due_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"sent_at" timestamp (3) with time zone,
	"failed_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "jobs" (
	"id" uuid PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"actor" uuid,
	"input" jsonb NOT NULL,
	"status" text DEFAULT 'QUEUED' NOT NULL,
	"total" integer,
	"done" integer DEFAULT 0 NOT NULL,
	"cursor" uuid,
	"report" jsonb,
	"code" text,
	"batch_id" uuid,
	"is_cancel_requested" boolean DEFAULT false NOT NULL,
	"held_by" text,
	"held_until" timestamp (3) with time zone,
	"file_name" text,
	"file" "bytea",
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"finished_at" timestamp (3) with time zone,
	CONSTRAINT "jobs_status_check" CHECK (status in ('QUEUED', 'RUNNING', 'DONE', 'FAILED', 'CANCELLED'))
);
--> statement-breakpoint
CREATE TABLE "order_claims" (
	"order" uuid PRIMARY KEY NOT NULL,
	"user" uuid NOT NULL,
	"until" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "views" (
	"id" uuid PRIMARY KEY NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"owner" uuid NOT NULL,
	"resource" text NOT NULL,
	"name" text NOT NULL,
	"query" text DEFAULT '' NOT NULL,
	"columns" text,
	"is_shared" boolean DEFAULT false NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "affiliates" (
	"id" uuid PRIMARY KEY NOT NULL,
	"number" bigint GENERATED ALWAYS AS IDENTITY (sequence name "affiliates_number_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 301 CACHE 1),
	"country" text NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	"owner" uuid NOT NULL,
	"name" text NOT NULL,
	"price" numeric(14, 3) NOT NULL,
	"quantity" integer NOT NULL,
	"description" text,
	"comment" text,
	"product_image" text,
	CONSTRAINT "affiliates_goods_check" CHECK (quantity >= 0 and price >= 0)
);
--> statement-breakpoint
CREATE TABLE "expeditions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"number" bigint GENERATED ALWAYS AS IDENTITY (sequence name "expeditions_number_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 701 CACHE 1),
	"country" text NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	"owner" uuid NOT NULL,
	"name" text NOT NULL,
	"price" numeric(14, 3) NOT NULL,
	"quantity" integer NOT NULL,
	"description" text,
	"comment" text,
	"product_image" text,
	"product" uuid,
	"mode" text NOT NULL,
	"from" text,
	"expedition_date" date,
	"provided_date" date,
	"transporter_name" text,
	"transporter_phone" text,
	"weight" numeric(12, 3),
	"package_information" text,
	"status" text DEFAULT 'PENDING' NOT NULL,
	CONSTRAINT "expeditions_goods_check" CHECK (quantity >= 0 and price >= 0),
	CONSTRAINT "expeditions_status_check" CHECK (status in ('PENDING', 'CONFIRMED', 'NOT_YET', 'NO_COMMENT'))
);
--> statement-breakpoint
CREATE TABLE "requests" (
	"id" uuid PRIMARY KEY NOT NULL,
	"number" bigint GENERATED ALWAYS AS IDENTITY (sequence name "requests_number_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 501 CACHE 1),
	"country" text NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	"owner" uuid NOT NULL,
	"name" text NOT NULL,
	"price" numeric(14, 3) NOT NULL,
	"quantity" integer NOT NULL,
	"description" text,
	"comment" text,
	"product_image" text,
	"status" text DEFAULT 'PENDING' NOT NULL,
	CONSTRAINT "requests_goods_check" CHECK (quantity >= 0 and price >= 0),
	CONSTRAINT "requests_status_check" CHECK (status in ('PENDING', 'CONFIRMED', 'NOT_YET', 'NO_COMMENT'))
);
--> statement-breakpoint
CREATE TABLE "invoice_lines" (
	"id" uuid PRIMARY KEY NOT NULL,
	"country" text NOT NULL,
	"invoice" uuid NOT NULL,
	"shipping" uuid NOT NULL,
	"shipping_number" integer NOT NULL,
	"order_number" integer NOT NULL,
	"product_name" text NOT NULL,
	"customer_name" text NOT NULL,
	"quantity" integer NOT NULL,
	"status" text NOT NULL,
	"settled_at" timestamp (3) with time zone NOT NULL,
	"collected" numeric(14, 3) NOT NULL,
	"shipping_fee" numeric(14, 3) NOT NULL,
	"upsell_fee" numeric(14, 3) NOT NULL
);
--> statement-breakpoint
CREATE TABLE "invoice_numbers" (
	"country" text NOT NULL,
	"year" integer NOT NULL,
	"last" integer NOT NULL,
	CONSTRAINT "invoice_numbers_country_year_pk" PRIMARY KEY("country","year")
);
--> statement-breakpoint
CREATE TABLE "invoices" (
	"id" uuid PRIMARY KEY NOT NULL,
	"number" bigint GENERATED ALWAYS AS IDENTITY (sequence name "invoices_number_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"country" text NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	"owner" uuid NOT NULL,
	"code" text NOT NULL,
	"week" text NOT NULL,
	"week_start" date NOT NULL,
	"status" text DEFAULT 'UN_PAID' NOT NULL,
	"due_at" timestamp (3) with time zone NOT NULL,
	"paid_at" timestamp (3) with time zone,
	"total_shipments" integer DEFAULT 0 NOT NULL,
	"total_without_fees" numeric(14, 3) DEFAULT 0 NOT NULL,
	"shipping_fees" numeric(14, 3) DEFAULT 0 NOT NULL,
	"upsell_fees" numeric(14, 3) DEFAULT 0 NOT NULL,
	"expedition_fees" numeric(14, 3) DEFAULT 0 NOT NULL,
	"other_fees" numeric(14, 3) DEFAULT 0 NOT NULL,
	"total_with_fees" numeric(14, 3) DEFAULT 0 NOT NULL,
	"notes" text,
	"terms" text NOT NULL,
	CONSTRAINT "invoices_status_check" CHECK (status in ('PAID', 'UN_PAID')),
	CONSTRAINT "invoices_paid_check" CHECK ((status = 'PAID') = (paid_at is not null)),
	CONSTRAINT "invoices_total_check" CHECK (total_with_fees = total_without_fees - shipping_fees - upsell_fees - expedition_fees - other_fees)
);
--> statement-breakpoint
CREATE TABLE "packages" (
	"id" uuid PRIMARY KEY NOT NULL,
	"number" bigint GENERATED ALWAYS AS IDENTITY (sequence name "packages_number_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"country" text NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	"owner" uuid NOT NULL,
	"name" text NOT NULL,
	"pack" text NOT NULL
);
--> statement-breakpoint
ALTER TABLE "changes" ALTER COLUMN "actor" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "events" ALTER COLUMN "actor" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "callback_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "shippings" ADD COLUMN "attempts" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "shippings" ADD COLUMN "postponed_to" date;--> statement-breakpoint
ALTER TABLE "shippings" ADD COLUMN "collected" numeric(14, 3);--> statement-breakpoint
ALTER TABLE "shippings" ADD COLUMN "out_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "shippings" ADD COLUMN "delivered_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "shippings" ADD COLUMN "settled_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "affiliate" uuid;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "store_name" text;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "type" text;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "weight" numeric(12, 3);--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "initial_price" numeric(14, 3);--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "source_link" text;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "source_name" text;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "activation" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "package" uuid;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "language" text DEFAULT 'fr' NOT NULL;--> statement-breakpoint
ALTER TABLE "account_tokens" ADD CONSTRAINT "account_tokens_user_users_id_fk" FOREIGN KEY ("user") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mails" ADD CONSTRAINT "mails_user_users_id_fk" FOREIGN KEY ("user") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "jobs" ADD CONSTRAINT "jobs_actor_users_id_fk" FOREIGN KEY ("actor") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_claims" ADD CONSTRAINT "order_claims_order_orders_id_fk" FOREIGN KEY ("order") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_claims" ADD CONSTRAINT "order_claims_user_users_id_fk" FOREIGN KEY ("user") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "views" ADD CONSTRAINT "views_owner_users_id_fk" FOREIGN KEY ("owner") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "affiliates" ADD CONSTRAINT "affiliates_owner_users_id_fk" FOREIGN KEY ("owner") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "expeditions" ADD CONSTRAINT "expeditions_owner_users_id_fk" FOREIGN KEY ("owner") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "expeditions" ADD CONSTRAINT "expeditions_product_products_id_fk" FOREIGN KEY ("product") REFERENCES "public"."products"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "requests" ADD CONSTRAINT "requests_owner_users_id_fk" FOREIGN KEY ("owner") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invoice_lines" ADD CONSTRAINT "invoice_lines_invoice_invoices_id_fk" FOREIGN KEY ("invoice") REFERENCES "public"."invoices"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invoice_lines" ADD CONSTRAINT "invoice_lines_shipping_shippings_id_fk" FOREIGN KEY ("shipping") REFERENCES "public"."shippings"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invoices" ADD CONSTRAINT "invoices_owner_users_id_fk" FOREIGN KEY ("owner") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "account_tokens_user_idx" ON "account_tokens" USING btree ("user","purpose");--> statement-breakpoint
CREATE INDEX "mails_due_idx" ON "mails" USING btree ("due_at") WHERE sent_at is null and failed_at is null;--> statement-breakpoint
CREATE INDEX "jobs_open_idx" ON "jobs" USING btree ("created_at") WHERE status in ('QUEUED', 'RUNNING');--> statement-breakpoint
CREATE INDEX "jobs_actor_idx" ON "jobs" USING btree ("actor","created_at");--> statement-breakpoint
CREATE INDEX "order_claims_user_idx" ON "order_claims" USING btree ("user");--> statement-breakpoint
CREATE INDEX "views_owner_idx" ON "views" USING btree ("owner","resource");--> statement-breakpoint
CREATE INDEX "views_shared_idx" ON "views" USING btree ("resource") WHERE is_shared;--> statement-breakpoint
CREATE UNIQUE INDEX "affiliates_number_key" ON "affiliates" USING btree ("number");--> statement-breakpoint
CREATE INDEX "affiliates_country_created_idx" ON "affiliates" USING btree ("country","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "affiliates_owner_idx" ON "affiliates" USING btree ("owner");--> statement-breakpoint
CREATE UNIQUE INDEX "expeditions_number_key" ON "expeditions" USING btree ("number");--> statement-breakpoint
CREATE INDEX "expeditions_country_created_idx" ON "expeditions" USING btree ("country","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "expeditions_owner_idx" ON "expeditions" USING btree ("owner");--> statement-breakpoint
CREATE INDEX "expeditions_product_idx" ON "expeditions" USING btree ("product");--> statement-breakpoint
CREATE UNIQUE INDEX "requests_number_key" ON "requests" USING btree ("number");--> statement-breakpoint
CREATE INDEX "requests_country_created_idx" ON "requests" USING btree ("country","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "requests_owner_idx" ON "requests" USING btree ("owner");--> statement-breakpoint
CREATE UNIQUE INDEX "invoice_lines_shipping_key" ON "invoice_lines" USING btree ("shipping");--> statement-breakpoint
CREATE INDEX "invoice_lines_invoice_idx" ON "invoice_lines" USING btree ("invoice","settled_at");--> statement-breakpoint
CREATE UNIQUE INDEX "invoices_number_key" ON "invoices" USING btree ("number");--> statement-breakpoint
CREATE UNIQUE INDEX "invoices_code_key" ON "invoices" USING btree ("code");--> statement-breakpoint
CREATE UNIQUE INDEX "invoices_week_key" ON "invoices" USING btree ("owner","country","week") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "invoices_country_created_idx" ON "invoices" USING btree ("country","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "invoices_owner_idx" ON "invoices" USING btree ("owner");--> statement-breakpoint
CREATE UNIQUE INDEX "packages_number_key" ON "packages" USING btree ("number");--> statement-breakpoint
CREATE UNIQUE INDEX "packages_pack_key" ON "packages" USING btree (lower("pack")) WHERE deleted_at is null;--> statement-breakpoint
ALTER TABLE "products" ADD CONSTRAINT "products_affiliate_affiliates_id_fk" FOREIGN KEY ("affiliate") REFERENCES "public"."affiliates"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_package_packages_id_fk" FOREIGN KEY ("package") REFERENCES "public"."packages"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "shippings_settled_idx" ON "shippings" USING btree ("country","settled_at") WHERE settled_at is not null;--> statement-breakpoint
CREATE INDEX "shippings_owner_idx" ON "shippings" USING btree ("owner");--> statement-breakpoint
CREATE INDEX "products_affiliate_idx" ON "products" USING btree ("affiliate");--> statement-breakpoint
CREATE INDEX "users_package_idx" ON "users" USING btree ("package");--> statement-breakpoint
UPDATE "shippings" SET "attempts" = 1, "out_at" = "shippings"."created_at" WHERE "status" in ('OUT_FOR_DELIVERY', 'DELIVERED', 'POSTPONED', 'NOT_REACHABLE', 'REFUSED', 'RETURNED', 'LOST');--> statement-breakpoint
UPDATE "shippings" SET "settled_at" = "updated_at" WHERE "status" in ('DELIVERED', 'RETURNED');--> statement-breakpoint
UPDATE "shippings" SET "delivered_at" = "shippings"."updated_at", "collected" = "orders"."total_price" FROM "orders" WHERE "orders"."id" = "shippings"."order" AND "shippings"."status" = 'DELIVERED';--> statement-breakpoint
UPDATE "users" SET "activation" = "updated_at" WHERE "is_activated";--> statement-breakpoint
ALTER TABLE "shippings" ADD CONSTRAINT "shippings_collected_check" CHECK ((status = 'DELIVERED') = (collected is not null));--> statement-breakpoint
ALTER TABLE "shippings" ADD CONSTRAINT "shippings_status_check" CHECK (status in ('PENDING', 'ASSIGNED', 'OUT_FOR_DELIVERY', 'DELIVERED', 'POSTPONED', 'NOT_REACHABLE', 'REFUSED',
        'RETURNED', 'LOST', 'CANCELLED'));