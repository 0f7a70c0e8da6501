import { type CsvLimits, csvRows } from '../../lib/csv.ts'
import { accept, type Result, refuse } from '../../lib/result.ts'
import { largestImport, widestImport } from './import-columns.ts'
import { countColumns, type SheetCell } from './read-sheet.ts'

/** Decodes bytes; throws if they are invalid in that encoding. Passed in, because this folder has no `TextDecoder`. */
export type Decode = (bytes: Uint8Array, encoding: Encoding) => string

export type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252' | 'windows-1251'

const delimiters = [',', ';', '\t'] as const

/**
 * Encodings of CSV files saved in Western Europe and in Russia; the first one is the default if neither gives a known header.
 */
const oldEncodings = ['windows-1252', 'windows-1251'] as const

const limits: CsvLimits = { keptCells: widestImport, cells: 16_384, cellLength: 32_767 }
const MAX_ROWS = largestImport + 1_000

/** Size of the sample by which encoding and delimiter are detected. */
const sampleBytes = 64 * 1024
const sampleRows = 20

/**
 * Parses a CSV file of orders. Encoding: by byte order mark, else UTF-8 if valid, else the one that gives a known header.
 * Delimiter: the one that gives most known columns, or that of a first line `sep=;`. Refused if the bytes are no text or
 * another text format.
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

/** Windows-1252 from 0x80 to 0x9f, because Node 20 decodes it as Latin-1. */
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

/** A first line `sep=;`. */
const delimiterLine = (text: string): { delimiter: string; length: number } | null => {
  const [written = '', delimiter = '', end = ''] = /^sep=(.)(\r\n|\n|\r)/i.exec(text) ?? []
  return end === '' ? null : { delimiter, length: written.length }
}

/** Starts of other formats: HTML or XML, JSON, RTF, PDF, SYLK, and images decoded as Windows-1252. */
const otherKinds = /^\s*(?:<|\{|\[|%PDF|ID;P|‰PNG\r|GIF8[79]a|ÿØÿ)/

/** NUL means binary; other unusual characters are only reported in their cells. */
const isTable = (text: string): boolean => !text.includes('\u0000') && !otherKinds.test(text)

/** No known header and a single column: some other file, for which "header missing" would mislead. */
const isOtherFile = ({ known, width }: Guess): boolean => known === 0 && width < 2
