import type { Result } from '../../domain/lib/result.ts'
import {
  type CheckedImport,
  checkImport,
  type ImportContext,
} from '../../domain/orders/import/check-import.ts'
import { chooseSheet } from '../../domain/orders/import/choose-sheet.ts'
import { readWorkbook } from './read-workbook.ts'
import { type SheetToWrite, writeWorkbook } from './write-workbook.ts'

/** What the worker does with spreadsheets, by name. Arguments and answers travel as structured clones. */
export const tasks = {
  checkOrders: async (bytes: Uint8Array, context: ImportContext): Promise<Result<CheckedImport>> => {
    const sheets = await readWorkbook(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength))
    return sheets.ok ? checkImport(chooseSheet(sheets.value), context) : sheets
  },
  write: async (sheets: readonly SheetToWrite[]): Promise<Uint8Array> => writeWorkbook(sheets),
}

export type Tasks = typeof tasks
export type TaskName = keyof Tasks
