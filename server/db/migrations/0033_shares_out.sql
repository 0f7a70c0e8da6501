ALTER TABLE "day_shares" ADD COLUMN "out" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
-- Every day is summed up again, with the parcels that left.
INSERT INTO stale_days (country, owner, day)
SELECT DISTINCT country, owner, day FROM tallies WHERE resource = 'orders' AND day > '-infinity';
