CREATE TABLE "source_access" (
	"source" uuid PRIMARY KEY NOT NULL,
	"url" text NOT NULL,
	"token" "bytea" NOT NULL,
	"asked_at" timestamp (3) with time zone,
	"asked_until" timestamp (3) with time zone,
	"failure" text
);
--> statement-breakpoint
ALTER TABLE "source_access" ADD CONSTRAINT "source_access_source_sources_id_fk" FOREIGN KEY ("source") REFERENCES "public"."sources"("id") ON DELETE no action ON UPDATE no action;