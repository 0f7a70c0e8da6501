import type { Issuer } from '../../../domain/invoices/invoice.ts'
import { defineCountrySetting } from '../../crud/country-settings.ts'
import { issuers } from '../../db/schema/invoices.ts'

/** Our identity on the papers of a country. Every unpaid one shows it. */
export const issuerSetting = defineCountrySetting<Issuer>(
  { table: issuers, resource: 'invoices', verb: 'invoice.set-issuer' },
  ['name', 'address', 'taxNumber'],
)
