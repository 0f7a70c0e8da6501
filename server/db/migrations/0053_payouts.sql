CREATE TABLE "payout_lines" (
	"payout" uuid NOT NULL,
	"invoice" uuid NOT NULL,
	"amount" numeric(14, 3) NOT NULL,
	CONSTRAINT "payout_lines_payout_invoice_pk" PRIMARY KEY("payout","invoice")
);
--> statement-breakpoint
CREATE TABLE "payout_numbers" (
	"country" text NOT NULL,
	"year" integer NOT NULL,
	"last" integer NOT NULL,
	CONSTRAINT "payout_numbers_country_year_pk" PRIMARY KEY("country","year")
);
--> statement-breakpoint
CREATE TABLE "payouts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"number" bigint GENERATED ALWAYS AS IDENTITY (sequence name "payouts_number_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"country" text NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	"owner" uuid NOT NULL,
	"code" text NOT NULL,
	"date" date NOT NULL,
	"method" text NOT NULL,
	"reference" text,
	"invoices" integer NOT NULL,
	"total" numeric NOT NULL,
	CONSTRAINT "payouts_total_check" CHECK (total >= 0 and invoices > 0)
);
--> statement-breakpoint
ALTER TABLE "invoices" ADD COLUMN "paid_amount" numeric DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "payout_lines" ADD CONSTRAINT "payout_lines_payout_payouts_id_fk" FOREIGN KEY ("payout") REFERENCES "public"."payouts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payout_lines" ADD CONSTRAINT "payout_lines_invoice_invoices_id_fk" FOREIGN KEY ("invoice") REFERENCES "public"."invoices"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payouts" ADD CONSTRAINT "payouts_owner_users_id_fk" FOREIGN KEY ("owner") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "payout_lines_invoice_idx" ON "payout_lines" USING btree ("invoice");--> statement-breakpoint
CREATE UNIQUE INDEX "payouts_number_key" ON "payouts" USING btree ("number");--> statement-breakpoint
CREATE UNIQUE INDEX "payouts_code_key" ON "payouts" USING btree ("code");--> statement-breakpoint
CREATE INDEX "payouts_country_created_idx" ON "payouts" USING btree ("country","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "payouts_owner_idx" ON "payouts" USING btree ("owner","country","date");--> statement-breakpoint
SELECT track_changed_in('payouts');
