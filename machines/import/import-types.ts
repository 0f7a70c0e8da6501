import type { ChangeReport } from '../../domain/changes/changes.ts'
import type { CountryCode } from '../../domain/core/countries.ts'
import type { ColumnMapping } from '../../domain/orders/import/column-mapping.ts'
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
  /** Rows that the user leaves out. */
  leftOut: readonly number[]
}

/** `mapping`: the columns that the user has just chosen. `automatic`: not the remembered ones either. */
export type ReadInput = FileInput & { mapping?: ColumnMapping | 'automatic' }

/** What the user changed of the file, and the rows changed last. */
export type Edits = Pick<FileInput, 'corrections' | 'leftOut'> & { rows: readonly number[] }

export type CorrectInput = FileInput & { rows: readonly number[]; preview: ImportReport | null }
export type ImportCommitInput = FileInput & { mode: ImportMode; idempotencyKey: string }
export type ImportUndoInput = { batchId: string | null; idempotencyKey: string }

export type ImportInput = { country: CountryCode; mode?: ImportMode }

export type ImportContext = ReadInput & {
  mode: ImportMode
  /** Expected result: from the browser, then from the server's dry run. */
  preview: ImportReport | null
  report: ImportReport | null
  undone: ChangeReport | null
  /** The rows corrected last. */
  correctedRows: readonly number[]
  /** Edits that can be undone, latest last, and those that were. */
  past: readonly Edits[]
  future: readonly Edits[]
  /** Idempotency key of the pending write, reused by its retries. */
  idempotencyKey: string
  failure: Failure | null
}

export type ImportEvent =
  | { type: 'file.choose'; file: FileRef }
  | { type: 'country.choose'; country: CountryCode }
  | { type: 'mode.choose'; mode: ImportMode }
  | { type: 'hidden.choose'; hiddenRows: HiddenRows }
  | { type: 'columns.open' }
  | { type: 'columns.choose'; mapping: ColumnMapping | 'automatic' }
  | { type: 'columns.close' }
  | { type: 'cell.correct'; correction: Correction }
  | { type: 'row.toggle'; row: number }
  | { type: 'edit.undo' }
  | { type: 'edit.redo' }
  | { type: 'import.confirm'; idempotencyKey: string }
  | { type: 'import.cancel' }
  | { type: 'import.undo'; idempotencyKey: string }
  | { type: 'import.retry' }
  | { type: 'import.restart' }
