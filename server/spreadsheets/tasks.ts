import type { Code } from '../../domain/core/codes.ts'
import { accept, type Result } from '../../domain/lib/result.ts'
import type { CheckedImport } from '../../domain/orders/import/check-import.ts'
import { chooseSheet } from '../../domain/orders/import/read-sheet.ts'
import { checkOrderFile, type OrderFileContext } from '../../domain/shop-files/check-order-file.ts'
import { limits } from './limits.ts'
import type { ImportTexts } from './order-template.ts'
import {
  failedRows,
  type PackedPiece,
  type PackedRows,
  packedBytes,
  packLines,
  packRows,
} from './packed-import.ts'
import { readSheets } from './read-workbook.ts'
import { type SheetToWrite, writeWorkbook } from './write-workbook.ts'

/** A task's answer, and pieces produced later: after `putOff` milliseconds, to leave the CPU to the answer, or on demand. */
export type TaskResult<Answer> = { answer: Answer; rest?: { pieces: Iterable<PackedPiece>; putOff: number } }

/** Tasks of the worker by name. Data are structured clones. */
export const tasks = {
  /** The report first, then the orders. */
  packOrders: async (
    bytes: Uint8Array,
    context: OrderFileContext,
  ): Promise<TaskResult<Result<PackedRows>>> => {
    const checked = await checkOrders(bytes, context)
    if (!checked.ok) return { answer: checked }
    const { rows } = checked.value
    return {
      answer: accept(packRows(checked.value, context)),
      rest: { pieces: packLines(rows, context), putOff: rows.length * limits.leavingMilliseconds },
    }
  },
  /** Invalid rows as a workbook. */
  failedOrders: async (
    bytes: Uint8Array,
    context: OrderFileContext,
    { texts, reasons }: { texts: ImportTexts; reasons: Record<Code, string> },
  ): Promise<TaskResult<Result<Uint8Array>>> => {
    const checked = await checkOrders(bytes, context)
    if (!checked.ok) return { answer: checked }
    return { answer: accept(writeWorkbook(failedRows(checked.value, texts, (code) => reasons[code]))) }
  },
  write: async (sheets: readonly SheetToWrite[]): Promise<TaskResult<Uint8Array>> => ({
    answer: writeWorkbook(sheets),
  }),
}

export type Tasks = typeof tasks
export type TaskName = keyof Tasks
export type TaskAnswer<Name extends TaskName> = Awaited<ReturnType<Tasks[Name]>>['answer']

/** Messages of a thread, in order. */
export type WorkerMessage =
  | { thread: string | null }
  | { answer: unknown }
  | { piece: PackedPiece }
  | { ended: true }

/** Buffers of an answer to transfer instead of copying. */
export const movedBy = (name: TaskName, answer: unknown): ArrayBuffer[] => {
  if (name !== 'packOrders') return []
  const packed = answer as Result<PackedRows>
  return packed.ok ? packedBytes(packed.value) : []
}

const checkOrders = async (bytes: Uint8Array, context: OrderFileContext): Promise<Result<CheckedImport>> => {
  const sheets = await readSheets(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength))
  if (!sheets.ok) return sheets
  const { cells, surroundings } = chooseSheet(sheets.value)
  return checkOrderFile(cells, context, surroundings)
}
