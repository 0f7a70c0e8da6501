import { strFromU8, unzipSync } from 'fflate'
import { read } from 'xlsx'
import type { Code } from '../../../domain/core/codes.ts'
import { accept, type Result, refuse } from '../../../domain/lib/result.ts'
import { largestImport } from '../../../domain/orders/import/import-columns.ts'
import { readCsv } from '../../../domain/orders/import/read-csv.ts'
import {
  chooseSheet,
  csvTable,
  type SheetTable,
  workbookTables,
} from '../../../domain/orders/import/read-sheet.ts'
import {
  type CheckedFile,
  checkChosenFile,
  type OrderFileContext,
  type ReadingChoice,
} from '../../../domain/shop-files/check-order-file.ts'

export type ReadRequest = { bytes: ArrayBuffer; context: OrderFileContext; choice: ReadingChoice }

const largestUnpacked = 64 * 1024 * 1024

/** Parses a file for the preview; the server parses it again and decides. */
const readOrders = ({ bytes, context, choice }: ReadRequest): CheckedFile => {
  const sheets = readSheets(new Uint8Array(bytes))
  if (!sheets.ok) return { checked: sheets, mapping: null, headers: null }
  const { cells, surroundings } = chooseSheet(sheets.value)
  return checkChosenFile(cells, context, choice, surroundings)
}

/** A zip is a workbook, else CSV. */
const readSheets = (bytes: Uint8Array): Result<SheetTable[]> => {
  if (zipSignature.every((byte, at) => bytes[at] === byte)) return readWorkbook(bytes)
  const rows = readCsv(bytes, (some, encoding) => new TextDecoder(encoding, { fatal: true }).decode(some))
  return rows.ok ? accept([csvTable(rows.value)]) : rows
}

const zipSignature = [0x50, 0x4b, 0x03, 0x04]

const readWorkbook = (bytes: Uint8Array): Result<SheetTable[]> => {
  const refusal = whyNotRead(bytes)
  if (refusal !== null) return refuse(refusal)
  try {
    const workbook = read(bytes, {
      dense: true,
      sheetRows: largestImport + 1_000,
      cellFormula: false,
      cellHTML: false,
      cellNF: true,
    })
    const partOf = (path: string) => {
      const parts = unzipSync(bytes, { filter: ({ name }) => name.toLowerCase() === path.toLowerCase() })
      const [part] = Object.values(parts)
      return part === undefined ? null : strFromU8(part, true)
    }
    return accept(workbookTables(workbook, partOf))
  } catch {
    return refuse('FILE_NOT_A_SPREADSHEET')
  }
}

/** Checks the zip's directory without unpacking. */
const whyNotRead = (bytes: Uint8Array): Code | null => {
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
