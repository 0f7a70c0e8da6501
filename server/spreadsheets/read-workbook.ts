import { strFromU8, strToU8 } from 'fflate'
import * as xlsx from 'xlsx'
import { accept, type Result, refuse } from '../../domain/lib/result.ts'
import { type Decode, readCsv } from '../../domain/orders/import/read-csv.ts'
import { csvTable, type SheetTable, workbookTables } from '../../domain/orders/import/read-sheet.ts'
import { limits } from './limits.ts'
import { contentTypes, type Oversize, type Parts, scanRows, unpack } from './unpack.ts'

const zipSignature = Buffer.from('PK\u0003\u0004')

/**
 * The cells of a file's sheets, whatever its name says: a workbook where it is a zip, else the one table of a CSV. To be
 * called in a worker alone, whose end bounds what a hostile file may cost.
 */
export const readSheets = async (bytes: Buffer): Promise<Result<SheetTable[]>> => {
  if (bytes.length === 0) return refuse('FILE_EMPTY')
  if (bytes.length > limits.bytes) return refuse('FILE_TOO_LARGE')
  if (bytes.subarray(0, zipSignature.length).equals(zipSignature)) return readWorkbook(bytes)
  const rows = readCsv(bytes, decode)
  return rows.ok ? accept([csvTable(rows.value)]) : rows
}

const decode: Decode = (bytes, encoding) => new TextDecoder(encoding, { fatal: true }).decode(bytes)

/**
 * The cells of a workbook's sheets, of bytes that begin as a zip. To be called in a worker alone: a hostile file may still take long or much,
 * and the worker's end is what bounds it. Formulas are not read, only the values that they had.
 */
export const readWorkbook = async (bytes: Buffer): Promise<Result<SheetTable[]>> => {
  const parts = await unpack(bytes)
  if (!parts.ok) return parts
  const oversize = whyOversize(parts.value)
  if (oversize !== null) return refuse(oversize)
  const sheets = parseWorkbook(parts.value)
  return sheets === null ? refuse('FILE_NOT_A_SPREADSHEET') : accept(sheets)
}

const parseWorkbook = (parts: Parts): SheetTable[] | null => {
  try {
    // As unpacked by us: whatever the file's headers said, the library sees sizes that are true.
    const workbook = readParts(unpackedFiles(withoutOverrides(parts)), {
      dense: true,
      sheetRows: limits.scannedRows,
      cellFormula: false,
      cellHTML: false,
      cellNF: true,
    })
    const partOf = (path: string) => {
      const name = Object.keys(parts).find((name) => name.toLowerCase() === path.toLowerCase())
      return name === undefined ? null : asBuffer(parts[name]!).toString('latin1')
    }
    return workbookTables(workbook, partOf)
  } catch {
    return null
  }
}

/** Of the library, past its own unpacking; its types do not name it. */
const { parse_zip: readParts } = xlsx as unknown as {
  parse_zip: (zip: { files: Record<string, UnpackedFile> }, options: xlsx.ParsingOptions) => xlsx.WorkBook
}
type UnpackedFile = { name: string; type: number; content: Uint8Array }

const unpackedFiles = (parts: Parts): { files: Record<string, UnpackedFile> } => ({
  files: Object.fromEntries(
    Object.entries(parts).map(([name, content]) => [name, { name, type: 2, content: asBuffer(content) }]),
  ),
})

/** The library demands every part that the table of contents names: those that were left out are taken off it. */
const withoutOverrides = (parts: Parts): Parts => {
  const kept = new Set(Object.keys(parts).map((name) => name.toLowerCase()))
  const contents = strFromU8(parts[contentTypes]!).replace(/<(?:\w+:)?Override\s[^<>]*>/g, (override) => {
    const part = /\sPartName=["']\/?([^"']*)["']/.exec(override)?.[1]
    return part !== undefined && kept.has(part.toLowerCase()) ? override : ''
  })
  return { ...parts, [contentTypes]: strToU8(contents) }
}

/** Rows past those that are scanned would be lost without a word, unless they are only coloured. */
const whyOversize = (parts: Parts): Oversize | null => {
  for (const [name, part] of Object.entries(parts)) {
    if (!/^xl\/worksheets\//i.test(name)) continue
    const oversize = scanRows(asBuffer(part).toString('latin1'))
    if (oversize !== null) return oversize
  }
  return null
}

const asBuffer = ({ buffer, byteOffset, length }: Uint8Array): Buffer =>
  Buffer.from(buffer, byteOffset, length)
