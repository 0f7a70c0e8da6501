CREATE TABLE "revoked_keys" (
	"key" uuid PRIMARY KEY NOT NULL,
	"at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "erasure_keys" (
	"id" uuid PRIMARY KEY NOT NULL,
	"key" "bytea" NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
