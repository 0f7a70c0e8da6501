import { affiliateBulks } from '../modules/affiliates/definition.ts'
import { expeditionBulks } from '../modules/expeditions/definition.ts'
import { exportJob } from '../modules/exports/routes.ts'
import { invoiceStatusBulk } from '../modules/invoices/routes.ts'
import { orderCommentBulk, orderDeleteBulk, orderStatusBulk } from '../modules/orders/routes.ts'
import { packageBulks } from '../modules/packages/definition.ts'
import { productBulks } from '../modules/products/definition.ts'
import { requestBulks } from '../modules/requests/definition.ts'
import {
  shippingCommentBulk,
  shippingDeleteBulk,
  shippingDeliveryBulk,
  shippingStatusBulk,
} from '../modules/shippings/routes.ts'
import { userActivateBulk, userDeleteBulk } from '../modules/users/routes.ts'
import { generateInvoicesJob } from '../services/billing/generate-invoices.ts'
import { importJob } from '../services/import/import-job.ts'
import { undoJob } from '../services/undo/undo-batch.ts'
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
