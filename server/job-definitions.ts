import type { Bulk } from './jobs/define-bulk.ts'
import type { JobDefinition } from './jobs/define-job.ts'
import { exportJob } from './modules/exports/routes.ts'
import { invoiceStatusBulk } from './modules/invoices/routes.ts'
import { orderCommentBulk, orderDeleteBulk, orderStatusBulk } from './modules/orders/routes.ts'
import {
  shippingCommentBulk,
  shippingDeleteBulk,
  shippingDeliveryBulk,
  shippingStatusBulk,
} from './modules/shippings/routes.ts'
import { shippingSheetBulk } from './modules/shippings/sheet.ts'
import { userActivateBulk, userDeleteBulk } from './modules/users/routes.ts'
import { generateInvoicesJob } from './services/billing/generate-invoices.ts'
import { affiliateBulks } from './services/goods/affiliate-definition.ts'
import { expeditionBulks } from './services/goods/expedition-definition.ts'
import { packageBulks } from './services/goods/package-definition.ts'
import { productBulks } from './services/goods/product-definition.ts'
import { requestBulks } from './services/goods/request-definition.ts'
import { importJob } from './services/import/import-job.ts'
import { undoJob } from './services/undo/undo-batch.ts'

const bulks: readonly Bulk[] = [
  orderStatusBulk,
  orderCommentBulk,
  orderDeleteBulk,
  shippingStatusBulk,
  shippingSheetBulk,
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
