import type { ChangeReport } from '../changes/changes.ts'
import type { Code } from '../core/codes.ts'
import type { CountryCode } from '../core/countries.ts'
import { shippingStatuses } from '../fulfillment/shipping-status.ts'
import { csvRows } from '../lib/csv.ts'
import { largestAmount } from '../lib/money.ts'
import { readAmount } from '../lib/typed/read-amount.ts'
import { isRealDay, shiftDay } from '../lib/zone-clock.ts'
import {
  cleanCell,
  hintOf,
  keyColumns,
  keyOf,
  MAX_LINE_LENGTH,
  type PastedTable,
  pastedLines,
  readTable,
  type TableRow,
} from '../search/pasted-table.ts'
import type { ResolvedKeys } from '../search/record-keys.ts'
import { readStatusWord, type StatusReading } from './read-status.ts'
import type { SheetStatus } from './status-words.ts'

export type SheetLine = PastedLine &
  SheetStatus & {
    key: string
    collected: number | null
    /** ISO day that a postponed parcel is to be delivered on, if the line names one. */
    postponedTo?: string
  }

type PastedLine = Pick<TableRow, 'line' | 'text'>

/**
 * A line that cannot be applied. `word`: the unreadable key, status or amount. `unclear`: the status is negated, planned or one
 * of several. `isCarriers`: a word that carriers use for something else.
 */
export type UnreadableLine = PastedLine & {
  what: 'key' | 'status' | 'unclear' | 'amount'
  word: string
  isCarriers?: boolean
}

/** Index of each column that was read. */
export type SheetColumns = { key: number; status: number; amount: number | null }

/** A carrier's report: one parcel a line, with its key, its status and perhaps the cash collected. */
export type CarrierSheet = {
  lines: readonly SheetLine[]
  unreadable: readonly UnreadableLine[]
  /** Null where each line was split by itself into key, status, cash. */
  columns: SheetColumns | null
}

type SheetOptions = {
  /** Today for the reader, `2026-11-26`: `15/11` without a year is the nearest such day. */
  today: string
  /** Index of the key column, if the user chose it. */
  keyColumn?: number
}

/**
 * Parses a pasted text as a carrier's sheet: a table with a status column at any position, with or without a header, or lines
 * of key, status and perhaps cash. Lines that cannot be read are returned too. Null if no line has a status: the text is a list
 * of keys, or no list.
 */
export const readCarrierSheet = (
  text: string,
  country: CountryCode,
  options: SheetOptions = { today: '' },
): CarrierSheet | null => {
  const table = readTable(text, country)
  const columns = table === null ? null : sheetColumns(table, country, options.keyColumn)
  if (table === null || columns === null) return readLines(text, country, options)
  const byLines = isPlain(table, columns) ? readLines(text, country, options) : null
  return byLines ?? readColumns(table, columns, country, options)
}

/** Columns are key, status, cash in this order, so each line may be split by itself. */
const isPlain = ({ headers, width, isProse }: PastedTable, { key, status }: SheetColumns): boolean => {
  const hint = hintOf(headers?.[2] ?? '')
  const isCash = hint === null || hint === 'amount' || hint === 'collected'
  return !isProse && key === 0 && status === 1 && width <= 3 && isCash
}

const readColumns = (
  table: PastedTable,
  columns: SheetColumns,
  country: CountryCode,
  options: SheetOptions,
): CarrierSheet => {
  const read = table.rows.map(({ line, text, cells }) => {
    const cell = (column: number | null) => (column === null ? '' : (cells[column] ?? ''))
    const word = cell(columns.status)
    const reading = readStatusWord(word)
    const row = { key: cell(columns.key), word, amount: cell(columns.amount), reading }
    // After an unreadable word without a separator, it is unknown which digits are cash.
    if (table.isProse && typeof reading === 'object' && reading !== null && /\d/.test(withoutDay(word)))
      return { line, text, what: 'amount' as const, word }
    return readLine({ line, text }, row, country, options)
  })
  return { ...parted(read), columns }
}

