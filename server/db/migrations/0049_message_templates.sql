CREATE TABLE "templates" (
	"id" uuid PRIMARY KEY NOT NULL,
	"number" bigint GENERATED ALWAYS AS IDENTITY (sequence name "templates_number_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"country" text NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	"owner" uuid NOT NULL,
	"name" text NOT NULL,
	"channel" text NOT NULL,
	"language" text NOT NULL,
	"text" text NOT NULL
);
--> statement-breakpoint
ALTER TABLE "templates" ADD CONSTRAINT "templates_owner_users_id_fk" FOREIGN KEY ("owner") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "templates_number_key" ON "templates" USING btree ("number");--> statement-breakpoint
CREATE INDEX "templates_name_idx" ON "templates" USING btree (name collate "alphabetical","id");--> statement-breakpoint
CREATE INDEX "templates_country_name_idx" ON "templates" USING btree ("country",name collate "alphabetical","id");--> statement-breakpoint
CREATE INDEX "templates_country_created_idx" ON "templates" USING btree ("country","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "templates_owner_idx" ON "templates" USING btree ("owner");--> statement-breakpoint
SELECT track_changed_in('templates');
