import { createAtom, type ReadonlyAtom } from '@xstate/store'
import { fromPromise } from 'xstate'
import type { ChangeReport } from '../../../domain/changes/changes.ts'
import type { Code, FieldProblem } from '../../../domain/core/codes.ts'
import type { CountryCode } from '../../../domain/core/countries.ts'
import type { Refusal } from '../../../domain/lib/result.ts'
import { type CheckedImport, recheckRow } from '../../../domain/orders/import/check-import.ts'
import {
  type ColumnMapping,
  type FileHeaders,
  headerSet,
} from '../../../domain/orders/import/column-mapping.ts'
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
import type {
  CheckedFile,
  KnownLine,
  OrderFileContext,
  ReadingChoice,
} from '../../../domain/shop-files/check-order-file.ts'
import type { ImportMapping, MappingInput } from '../../../domain/shop-files/import-mapping.ts'
import { importMachine } from '../../../machines/import/import-machine.ts'
import type {
  CorrectInput,
  FileInput,
  FileRef,
  ImportCommitInput,
  ImportUndoInput,
  ReadInput,
} from '../../../machines/import/import-types.ts'
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
  mapping: ColumnMapping | null
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
  /** What the user's imports remember: columns by headers. */
  mappings: (options: { signal?: AbortSignal }) => Promise<readonly ImportMapping[]>
  remember: (input: MappingInput) => Promise<ImportMapping>
  forget: (id: string) => Promise<void>
  /** Products that lines of sources mean. */
  knownLines: (place: Place) => Promise<readonly KnownLine[]>
  undo: (batchId: string, options: { idempotencyKey: string; signal?: AbortSignal }) => Promise<ChangeReport>
  template: (place: Place) => Promise<Blob>
  failedRows: (file: File, place: Corrected) => Promise<Blob>
}

export type Sent = { sent: number; total: number }

/** The file that was read: its headers, the columns by which it was read if a person chose them, and where these are remembered. */
export type ReadFile = {
  headers: FileHeaders | null
  mapping: ColumnMapping | null
  remembered: ImportMapping | null
}

export type BoundImport = {
  machine: typeof importMachine
  file: () => ReadFile
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
  let file: ReadFile = noFile
  let suggested = new Map<string, readonly Proposal[]>()
  const sent = createAtom<Sent | null>(null)
  const machine = importMachine.provide({
    actors: {
      read: fromPromise<ImportReport, ReadInput>(
        async ({ input: { file: ref, country, corrections, hiddenRows, leftOut, mapping }, signal }) => {
          const [products, knownLines, remembered] = await Promise.all([
            calls.products({ country, signal }),
            calls.knownLines({ country, signal }),
            calls.mappings({ signal }),
          ])
          const readWith = (kept: readonly Correction[]) =>
            readFile(
              files.get(ref),
              { country, products, knownLines, corrections: kept, hiddenRows, leftOut },
              { mapping, remembered },
              signal,
            )
          const first = await readWith(corrections)
          const answer = isWithoutRows(first) ? await readWithKnownRows(readWith, corrections) : first
          file = readFileOf(answer, remembered)
          if (!answer.checked.ok) throw new Unreadable(answer.checked, answer.headers !== null)
          const checked = answer.checked.value
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
        async ({ input: { country, corrections, leftOut, rows, preview } }) => {
          if (read === null || preview === null) throw new Error('a correction of a file that was not read')
          const { checked, products } = read
          const lines = rows.flatMap(
            (row) => recheckRow(checked, row, { country, products, corrections, leftOut }) ?? [],
          )
          return lines.reduce(withRow, preview)
        },
      ),
      dryRun: fromPromise<ImportReport, FileInput>(({ input: { file: ref, ...options }, signal }) =>
        calls.dryRun(files.get(ref), { ...options, mapping: file.mapping, signal }),
      ),
      commit: fromPromise<ImportReport, ImportCommitInput>(({ input: { file: ref, ...options }, signal }) => {
        const onSent: OnSent = (bytes, total) => {
          if (!signal.aborted) sent.set(bytes < total ? { sent: bytes, total } : null)
        }
        return calls
          .commit(files.get(ref), { ...options, mapping: file.mapping, onSent, signal })
          .finally(() => sent.set(null))
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
    file: () => file,
    sent,
    suggest,
    hasNoProduct: () => read?.products.byId.size === 0,
    emptyProducts: () => read?.empty ?? [],
  }
}

/** Other columns were chosen, by which corrected rows do not exist. */
const isWithoutRows = ({ checked }: CheckedFile): boolean =>
  !checked.ok &&
  checked.errors?.some(({ path, code }) => path === 'corrections' && code === 'NOT_FOUND') === true

const readWithKnownRows = async (
  readWith: (corrections: readonly Correction[]) => Promise<CheckedFile>,
  corrections: readonly Correction[],
): Promise<CheckedFile> => {
  const plain = await readWith([])
  if (!plain.checked.ok) return plain
  const known = new Set(plain.checked.value.rows.map(({ row }) => row))
  const kept = corrections.filter(({ row }) => known.has(row))
  return kept.length === 0 ? plain : readWith(kept)
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

const noFile: ReadFile = { headers: null, mapping: null, remembered: null }

const readFileOf = ({ headers, mapping }: CheckedFile, remembered: readonly ImportMapping[]): ReadFile => {
  const set = headerSet(headers?.headers ?? []).join()
  const known = remembered.find((one) => [...one.headers].sort().join() === set)
  return { headers, mapping, remembered: known ?? null }
}

/** Failures that choosing the columns may put right. */
const ofHeaders: readonly Code[] = ['FILE_WITHOUT_HEADER', 'MISSING_COLUMN']

/** Failure of parsing, with a code and the columns concerned. */
class Unreadable extends Error {
  override readonly name = 'Unreadable'
  readonly code: Code
  readonly errors: readonly FieldProblem[]
  readonly isMappable: boolean

  constructor({ code, errors = [] }: Pick<Refusal, 'code' | 'errors'>, hasHeaders = false) {
    super(code)
    this.code = code
    this.errors = errors
    this.isMappable = hasHeaders && ofHeaders.includes(code)
  }
}

/** Parses a spreadsheet in a worker created for it, so that no file blocks the page. Rejects with a code. */
const readFile = async (
  file: File,
  context: OrderFileContext,
  choice: ReadingChoice,
  signal: AbortSignal,
): Promise<CheckedFile> => {
  if (file.size > largestFile) throw new Unreadable({ code: 'FILE_TOO_LARGE' })
  const bytes = await file.arrayBuffer()
  signal.throwIfAborted()
  return inWorker({ bytes, context, choice }, signal)
}

const inWorker = (request: ReadRequest, signal: AbortSignal): Promise<CheckedFile> => {
  const worker = new Worker(new URL('./read-orders.worker.ts', import.meta.url), { type: 'module' })
  let clock: ReturnType<typeof setTimeout> | undefined
  const answer = new Promise<CheckedFile>((resolve, reject) => {
    worker.onmessage = ({ data }: MessageEvent<CheckedFile>) => resolve(data)
    worker.onerror = () => reject(new Unreadable({ code: 'FILE_NOT_A_SPREADSHEET' }))
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
    clock = setTimeout(() => reject(new Unreadable({ code: 'FILE_TOO_COMPLEX' })), patience)
    worker.postMessage(request, [request.bytes])
  })
  return answer.finally(() => {
    clearTimeout(clock)
    worker.terminate()
  })
}
