import type { ChangeReport } from '../../domain/changes/changes.ts'
import type { CountryCode } from '../../domain/core/countries.ts'
import type { Correction } from '../../domain/orders/import/corrections.ts'
import type { HiddenRows } from '../../domain/orders/import/hidden-rows.ts'
import type { ImportMode, ImportReport } from '../../domain/orders/import/import-report.ts'
import type { Failure } from '../failure.ts'

/** A chosen file. `key`: of its bytes, which are stored outside the machine. */
export type FileRef = { key: string; name: string; size: number }

export type FileInput = {
  file: FileRef | null
  country: CountryCode
  /** Values that replace cells of the file. */
  corrections: readonly Correction[]
  /** `import` includes rows hidden in the sheet. */
  hiddenRows?: HiddenRows
}
export type CorrectInput = FileInput & { row: number; preview: ImportReport | null }
export type CommitInput = FileInput & { mode: ImportMode; idempotencyKey: string }
export type UndoInput = { batchId: string | null; idempotencyKey: string }

export type ImportInput = { country: CountryCode; mode?: ImportMode }

export type ImportContext = FileInput & {
  mode: ImportMode
  /** Expected result: from the browser, then from the server's dry run. */
  preview: ImportReport | null
  report: ImportReport | null
  undone: ChangeReport | null
  /** The row corrected last. */
  correctedRow: number
  /** Idempotency key of the pending write, reused by its retries. */
  idempotencyKey: string
  failure: Failure | null
}

export type ImportEvent =
  | { type: 'file.choose'; file: FileRef }
  | { type: 'country.choose'; country: CountryCode }
  | { type: 'mode.choose'; mode: ImportMode }
  | { type: 'hidden.choose'; hiddenRows: HiddenRows }
  | { type: 'cell.correct'; correction: Correction }
  | { type: 'import.confirm'; idempotencyKey: string }
  | { type: 'import.cancel' }
  | { type: 'import.undo'; idempotencyKey: string }
  | { type: 'import.retry' }
  | { type: 'import.restart' }
