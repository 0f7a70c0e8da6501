import { affiliateBulks } from '../resources/affiliates/affiliate-kind.ts'
import { expeditionBulks } from '../resources/expeditions/expedition-kind.ts'
import { exportJob } from '../resources/exports/export-job.ts'
import { invoiceStatusBulk } from '../resources/invoices/invoice-bulks.ts'
import { orderCommentBulk, orderDeleteBulk, orderStatusBulk } from '../resources/orders/order-bulks.ts'
import { packageBulks } from '../resources/packages/package-kind.ts'
import { productBulks } from '../resources/products/product-kind.ts'
import { requestBulks } from '../resources/requests/request-kind.ts'
import {
  shippingCommentBulk,
  shippingDeleteBulk,
  shippingDeliveryBulk,
  shippingStatusBulk,
} from '../resources/shippings/shipping-bulks.ts'
import { userActivateBulk, userDeleteBulk } from '../resources/users/user-bulks.ts'
import { generateInvoicesJob } from '../workflows/billing/generate-invoices.ts'
import { importJob } from '../workflows/imports/import-job.ts'
import { undoJob } from '../workflows/undo/undo-batch.ts'
import type { Bulk } from './define-bulk.ts'
import type { JobDefinition } from './define-job.ts'

const bulks: readonly Bulk[] = [
  orderStatusBulk,
  orderCommentBulk,
  orderDeleteBulk,
  shippingStatusBulk,
  shippingCommentBulk,
  shippingDeliveryBulk,
  shippingDeleteBulk,
  productBulks.delete,
  expeditionBulks.status,
  expeditionBulks.comment,
  expeditionBulks.delete,
  requestBulks.status,
  requestBulks.comment,
  requestBulks.delete,
  affiliateBulks.delete,
  packageBulks.delete,
  invoiceStatusBulk,
  userActivateBulk,
  userDeleteBulk,
]

/** Every long work that this server can do; jobs of any other wait for a server that knows them. */
export const jobDefinitions: readonly JobDefinition[] = [
  ...bulks,
  ...bulks.map(({ dryRun }) => dryRun),
  generateInvoicesJob,
  undoJob,
  exportJob,
  importJob,
]