const readLines = (text: string, country: CountryCode, options: SheetOptions): CarrierSheet | null => {
  const read: (SheetLine | UnreadableLine)[] = []
  for (const pasted of pastedLines(text)) {
    const { cells, reading } = cellsOf(pasted.text)
    const [key = '', word = '', amount = ''] = cells
    const line = readLine(pasted, { key, word, amount, reading }, country, options)
    const isHeader = read.length === 0 && 'what' in line && !/\d/.test(pasted.text)
    if (!isHeader) read.push(line)
  }
  const sheet = parted(read)
  return sheet.lines.length > 0 || hasStatuses(sheet.unreadable) ? { ...sheet, columns: null } : null
}

const parted = (read: readonly (SheetLine | UnreadableLine)[]) => ({
  lines: read.filter((line): line is SheetLine => !('what' in line)),
  unreadable: read.filter((line): line is UnreadableLine => 'what' in line),
})

/** Whether the unreadable words look like statuses: words that carriers use, or a word that repeats. Names are neither. */
const hasStatuses = (unreadable: readonly UnreadableLine[]): boolean => {
  if (unreadable.some(({ what, isCarriers = false }) => what === 'unclear' || isCarriers)) return true
  const words = unreadable
    .filter(({ what, word }) => what === 'status' && isWord(word))
    .map(({ word }) => word)
  return words.length === unreadable.length && new Set(words).size < words.length
}

const isWord = (word: string): boolean => /\p{L}{2}/u.test(word) && !/\d/.test(word)

type Row = { key: string; word: string; amount: string; reading: StatusReading | null }

const readLine = (
  pasted: PastedLine,
  { key, word, amount, reading }: Row,
  country: CountryCode,
  { today }: SheetOptions,
): SheetLine | UnreadableLine => {
  const named = keyOf(key)
  if (named === null && (reading !== null || word === '')) return { ...pasted, what: 'key', word: key }
  if (reading === 'unclear') return { ...pasted, what: 'unclear', word }
  if (reading === 'other') return { ...pasted, what: 'status', word, isCarriers: true }
  if (reading === null || named === null) return { ...pasted, what: 'status', word }
  const isCash = reading.status === 'DELIVERED' && amount !== ''
  const collected = isCash ? readAmount(amount, country) : null
  if (isCash && (collected === null || collected < 0 || collected > largestAmount))
    return { ...pasted, what: 'amount', word: amount }
  const day = reading.status === 'POSTPONED' ? dayIn(word, today) : null
  return {
    ...pasted,
    ...reading,
    key: named,
    collected,
    ...(day === null ? {} : { postponedTo: day }),
  }
}

const written = /(?<!\d)(?:(\d{4})-(\d{1,2})-(\d{1,2})|(\d{1,2})[./-](\d{1,2})(?:[./-](\d{4}|\d{2}))?)(?!\d)/

const withoutDay = (text: string): string => text.replace(written, '').replace(/\d{1,2}[h:]\d{0,2}/, '')

/**
 * Parses `15/11`, `15.11.26` or `2026-11-15` (day first). Without a year: the next such day, or one within the last month.
 */
const dayIn = (text: string, today: string): string | null => {
  const found = written.exec(text)
  if (found === null || today === '') return null
  const [, isoYear, isoMonth, isoDay, day = isoDay, month = isoMonth, year = isoYear] = found
  const of = (year: number) => `${year}-${month!.padStart(2, '0')}-${day!.padStart(2, '0')}`
  const thisYear = Number(today.slice(0, 4))
  const nearest = of(thisYear) >= shiftDay(today, -31) ? thisYear : thisYear + 1
  const date = of(year === undefined ? nearest : Number(year) < 100 ? 2000 + Number(year) : Number(year))
  return isRealDay(date) ? date : null
}

