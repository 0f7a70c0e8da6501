import { createAtom, type ReadonlyAtom } from '@xstate/store'
import { fromPromise } from 'xstate'
import type { ChangeReport } from '../../../domain/changes/changes.ts'
import type { Code, FieldProblem } from '../../../domain/core/codes.ts'
import type { CountryCode } from '../../../domain/core/countries.ts'
import {
  type CheckedImport,
  type ImportCheckContext,
  recheckRow,
} from '../../../domain/orders/import/check-import.ts'
import type { Correction } from '../../../domain/orders/import/corrections.ts'
import {
  type ImportProduct,
  indexProducts,
  matchingProducts,
  nearProduct,
  type ProductIndex,
} from '../../../domain/orders/import/find-product.ts'
import type { HiddenRows } from '../../../domain/orders/import/hidden-rows.ts'
import {
  type ImportMode,
  type ImportReport,
  previewReport,
  withRow,
} from '../../../domain/orders/import/import-report.ts'
import type { CheckedFile } from '../../../domain/shop-files/check-order-file.ts'
import {
  type CorrectInput,
  type FileInput,
  type FileRef,
  type ImportCommitInput,
  type ImportUndoInput,
  importMachine,
} from '../../../machines/import/import-machine.ts'
import { newIdempotencyKey } from '../../api/call-options.ts'
import type { OnSent } from '../../api/send-with-progress.ts'
import type { ReadRequest } from './read-orders.worker.ts'

/** Files by key, outside of machine context, which is plain data. */
export type PendingFile = {
  put: (file: File) => FileRef
  /** Throws if the file is missing: a bug. */
  get: (ref: FileRef | null) => File
}

/** Holds one file at a time. */
export const createPendingFile = (): PendingFile => {
  let kept: { key: string; file: File } | null = null
  return {
    put: (file) => {
      kept = { key: newIdempotencyKey(), file }
      return { key: kept.key, name: file.name, size: file.size }
    },
    get: (ref) => {
      if (kept === null || kept.key !== ref?.key) throw new Error('this file is not kept any more')
      return kept.file
    },
  }
}

/** A product with its seller's name, to distinguish equal names. */
type NamedProduct = ImportProduct & { ownerName: string }

/** A product of the file that has no piece left. */
export type EmptyProduct = Pick<NamedProduct, 'id' | 'name'>

/** A suggested text for a cell. `seller` only if several sellers have a product of that name. */
export type Proposal =
  | { kind: 'name'; value: string }
  | { kind: 'number'; value: string; number: number; seller: string | null }

type Place = { country: CountryCode; signal?: AbortSignal }
type Corrected = Place & {
  corrections: readonly Correction[]
  hiddenRows?: HiddenRows
  leftOut: readonly number[]
}

/** API calls of an import. */
export type ImportCalls = {
  /** All products of the country that the user's rows may refer to. */
  products: (place: Place) => Promise<NamedProduct[]>
  dryRun: (file: File, place: Corrected) => Promise<ImportReport>
  commit: (
    file: File,
    options: Corrected & { mode: ImportMode; idempotencyKey: string; onSent: OnSent },
  ) => Promise<ImportReport>
  undo: (batchId: string, options: { idempotencyKey: string; signal?: AbortSignal }) => Promise<ChangeReport>
  template: (place: Place) => Promise<Blob>
  failedRows: (file: File, place: Corrected) => Promise<Blob>
}

export type Sent = { sent: number; total: number }

export type BoundImport = {
  machine: typeof importMachine
  /** Upload progress in bytes; null before and after the upload. */
  sent: ReadonlyAtom<Sent | null>
  /** Products with a name close or equal to the cell's. */
  suggest: (text: string) => readonly Proposal[]
  /** Whether the country has no product for the user's rows. */
  hasNoProduct: () => boolean
  /** Products of the rows that have nothing in stock: their orders cannot be confirmed yet. */
  emptyProducts: () => readonly EmptyProduct[]
}

