ALTER TABLE "idempotency_keys" ADD COLUMN "standing" text;--> statement-breakpoint
ALTER TABLE "jobs" ADD COLUMN "standing" text;--> statement-breakpoint
UPDATE jobs SET standing = CASE users.role WHEN 'admin' THEN 'admin' ELSE users.role || ' ' || users.country END
FROM users WHERE users.id = jobs.actor AND NOT EXISTS (
	SELECT 1 FROM changes line WHERE line.record_id = users.id AND line.at >= jobs.created_at
		AND (line.after ? 'role' OR line.after ? 'country'));--> statement-breakpoint
UPDATE idempotency_keys SET standing = CASE users.role WHEN 'admin' THEN 'admin' ELSE users.role || ' ' || users.country END
FROM users WHERE users.id = idempotency_keys."user" AND NOT EXISTS (
	SELECT 1 FROM changes line WHERE line.record_id = users.id AND line.at >= idempotency_keys.created_at
		AND (line.after ? 'role' OR line.after ? 'country'));
