import { unzipSync } from 'fflate'
import { read } from 'xlsx'
import type { Code } from '../../../domain/codes.ts'
import { type Result, refuse } from '../../../domain/lib/result.ts'
import {
  type CheckedImport,
  checkImport,
  type ImportContext,
} from '../../../domain/orders/import/check-import.ts'
import { chooseSheet } from '../../../domain/orders/import/choose-sheet.ts'
import { largestImport } from '../../../domain/orders/import/import-columns.ts'
import { sheetCells } from '../../../domain/orders/import/sheet-cells.ts'

export type ReadRequest = { bytes: ArrayBuffer; context: ImportContext }

const largestUnpacked = 64 * 1024 * 1024

/** Reads a workbook as the server would, for the preview alone: the server reads the file again and decides. */
const readOrders = ({ bytes, context }: ReadRequest): Result<CheckedImport> => {
  const refusal = whyNotRead(new Uint8Array(bytes))
  if (refusal !== null) return refuse(refusal)
  try {
    const workbook = read(bytes, {
      dense: true,
      sheetRows: largestImport + 1_000,
      cellFormula: false,
      cellHTML: false,
      cellNF: true,
    })
    const shown = workbook.SheetNames.filter((_, at) => !workbook.Workbook?.Sheets?.[at]?.Hidden)
    const names = shown.length > 0 ? shown : workbook.SheetNames
    return checkImport(chooseSheet(names.map((name) => sheetCells(workbook.Sheets[name] ?? {}))), context)
  } catch {
    return refuse('FILE_NOT_A_SPREADSHEET')
  }
}

/** Looks at what the zip says of itself, without unpacking anything. */
const whyNotRead = (bytes: Uint8Array): Code | null => {
  if (bytes.length === 0) return 'FILE_EMPTY'
  let unpacked = 0
  let isWorkbook = false
  try {
    unzipSync(bytes, {
      filter: ({ name, originalSize }) => {
        unpacked += originalSize
        isWorkbook ||= /^xl\/workbook\d*\.xml$/i.test(name)
        return false
      },
    })
  } catch {
    return 'FILE_NOT_A_SPREADSHEET'
  }
  if (!isWorkbook) return 'FILE_NOT_A_SPREADSHEET'
  return unpacked > largestUnpacked ? 'FILE_TOO_COMPLEX' : null
}

self.onmessage = ({ data }: MessageEvent<ReadRequest>) => self.postMessage(readOrders(data))