/** Finds the columns of a table that has a status column, or null. */
const sheetColumns = (table: PastedTable, country: CountryCode, chosen?: number): SheetColumns | null => {
  const status = statusColumn(table)
  if (status === null) return null
  const key =
    chosen ?? keyColumns(table, country).find((column) => column !== status) ?? (status === 0 ? 1 : 0)
  return { key, status, amount: amountColumn(table, country, { key, status }) }
}

/** Minimum share of cells that are statuses for a column without a header, in a table of more than three columns. */
const MIN_STATUSES = 0.3

const statusColumn = ({ headers, rows, width }: PastedTable): number | null => {
  const columns = Array.from({ length: width }, (_, place) => {
    const cells = rows.map(({ cells }) => cells[place] ?? '').filter((cell) => cell !== '')
    const readings = cells.map(readStatusWord)
    const hint = hintOf(headers?.[place] ?? '')
    const read = readings.filter((reading) => typeof reading === 'object' && reading !== null).length
    const unclear = readings.filter((reading) => typeof reading === 'string').length
    const isMany = read + unclear >= cells.length * MIN_STATUSES && (read > 0 || unclear * 2 >= cells.length)
    const isStatus = hint === 'status' || (hint === null && read + unclear > 0 && isMany)
    return { place, isStatus, isHeaded: hint === 'status', count: read + unclear / 2 }
  })
  const [best] = columns
    .filter(({ isStatus }) => isStatus)
    .toSorted((one, other) => Number(other.isHeaded) - Number(one.isHeaded) || other.count - one.count)
  return best?.place ?? null
}

/** The only column with a cash header; without headers, the numeric column right of the status. */
const amountColumn = (
  { headers, rows }: PastedTable,
  country: CountryCode,
  { key, status }: Pick<SheetColumns, 'key' | 'status'>,
): number | null => {
  if (headers !== null) {
    for (const wanted of ['collected', 'amount'] as const) {
      const places = headers.flatMap((header, place) => (hintOf(header) === wanted ? [place] : []))
      if (places.length === 1) return places[0]!
      if (places.length > 1) return null
    }
    return null
  }
  const cells = rows.map(({ cells }) => cells[status + 1] ?? '').filter((cell) => cell !== '')
  const isAmounts = cells.length > 0 && cells.every((cell) => readAmount(cell, country) !== null)
  return isAmounts && status + 1 !== key ? status + 1 : null
}

type Cells = { cells: readonly string[]; reading: StatusReading | null }

/** Splits the line where its second cell is a status; else at the first separator found. */
const cellsOf = (text: string): Cells => {
  const ways = splits.map((split): Cells => {
    const cells = split(text).map(cleanCell)
    return { cells, reading: readStatusWord(cells[1] ?? '') }
  })
  return (
    ways.find(({ reading }) => typeof reading === 'object' && reading !== null) ??
    ways.find(({ reading }) => reading !== null) ??
    ways.find(({ cells }) => cells.length > 1) ??
    ways[0]!
  )
}

const limits = { keptCells: 10, cells: MAX_LINE_LENGTH, cellLength: MAX_LINE_LENGTH }

const splitAt =
  (separator: string) =>
  (text: string): string[] => {
    const [cells = []] = csvRows(text, separator, limits)
    return cells.map((cell) => cell.trim())
  }

const splits: readonly ((text: string) => string[])[] = [
  splitAt('\t'),
  splitAt(';'),
  splitAt('|'),
  (text) => text.trim().split(/\s{2,}/),
  // A comma may be part of an amount (`14992,Livré,12,5`) or of a status (`14992,Returned, damaged`).
  (text) => {
    const [key = '', word = '', more = '', ...others] = splitAt(',')(text)
    const isWords = /\p{L}/u.test(more) && !/\d/.test(more)
    return isWords
      ? [key, `${word} ${more}`, others.join(',')]
      : [key, word, [more, ...others].filter((part) => part !== '').join(',')]
  },
]

