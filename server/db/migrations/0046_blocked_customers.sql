CREATE TABLE "blocked" (
	"id" uuid PRIMARY KEY NOT NULL,
	"number" bigint GENERATED ALWAYS AS IDENTITY (sequence name "blocked_number_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"country" text NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	"owner" uuid NOT NULL,
	"phone" text NOT NULL,
	"reason" text NOT NULL,
	"until" date,
	"refuses" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
ALTER TABLE "blocked" ADD CONSTRAINT "blocked_owner_users_id_fk" FOREIGN KEY ("owner") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "blocked_number_key" ON "blocked" USING btree ("number");--> statement-breakpoint
CREATE UNIQUE INDEX "blocked_phone_key" ON "blocked" USING btree ("country","phone","owner") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "blocked_country_created_idx" ON "blocked" USING btree ("country","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "blocked_owner_idx" ON "blocked" USING btree ("owner");--> statement-breakpoint
SELECT track_changed_in('blocked');
