ALTER TABLE "idempotency_keys" ADD COLUMN "is_body_gone" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "jobs" ADD COLUMN "is_report_gone" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX "idempotency_keys_body_idx" ON "idempotency_keys" USING btree ("user","created_at") WHERE body is not null;