/** A parcel and the body of its status call. */
export type SheetRow = {
  id: string
  status: SheetStatus['status']
  condition?: 'damaged'
  collected?: number
  /** Why `collected` differs from the amount due. */
  reason?: string
  postponedTo?: string
}

export type ResolvedSheet = {
  rows: readonly SheetRow[]
  /** Lines that will be applied. */
  taken: readonly SheetLine[]
  /** Lines whose key matches no parcel (`unknown`) or several (`ambiguous`). */
  unknown: readonly SheetLine[]
  ambiguous: readonly SheetLine[]
  /** Lines that contradict each other about one parcel: none is applied. */
  conflicting: readonly SheetLine[]
}

/** Matches the lines with the parcels found by their keys. Lines that agree about one parcel are merged. */
export const resolveSheet = ({ lines }: CarrierSheet, { found, ambiguous }: ResolvedKeys): ResolvedSheet => {
  const idOf = new Map(found.map(({ key, id }) => [key, id]))
  const several = new Set(ambiguous.map(({ key }) => key))
  const linesOf = new Map<string, SheetLine[]>()
  for (const line of lines) {
    const id = idOf.get(line.key)
    if (id === undefined) continue
    const others = linesOf.get(id)
    if (others === undefined) linesOf.set(id, [line])
    else others.push(line)
  }
  const named = [...linesOf].map(([id, lines]) => ({ id, lines, row: rowOf(id, lines) }))
  return {
    rows: named.flatMap(({ row }) => row ?? []),
    taken: named.flatMap(({ lines, row }) => (row === null ? [] : lines)),
    conflicting: named.flatMap(({ lines, row }) => (row === null ? lines : [])),
    ambiguous: lines.filter(({ key }) => several.has(key)),
    unknown: lines.filter(({ key }) => !idOf.has(key) && !several.has(key)),
  }
}

/** Merges the lines of one parcel; null where they contradict. An amount that only one line has is used. */
const rowOf = (id: string, lines: readonly SheetLine[]): SheetRow | null => {
  const [{ status, condition }] = lines as [SheetLine]
  const amounts = new Set(lines.flatMap(({ collected }) => collected ?? []))
  const isSame = lines.every((line) => line.status === status && line.condition === condition)
  const days = new Set(lines.flatMap(({ postponedTo }) => postponedTo ?? []))
  if (!isSame || amounts.size > 1 || days.size > 1) return null
  const [collected] = amounts
  const [postponedTo] = days
  return {
    id,
    status,
    ...(condition === 'damaged' ? { condition } : {}),
    ...(collected === undefined ? {} : { collected }),
    ...(postponedTo === undefined ? {} : { postponedTo }),
  }
}

export type SheetGroup = SheetStatus & {
  counts: ChangeReport['counts']
}

/** The dry run's result by target status, in the order of the statuses. */
export const groupSheet = (rows: readonly SheetRow[], report: ChangeReport): readonly SheetGroup[] => {
  const changed = new Set(report.changed.map(({ id }) => id))
  const codeOf = new Map(report.refused.map(({ id, code }) => [id, code]))
  return groupKeys
    .map((group) => {
      const refusedBy: Partial<Record<Code, number>> = {}
      const counts = { changed: 0, refused: 0, refusedBy }
      for (const row of rows) {
        if (row.status !== group.status || (row.condition ?? null) !== group.condition) continue
        if (changed.has(row.id)) counts.changed++
        const code = codeOf.get(row.id)
        if (code === undefined) continue
        counts.refused++
        refusedBy[code] = (refusedBy[code] ?? 0) + 1
      }
      return { ...group, counts }
    })
    .filter(({ counts }) => counts.changed + counts.refused > 0)
}

const groupKeys: readonly SheetStatus[] = shippingStatuses.flatMap((status): SheetStatus[] =>
  status === 'RETURNED'
    ? [
        { status, condition: null },
        { status, condition: 'damaged' },
      ]
    : [{ status, condition: null }],
)
