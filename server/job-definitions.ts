import type { Bulk } from './jobs/define-bulk.ts'
import type { JobDefinition } from './jobs/define-job.ts'
import { exportJob } from './modules/exports/routes.ts'
import { serverResources } from './resources/registry.ts'
import { undoJob } from './resources/undo-batch.ts'
import { generateInvoicesJob } from './services/billing/generate-invoices.ts'
import { importJob } from './services/import/import-job.ts'

const bulks: readonly Bulk[] = Object.values(serverResources).flatMap((resource) => resource.bulks)

/** All jobs this version can run; others wait for a server that knows them. */
export const jobDefinitions: readonly JobDefinition[] = [
  ...bulks,
  ...bulks.map(({ dryRun }) => dryRun),
  generateInvoicesJob,
  undoJob,
  exportJob,
  importJob,
]
