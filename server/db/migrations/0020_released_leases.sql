CREATE TABLE "released_leases" (
	"id" uuid PRIMARY KEY NOT NULL,
	"released_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE INDEX "released_leases_released_at_idx" ON "released_leases" USING btree ("released_at");