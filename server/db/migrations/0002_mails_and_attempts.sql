ALTER TABLE "login_failures" RENAME TO "attempts";--> statement-breakpoint
DROP INDEX "login_failures_key_idx";--> statement-breakpoint
CREATE INDEX "attempts_key_idx" ON "attempts" USING btree ("key","at");--> statement-breakpoint
ALTER TABLE "mails" DROP COLUMN "language";--> statement-breakpoint
ALTER TABLE "mails" DROP COLUMN "data";