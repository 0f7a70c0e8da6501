import { useState } from 'react'
import { paths } from '../../../domain/access/paths.ts'
import { scopeOf } from '../../../domain/access/permissions.ts'
import type { CountryCode } from '../../../domain/core/countries.ts'
import { importFiles } from '../../../domain/orders/import/import-columns.ts'
import type { ImportReport } from '../../../domain/orders/import/import-report.ts'
import type { Product } from '../../../domain/products/product.ts'
import type { Api } from '../../api/create-api.ts'
import { saveFile } from '../../api/save-file.ts'
import { useWorkspace } from '../../workspace/workspace.ts'
import { bindImport, createPendingFile, type ImportCalls } from './bind-import.ts'
import { ImportScreen } from './import-screen.tsx'

/** The import wizard over the API. */
export const ImportOrdersScreen = () => {
  const { api, user, country, ports, unsaved } = useWorkspace()
  const [{ bound, files, calls }] = useState(() => {
    const shelf = createPendingFile()
    const made = importCalls(api)
    return { files: shelf, calls: made, bound: bindImport(made, shelf) }
  })
  const save = (asked: Promise<Blob>, name: string) =>
    asked
      .then((blob) => saveFile(blob, name))
      .catch(({ code }: { code?: string }) => {
        // Only the server's refusals have a code: without one the file came, and could not be kept.
        const titleKey = code === undefined ? 'jobs:file.saveFailed' : 'jobs:file.downloadFailed'
        ports.notify({ tone: 'danger', titleKey, code })
      })
  const reachesAll = scopeOf(user.role, 'order.import') === 'all'
  return (
    <ImportScreen
      bound={bound}
      files={files}
      running={api.longWork.running}
      country={reachesAll ? country : user.country}
      canChooseCountry={reachesAll}
      canUndo={scopeOf(user.role, 'change.undo') !== null}
      onDirtyChange={unsaved.setDirty}
      onTemplate={(place) => save(calls.template({ country: place }), importFiles.template)}
      onFailedRows={(file, place) => save(calls.failedRows(file, place), importFiles.failed)}
      onSeeOrders={(report, of) => ports.navigate(paths.list('orders', importedQuery(report, of, country)))}
    />
  )
}

/** The filter of exactly the imported orders; of all where nothing was created. */
const importedQuery = (
  { createdAt }: ImportReport,
  country: CountryCode,
  selected: CountryCode,
): string | undefined => {
  if (createdAt === null) return undefined
  return [`created:${createdAt}`, ...(country === selected ? [] : [`country:${country}`])].join(' ')
}

const importCalls = (api: Api): ImportCalls => ({
  products: ({ country, signal }) => everyProduct(api, country, signal),
  dryRun: (file, { country, corrections, signal }) =>
    api.upload<ImportReport>('orders', file, { country, corrections, signal, dryRun: true }),
  commit: (file, options) => api.upload<ImportReport>('orders', file, options),
  undo: (batchId, { idempotencyKey, signal }) => api.undo(batchId, { idempotencyKey, signal }),
  template: ({ country, signal }) => api.template('orders', { country, signal }),
  failedRows: (file, { country, corrections, signal }) =>
    api.failedRows('orders', file, { country, corrections, signal }),
})

const pageSize = 500

const everyProduct = async (api: Api, country: CountryCode, signal?: AbortSignal): Promise<Product[]> => {
  const products: Product[] = []
  for (;;) {
    const where = { country }
    const { items, total } = await api.list(
      'products',
      { where, limit: pageSize, skip: products.length, sort: 'number' },
      { signal },
    )
    products.push(...items)
    if (items.length === 0 || products.length >= total) return products
  }
}
