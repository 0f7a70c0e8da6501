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
import { serverResources } from './resources/registry.ts'
import { undoJob } from './resources/undo-batch.ts'
import { generateInvoicesJob } from './services/billing/generate-invoices.ts'
import { importJob } from './services/import/import-job.ts'

const bulks: readonly Bulk[] = [
  orderStatusBulk,
  orderCommentBulk,
  orderDeleteBulk,
  shippingStatusBulk,
  shippingSheetBulk,
  shippingCommentBulk,
  shippingDeliveryBulk,
  shippingDeleteBulk,
  ...Object.values(serverResources).flatMap((resource) => resource.bulks),
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
