import { roles, verbs } from '../../domain/access/permissions.ts'
import { codes } from '../../domain/core/codes.ts'
import { countryCodes } from '../../domain/core/countries.ts'
import { languageCodes } from '../../domain/core/languages.ts'
import { orderStatuses } from '../../domain/fulfillment/order-status.ts'
import { shippingStatuses } from '../../domain/fulfillment/shipping-status.ts'
import { invoiceStatuses } from '../../domain/invoices/invoice.ts'
import { jobStatuses } from '../../domain/jobs/job.ts'
import { answerStatuses } from '../../domain/lib/answer-status.ts'
import { resourceNames } from '../../domain/resources.ts'
import { viewedLists } from '../../domain/views/view.ts'
import type { JsonSchema } from './json-schema.ts'

/** Choices that are named components of the document; all others are inlined. */
const titles = new Map<readonly string[], string>([
  [codes, 'Code'],
  [verbs, 'Verb'],
  [roles, 'Role'],
  [countryCodes, 'CountryCode'],
  [languageCodes, 'LanguageCode'],
  [resourceNames, 'ResourceName'],
  [viewedLists, 'ViewedList'],
  [orderStatuses, 'OrderStatus'],
  [shippingStatuses, 'ShippingStatus'],
  [answerStatuses, 'AnswerStatus'],
  [invoiceStatuses, 'InvoiceStatus'],
  [jobStatuses, 'JobStatus'],
])

export const choiceSchema = (values: readonly string[]): JsonSchema => {
  const title = titles.get(values)
  return { type: 'string', enum: values, ...(title === undefined ? {} : { title }) }
}
