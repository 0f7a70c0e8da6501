import { type Result, refuse } from '../../domain/lib/result.ts'
import { type Decode, readCsv } from '../../domain/orders/import/read-csv.ts'
import type { SheetCell } from '../../domain/orders/import/read-sheet.ts'
import { limits } from './limits.ts'
import { readWorkbook } from './read-workbook.ts'

const zipSignature = Buffer.from('PK\u0003\u0004')

/**
 * The cells of a file's sheets, whatever its name says: a workbook where it is a zip, else the one table of a CSV. To be
 * called in a worker alone, whose end bounds what a hostile file may cost.
 */
export const readSheets = async (bytes: Buffer): Promise<Result<SheetCell[][][]>> => {
  if (bytes.length === 0) return refuse('FILE_EMPTY')
  if (bytes.length > limits.bytes) return refuse('FILE_TOO_LARGE')
  if (bytes.subarray(0, zipSignature.length).equals(zipSignature)) return readWorkbook(bytes)
  const rows = readCsv(bytes, decode)
  return rows.ok ? { ok: true, value: [rows.value] } : rows
}

const decode: Decode = (bytes, encoding) => new TextDecoder(encoding, { fatal: true }).decode(bytes)
