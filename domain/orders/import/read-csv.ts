import { type CsvLimits, csvRows } from '../../lib/csv.ts'
import { accept, type Result, refuse } from '../../lib/result.ts'
import { largestImport, widestImport } from './import-columns.ts'
import { countColumns, type SheetCell } from './read-sheet.ts'

/** Bytes as text. Throws where they are not of that encoding. The platform's `TextDecoder`, which this folder does not know. */
export type Decode = (bytes: Uint8Array, encoding: Encoding) => string

export type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252' | 'windows-1251'

const delimiters = [',', ';', '\t'] as const

/** What a spreadsheet program of Western Europe and one of Russia save as CSV; the first wins where neither header tells. */
const oldEncodings = ['windows-1252', 'windows-1251'] as const

const limits: CsvLimits = { keptCells: widestImport, cells: 16_384, cellLength: 32_767 }
const MAX_ROWS = largestImport + 1_000

/** Bytes and rows by which the encoding and the delimiter are detected. */
const sampleBytes = 64 * 1024
const sampleRows = 20

/**
 * The rows of a CSV file of orders. The encoding is the one of the byte order mark, else UTF-8 where all of it is, else the
 * old one whose header we know; the delimiter is the one that finds most of our columns. `sep=;` in the first line is
 * believed, as spreadsheet programs do. Refused where the bytes are no text, or text of another kind.
 */
export const readCsv = (bytes: Uint8Array, decode: Decode): Result<SheetCell[][]> => {
  if (bytes.length === 0) return refuse('FILE_EMPTY')
  const text = decodeText(bytes, decode)
  if (text === null || !isTable(text)) return refuse('FILE_NOT_A_SPREADSHEET')
  const named = delimiterLine(text)
  if (named !== null) return allRows(text.slice(named.length), named.delimiter)
  const guess = bestDelimiter(text)
  return isOtherFile(guess) ? refuse('FILE_NOT_A_SPREADSHEET') : allRows(text, guess.delimiter)
}

const allRows = (text: string, delimiter: string): Result<SheetCell[][]> => {
  const rows: string[][] = []
  const reader = csvRows(text, delimiter, limits)
  for (;;) {
    const { done, value } = reader.next()
    if (done) return value === null ? accept(rows) : refuse(value)
    if (rows.length < MAX_ROWS) rows.push(value)
    else if (value.some((cell) => cell.trim() !== '')) return refuse('FILE_TOO_MANY_ROWS')
  }
}

const decodeText = (bytes: Uint8Array, decode: Decode): string | null => {
  const [first, second] = bytes
  const isWide = (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff)
  try {
    return decode(bytes, isWide ? (first === 0xff ? 'utf-16le' : 'utf-16be') : 'utf-8')
  } catch {
    if (isWide) return null
  }
  const decodeOld = (some: Uint8Array, encoding: (typeof oldEncodings)[number]) =>
    encoding === 'windows-1252' ? withSigns(decode(some, encoding)) : decode(some, encoding)
  const sample = bytes.subarray(0, sampleBytes)
  const known = oldEncodings.map((encoding) => bestDelimiter(decodeOld(sample, encoding)).known)
  return decodeOld(bytes, oldEncodings[known.indexOf(Math.max(...known))] ?? oldEncodings[0])
}

/** What Windows-1252 has from 0x80 to 0x9f: Node 20 takes the encoding for Latin-1, which has nothing there. */
const signs = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ'

const withSigns = (text: string): string =>
  text.replace(/[\u0080-\u009f]/g, (letter) => signs[letter.charCodeAt(0) - 0x80] ?? letter)

type Guess = { delimiter: string; known: number; width: number }

const bestDelimiter = (text: string): Guess => {
  const sample = text.slice(0, sampleBytes)
  const guesses = delimiters.map((delimiter): Guess => {
    const rows = firstRows(sample, delimiter)
    return { delimiter, known: countColumns(rows), width: Math.max(0, ...rows.map(({ length }) => length)) }
  })
  return guesses.reduce((best, guess) =>
    guess.known > best.known || (guess.known === best.known && guess.width > best.width) ? guess : best,
  )
}

const firstRows = (text: string, delimiter: string): string[][] => {
  const rows: string[][] = []
  for (const row of csvRows(text, delimiter, limits)) if (rows.push(row) === sampleRows) break
  return rows
}

/** `sep=;` alone in the first line. */
const delimiterLine = (text: string): { delimiter: string; length: number } | null => {
  const [written = '', delimiter = '', end = ''] = /^sep=(.)(\r\n|\n|\r)/i.exec(text) ?? []
  return end === '' ? null : { delimiter, length: written.length }
}

/** Beginnings of other kinds: a page or XML, JSON, RTF, PDF, SYLK; and of pictures, as Windows-1252 has their first bytes. */
const otherKinds = /^\s*(?:<|\{|\[|%PDF|ID;P|‰PNG\r|GIF8[79]a|ÿØÿ)/

/** Whether it may be somebody's table. Other letters that no text has are wrong in their cells alone. */
const isTable = (text: string): boolean => !text.includes('\u0000') && !otherKinds.test(text)

/** Neither a header of ours nor any columns: of some other file "the header is missing" would be misleading. */
const isOtherFile = ({ known, width }: Guess): boolean => known === 0 && width < 2