/** Binds the import machine to the API and to the worker that parses the file. */
export const bindImport = (calls: ImportCalls, files: PendingFile): BoundImport => {
  // Result of the last parse, used to check corrected rows without parsing the file again.
  let read: {
    checked: CheckedImport
    products: ProductIndex
    sellers: Map<string, string>
    empty: readonly EmptyProduct[]
  } | null = null
  let suggested = new Map<string, readonly Proposal[]>()
  const sent = createAtom<Sent | null>(null)
  const machine = importMachine.provide({
    actors: {
      read: fromPromise<ImportReport, FileInput>(
        async ({ input: { file, country, corrections, hiddenRows, leftOut }, signal }) => {
          const products = await calls.products({ country, signal })
          const checked = await readOrders(
            files.get(file),
            { country, products, corrections, hiddenRows, leftOut },
            signal,
          )
          read = {
            checked,
            products: indexProducts(products),
            sellers: new Map(products.map(({ owner, ownerName }) => [owner, ownerName])),
            empty: emptyOf(products, checked),
          }
          suggested = new Map()
          return previewReport(checked)
        },
      ),
      correct: fromPromise<ImportReport, CorrectInput>(
        async ({ input: { country, corrections, leftOut, row, preview } }) => {
          if (read === null || preview === null) throw new Error('a correction of a file that was not read')
          const { checked, products } = read
          const line = recheckRow(checked, row, { country, products, corrections, leftOut })
          return line === null ? preview : withRow(preview, line)
        },
      ),
      dryRun: fromPromise<ImportReport, FileInput>(({ input: { file, ...options }, signal }) =>
        calls.dryRun(files.get(file), { ...options, signal }),
      ),
      commit: fromPromise<ImportReport, ImportCommitInput>(({ input: { file, ...options }, signal }) => {
        const onSent: OnSent = (bytes, total) => {
          if (!signal.aborted) sent.set(bytes < total ? { sent: bytes, total } : null)
        }
        return calls.commit(files.get(file), { ...options, onSent, signal }).finally(() => sent.set(null))
      }),
      undo: fromPromise<ChangeReport, ImportUndoInput>(({ input: { batchId, idempotencyKey }, signal }) =>
        calls.undo(batchId ?? '', { idempotencyKey, signal }),
      ),
    },
  })
  const suggest = (text: string): readonly Proposal[] => {
    if (read === null) return []
    const known = suggested.get(text)
    if (known !== undefined) return known
    const proposals = propose(read.products, read.sellers, text)
    suggested.set(text, proposals)
    return proposals
  }
  return {
    machine,
    sent,
    suggest,
    hasNoProduct: () => read?.products.byId.size === 0,
    emptyProducts: () => read?.empty ?? [],
  }
}

const emptyOf = (products: readonly NamedProduct[], { rows }: CheckedImport): EmptyProduct[] => {
  const asked = new Set(
    rows.flatMap(({ order, status }) => (status === 'valid' && order ? order.product : [])),
  )
  return products.filter(({ id, available }) => asked.has(id) && available <= 0)
}

/** More do not fit; the user types a number instead. */
const MAX_PROPOSALS = 6

const propose = (
  products: ProductIndex,
  sellers: ReadonlyMap<string, string>,
  text: string,
): readonly Proposal[] => {
  const equal = matchingProducts(products, text)
  if (equal.length === 0) {
    const near = nearProduct(products, text)
    return near === null ? [] : [{ kind: 'name', value: near }]
  }
  const isOneSeller = new Set(equal.map(({ owner }) => owner)).size === 1
  return equal.slice(0, MAX_PROPOSALS).map(({ number, owner }) => ({
    kind: 'number',
    value: `#${number}`,
    number,
    seller: isOneSeller ? null : (sellers.get(owner) ?? null),
  }))
}

const largestFile = 10 * 1024 * 1024
const patience = 20_000

/** Failure of parsing, with a code and the columns concerned. */
class Unreadable extends Error {
  override readonly name = 'Unreadable'
  readonly code: Code
  readonly errors: readonly FieldProblem[]

  constructor(code: Code, errors: readonly FieldProblem[] = []) {
    super(code)
    this.code = code
    this.errors = errors
  }
}

/** Parses a spreadsheet in a worker created for it, so that no file blocks the page. Rejects with a code. */
const readOrders = async (
  file: File,
  context: ImportCheckContext,
  signal: AbortSignal,
): Promise<CheckedImport> => {
  if (file.size > largestFile) throw new Unreadable('FILE_TOO_LARGE')
  const bytes = await file.arrayBuffer()
  signal.throwIfAborted()
  const { checked } = await inWorker({ bytes, context, choice: {} }, signal)
  if (!checked.ok) throw new Unreadable(checked.code, checked.errors)
  return checked.value
}

const inWorker = (request: ReadRequest, signal: AbortSignal): Promise<CheckedFile> => {
  const worker = new Worker(new URL('./read-orders.worker.ts', import.meta.url), { type: 'module' })
  let clock: ReturnType<typeof setTimeout> | undefined
  const answer = new Promise<CheckedFile>((resolve, reject) => {
    worker.onmessage = ({ data }: MessageEvent<CheckedFile>) => resolve(data)
    worker.onerror = () => reject(new Unreadable('FILE_NOT_A_SPREADSHEET'))
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
    clock = setTimeout(() => reject(new Unreadable('FILE_TOO_COMPLEX')), patience)
    worker.postMessage(request, [request.bytes])
  })
  return answer.finally(() => {
    clearTimeout(clock)
    worker.terminate()
  })
}
