import type { ChangeReport } from '../../domain/changes/changes.ts'
import type { CountryCode } from '../../domain/core/countries.ts'
import type { Correction } from '../../domain/orders/import/corrections.ts'
import type { HiddenRows } from '../../domain/orders/import/hidden-rows.ts'
import type { ImportMode, ImportReport } from '../../domain/orders/import/import-report.ts'
import type { Failure } from '../failure.ts'

/** A chosen file, by the key of its bytes, which are stored outside of the machine. */
export type FileRef = { key: string; name: string; size: number }

/** What each call is about. */
export type FileInput = {
  file: FileRef | null
  country: CountryCode
  /** Cells that are read as this instead of what the file says there. */
  corrections: readonly Correction[]
  /** `import`: rows that the sheet hides as well. */
  hiddenRows?: HiddenRows
}
/** One row to check again, with its report. */
export type CorrectInput = FileInput & { row: number; preview: ImportReport | null }
export type CommitInput = FileInput & { mode: ImportMode; idempotencyKey: string }
export type UndoInput = { batchId: string | null; idempotencyKey: string }

export type ImportInput = { country: CountryCode; mode?: ImportMode }

export type ImportContext = FileInput & {
  mode: ImportMode
  /** What would be done: as the browser reads the file, then as the server would do it. */
  preview: ImportReport | null
  report: ImportReport | null
  undone: ChangeReport | null
  /** The row that was corrected last. */
  correctedRow: number
  /** The idempotency key of the pending write, reused by its retries. */
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
