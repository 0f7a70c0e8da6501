import { strFromU8, strToU8, zipSync } from 'fflate'
import { read } from 'xlsx'
import { accept, type Result, refuse } from '../../domain/lib/result.ts'
import { type SheetCell, sheetCells } from '../../domain/orders/import/sheet-cells.ts'
import { limits } from './limits.ts'
import { contentTypes, type Parts, unpack } from './unpack.ts'

const zipSignature = Buffer.from('PK\u0003\u0004')

/**
 * The cells of a workbook's visible sheets. To be called in a worker alone: a hostile file may still take long or much,
 * and the worker's end is what bounds it. Formulas are not read, only the values that they had.
 */
export const readWorkbook = async (bytes: Buffer): Promise<Result<SheetCell[][][]>> => {
  if (bytes.length === 0) return refuse('FILE_EMPTY')
  if (bytes.length > limits.bytes) return refuse('FILE_TOO_LARGE')
  if (!bytes.subarray(0, 4).equals(zipSignature)) return refuse('FILE_NOT_A_SPREADSHEET')
  const parts = await unpack(bytes)
  if (!parts.ok) return parts
  if (hasCellsBeyond(parts.value)) return refuse('FILE_TOO_MANY_ROWS')
  const sheets = parseWorkbook(parts.value)
  return sheets === null ? refuse('FILE_NOT_A_SPREADSHEET') : accept(sheets)
}

const parseWorkbook = (parts: Parts): SheetCell[][][] | null => {
  try {
    // Packed anew: whatever its headers said, the library sees sizes that are true.
    const workbook = read(zipSync(withoutOverrides(parts), { level: 0 }), {
      type: 'array',
      dense: true,
      sheetRows: limits.scannedRows,
      cellFormula: false,
      cellHTML: false,
      cellNF: true,
    })
    const shown = workbook.SheetNames.filter((_, at) => !workbook.Workbook?.Sheets?.[at]?.Hidden)
    const names = shown.length > 0 ? shown : workbook.SheetNames
    return names.map((name) => sheetCells(workbook.Sheets[name] ?? {}))
  } catch {
    return null
  }
}

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
const hasCellsBeyond = (parts: Parts): boolean =>
  Object.entries(parts).some(
    ([name, part]) => /^xl\/worksheets\//i.test(name) && hasRowsBeyond(strFromU8(part, true)),
  )

const hasRowsBeyond = (xml: string): boolean => {
  let row = 0
  for (const match of xml.matchAll(/<(?:\w+:)?row(?=[\s>/])([^>]*)>/g)) {
    row = Number(/\sr=["'](\d{1,9})["']/.exec(match[1]!)?.[1] ?? row + 1)
    if (row > limits.scannedRows && hasValue(xml, match.index + match[0].length)) return true
  }
  return false
}

const hasValue = (xml: string, from: number): boolean => {
  const end = xml.indexOf('row>', from)
  return /<(?:\w+:)?(?:v|is)[\s>]/.test(xml.slice(from, end < 0 ? undefined : end))
}
