import { strFromU8, strToU8 } from 'fflate'
import * as xlsx from 'xlsx'
import { accept, type Result, refuse } from '../../domain/lib/result.ts'
import { type Decode, readCsv } from '../../domain/orders/import/read-csv.ts'
import { csvTable, type SheetTable, workbookTables } from '../../domain/orders/import/read-sheet.ts'
import { limits } from './limits.ts'
import { contentTypes, type Oversize, type Parts, scanRows, unpack } from './unpack.ts'

const zipSignature = Buffer.from('PK\u0003\u0004')

/** Sheets of a file: a zip is a workbook, else CSV. Only call it in a worker, which bounds its cost. */
export const readSheets = async (bytes: Buffer): Promise<Result<SheetTable[]>> => {
  if (bytes.length === 0) return refuse('FILE_EMPTY')
  if (bytes.length > limits.bytes) return refuse('FILE_TOO_LARGE')
  if (bytes.subarray(0, zipSignature.length).equals(zipSignature)) return readWorkbook(bytes)
  const rows = readCsv(bytes, decode)
  return rows.ok ? accept([csvTable(rows.value)]) : rows
}

const decode: Decode = (bytes, encoding) => new TextDecoder(encoding, { fatal: true }).decode(bytes)

/** Sheets of a zipped workbook, with saved values of formulas. Only call it in a worker. */
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
    // Unpacked by us, so that sizes are real whatever the headers claim.
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

/** Internal function of SheetJS without types. */
const { parse_zip: readParts } = xlsx as unknown as {
  parse_zip: (zip: { files: Record<string, UnpackedFile> }, options: xlsx.ParsingOptions) => xlsx.WorkBook
}
type UnpackedFile = { name: string; type: number; content: Uint8Array }

const unpackedFiles = (parts: Parts): { files: Record<string, UnpackedFile> } => ({
  files: Object.fromEntries(
    Object.entries(parts).map(([name, content]) => [name, { name, type: 2, content: asBuffer(content) }]),
  ),
})

/** Removes omitted parts from the table of contents, which SheetJS requires to exist. */
const withoutOverrides = (parts: Parts): Parts => {
  const kept = new Set(Object.keys(parts).map((name) => name.toLowerCase()))
  const contents = strFromU8(parts[contentTypes]!).replace(/<(?:\w+:)?Override\s[^<>]*>/g, (override) => {
    const part = /\sPartName=["']\/?([^"']*)["']/.exec(override)?.[1]
    return part !== undefined && kept.has(part.toLowerCase()) ? override : ''
  })
  return { ...parts, [contentTypes]: strToU8(contents) }
}

/** Code if cells beyond the scanned rows would be lost; formatting alone is ignored. */
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
