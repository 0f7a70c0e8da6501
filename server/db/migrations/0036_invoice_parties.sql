ALTER TABLE "issuers" ALTER COLUMN "name" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "invoices" ADD COLUMN "parties" jsonb;--> statement-breakpoint
ALTER TABLE "issuers" ADD COLUMN "id" uuid DEFAULT gen_random_uuid() NOT NULL;--> statement-breakpoint
ALTER TABLE "issuers" ADD COLUMN "version" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "issuers" ADD CONSTRAINT "issuers_id_unique" UNIQUE("id");--> statement-breakpoint
-- Papers that are paid keep what they show at present.
UPDATE "invoices" SET "parties" = jsonb_build_object(
  'issuer', jsonb_build_object(
    'name', (select name from issuers where issuers.country = invoices.country),
    'address', (select address from issuers where issuers.country = invoices.country),
    'taxNumber', (select tax_number from issuers where issuers.country = invoices.country)),
  'seller', (select jsonb_build_object('name', users.name, 'address', users.address, 'taxNumber', users.tax_number)
    from users where users.id = invoices.owner))
WHERE status = 'PAID';
